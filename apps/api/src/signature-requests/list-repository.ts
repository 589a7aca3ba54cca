import type { ListItem } from '@countersign/contract/signature-request-shapes.ts'
import pg from 'pg'
import { filterOf, type ListQuery, Parameters } from './list-filter.ts'
import { orderBy, orderOf } from './list-order.ts'
import { type Bounds, bounds, pageOf } from './list-pages.ts'
import { searched } from './list-search.ts'
import type { Summary } from './summary.ts'

interface Row {
  total: number
  is_capped: boolean
  /** Null on the one row of a page that is empty. */
  id: string | null
  title: string
  status: ListItem['status']
  status_overall: ListItem['status_overall']
  owner_id: string
  owner_email: string
  owner_name: string
  summary: Summary
  delivery_failed: boolean
  delete_at: string | null
  created_at: string
  updated_at: string
  completed_at: string | null
  expires_at: string | null
}

export interface ListedRequests {
  readonly items: ListItem[]
  readonly total: number
  /** There are more than `total`. */
  readonly isCapped: boolean
}

/**
 * One statement for the page and the total: the page's keys come from an index, then its few requests are read. It is
 * prepared once for each connection and each way of asking.
 */
export async function listRequests(
  pool: pg.Pool,
  accountId: string,
  query: ListQuery,
  limits: Bounds = bounds,
): Promise<ListedRequests> {
  const { text, values } = listStatement(accountId, query, limits)
  const { rows } = await pool.query<Row>({ name: nameOf(text), text, values, types })
  return {
    items: rows.flatMap((row) => (row.id === null ? [] : [toItem({ ...row, id: row.id }, accountId)])),
    total: rows[0]?.total ?? 0,
    isCapped: rows[0]?.is_capped ?? false,
  }
}

export function listStatement(
  accountId: string,
  query: ListQuery,
  limits: Bounds = bounds,
): { readonly text: string; readonly values: unknown[] } {
  const parameters = new Parameters()
  const filter = filterOf(query, accountId, parameters)
  const { search } = query
  const parts = search
    ? searched({ ...query, search }, filter, parameters, limits)
    : pageOf(query, filter, parameters, limits)
  const text = `
    WITH ${parts.join(',\n    ')}
    SELECT t.total, t.is_capped, p.*
    FROM totals t LEFT JOIN (
      SELECT r.id, r.title, x.status, r.status AS status_overall, r.owner_id,
        -- of an account that was deleted only the row of the list still knows whose it was
        CASE WHEN o.deleted_at IS NULL THEN o.email ELSE x.owner_email END AS owner_email,
        trim(o.first_name || ' ' || o.last_name) AS owner_name, r.summary,
        r.created_at, r.updated_at, r.completed_at, r.expires_at, k.place,
        (SELECT t.delete_at FROM retentions t WHERE t.request_id = r.id AND t.deleted_at IS NULL) AS delete_at,
        x.is_owner AND EXISTS (
          SELECT FROM signatures s WHERE s.request_id = r.id AND s.delivery_state = 'failed') AS delivery_failed
      FROM (SELECT request_id, row_number() OVER (ORDER BY ${orderBy(orderOf(query))}) AS place FROM page) k
      JOIN request_access x ON x.account_id = ${filter.account} AND x.request_id = k.request_id
      JOIN signature_requests r ON r.id = k.request_id
      JOIN accounts o ON o.id = r.owner_id) p ON true
    ORDER BY p.place`
  return { text, values: parameters.values }
}

/** Four times in each row: made into dates and written out again they would take as long as the statement. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === pg.types.builtins.TIMESTAMPTZ ? instantOf : pg.types.getTypeParser(type, format),
}

/** `2026-11-22 10:25:07.457123+00`, as Postgres has it, to the millisecond. */
function instantOf(text: string): string {
  if (!text.endsWith('+00')) return new Date(text).toISOString()
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${`${text.slice(20, -3)}000`.slice(0, 3)}Z`
}

const names = new Map<string, string>()
// A connection keeps what it has prepared: whoever asks in every way there is does not fill it.
const preparedAtMost = 250

/** The same text has the same name; there are as many as there are ways to sort and filter. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= preparedAtMost) return known
  const name = `list-requests-${names.size}`
  names.set(text, name)
  return name
}

function toItem(row: Row & { id: string }, accountId: string): ListItem {
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    status_overall: row.status_overall,
    owner: { email: row.owner_email, name: row.owner_name, is_viewer: row.owner_id === accountId },
    ...row.summary,
    delivery_failed: row.delivery_failed,
    delete_at: row.delete_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
    completed_at: row.completed_at,
    expiration_date: row.expires_at,
  }
}
