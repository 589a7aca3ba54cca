import type pg from 'pg'
import { beingTransferred } from '#api/platform/db/being-transferred.ts'
import { type SessionRead, sessionValues } from '#api/platform/db/session-read.ts'
import { allStates, type Filter, filterOf, type ListQuery, Parameters, type Whose } from './list-filter.ts'
import { orderBy, orderOf } from './list-order.ts'
import { type Bounds, bounds, pageOf } from './list-pages.ts'
import { shownOwner } from '../shown-owner.ts'
import { searched } from './list-search.ts'

export interface ListedRequests {
  /** The page's items as the call answers them, comma-joined JSON. */
  readonly items: string
  readonly total: number
  /** There are more than `total`. */
  readonly isCapped: boolean
  /** How many requests the account has in each state, as a JSON object. */
  readonly counts: string
}

interface Row {
  /** Null where the page is empty. */
  items: string | null
  total: number
  is_capped: boolean
  counts: string
}

/**
 * One statement for the page and the total: the page's keys come from an index, then its few requests are read, each
 * written out already. It is prepared once for each connection and each way of asking.
 */
export async function listRequests(
  pool: Pick<pg.Pool, 'query'>,
  whose: Whose,
  query: ListQuery,
  limits: Bounds = bounds,
): Promise<ListedRequests> {
  const { text, values } = listStatement(whose, query, limits)
  const { rows } = await pool.query<Row>({ name: nameOf(text), text, values })
  const [row] = rows
  if (!row) throw new Error('A list always has a row of totals')
  return toListed(row)
}

const toListed = (row: Row): ListedRequests => ({
  items: row.items ?? '',
  total: row.total,
  isCapped: row.is_capped,
  counts: row.counts,
})

const statements = new Map<
  string,
  { readonly name: string | undefined; readonly text: string; values: unknown[] }
>()
/** Most lists are asked for in a few ways: their statements are not written again. */
const rememberedAtMost = 500

/** The list of the account whose session is found by the same statement. */
export function listOfSession(query: ListQuery): SessionRead<Row> {
  const key = JSON.stringify(query)
  const known = statements.get(key)
  if (known) return { ...known }
  const { text, values } = listStatement({ viewerId: null }, query, bounds, new Parameters(sessionValues))
  const made = { name: nameOf(text), text, values }
  if (statements.size >= rememberedAtMost) statements.clear()
  statements.set(key, made)
  return { ...made }
}

/** What was read with the session; undefined where it wasn't. */
export function listedWith(read: SessionRead | null): ListedRequests | undefined {
  const row = read?.row as Row | undefined
  return row && toListed(row)
}

export function listStatement(
  whose: Whose,
  query: ListQuery,
  limits: Bounds = bounds,
  parameters = new Parameters(),
): { readonly text: string; readonly values: unknown[] } {
  const filter = filterOf(query, whose, parameters)
  const { search } = query
  const parts = search
    ? searched({ ...query, search }, filter, parameters, limits)
    : pageOf(query, filter, parameters, limits)
  const text = `
    WITH ${parts.join(',\n    ')}
    SELECT t.total, t.is_capped, (SELECT string_agg(${item(filter)}, ',' ORDER BY k.place)
      FILTER (WHERE ${isOpen(filter)})
      FROM (SELECT request_id, state, row_number() OVER (ORDER BY ${orderBy(orderOf(query))}) AS place FROM page) k
      JOIN signature_requests r ON r.id = k.request_id
      JOIN accounts o ON o.id = r.owner_id) AS items,
      (${counts(filter.viewer)}) AS counts
    FROM totals t`
  return { text, values: parameters.values }
}

/** What is being transferred from someone who has left the business they see as a signer alone. */
const isOpen = ({ viewer }: Filter) => `r.owner_id <> ${viewer} OR NOT ${beingTransferred('r')}
        OR EXISTS (SELECT FROM signatures s WHERE s.request_id = r.id AND s.account_id = ${viewer} AND r.status <> 'DRAFT')
        OR EXISTS (SELECT FROM signature_members m WHERE m.request_id = r.id AND m.account_id = ${viewer} AND r.status <> 'DRAFT')`

/** Of the whole dashboard, whatever the page is filtered by. */
const counts = (account: string) =>
  `SELECT json_build_object(${allStates
    .map((state) => `'${state}', coalesce(sum(amount) FILTER (WHERE status = '${state}'), 0)`)
    .join(', ')})::text FROM request_tallies WHERE account_id = ${account}`

/** One item: what the request has written of itself, and around it what depends on who looks, or is elsewhere. */
const item = ({
  account,
  viewer,
}: Filter) => `'{"status":"' || ${stateFor(account, viewer)} || '","owner":{"email":' || to_json(${shownOwner.email})::text
      || ',"name":' || to_json(${shownOwner.name})::text
      || CASE WHEN r.owner_id = ${viewer} THEN ',"is_viewer":true},"may_edit":true,"delivery_failed":' || (EXISTS (
          SELECT FROM signatures s WHERE s.request_id = r.id AND s.delivery_state = 'failed'))::text
        ELSE ',"is_viewer":false},"may_edit":' || (EXISTS (
          SELECT FROM request_editors e
          JOIN business_members em ON em.account_id = e.account_id
          JOIN business_members om ON om.business_id = em.business_id AND om.account_id = r.owner_id
          WHERE e.request_id = r.id AND e.account_id = ${viewer}))::text || ',"delivery_failed":false' END
      || ',"delete_at":' || coalesce((SELECT instant_json(t.delete_at) FROM retentions t
          WHERE t.request_id = r.id AND t.deleted_at IS NULL), 'null')
      || ',' || r.listed || '}'`

/** In a shared list it is the reader's own state, if they have a part in the request. */
const stateFor = (account: string, viewer: string) =>
  account === viewer
    ? 'k.state'
    : `coalesce((SELECT own.status FROM request_access own WHERE own.account_id = ${viewer} AND own.request_id = r.id),
        CASE k.state WHEN 'TO_SIGN' THEN 'WAITING' ELSE k.state END)`

const names = new Map<string, string>()
// A connection keeps what it has prepared: anyone who asks in every way there is does not fill it.
const preparedAtMost = 250

/** The same text has the same name; there are as many as there are ways to sort and filter. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= preparedAtMost) return known
  const name = `list-requests-${names.size}`
  names.set(text, name)
  return name
}
