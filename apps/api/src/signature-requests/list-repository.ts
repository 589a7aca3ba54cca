import type { ListItem } from '@countersign/contract/signature-request-shapes.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '#api/db/transaction.ts'

export interface ListQuery {
  readonly page: number
  readonly size: number
  readonly sort: 'asc' | 'desc'
  readonly sort_by: 'created_at' | 'updated_at' | 'title' | 'status' | 'expiration_date'
  readonly date_from?: string | undefined
  readonly date_to?: string | undefined
  readonly date_time_mode: 'created' | 'updated' | 'completed' | 'expires'
  readonly status?: readonly string[] | undefined
  readonly search?: string | undefined
  readonly send_by?: string | undefined
}

interface Row {
  id: string
  title: string
  status: ListItem['status']
  status_overall: ListItem['status_overall']
  owner_id: string
  owner_email: string
  owner_name: string
  document_names: string[]
  signers: ListItem['signers']
  signature_count: number
  signature_count_signed: number
  delivery_failed: boolean
  created_at: Date
  updated_at: Date
  completed_at: Date | null
  expires_at: Date | null
}

// More names than a row can show are not fetched.
const shownSigners = 10

const columns = {
  created_at: sql.ref('a.created_at'),
  updated_at: sql.ref('a.updated_at'),
  title: sql`lower(a.title)`,
  status: sql.ref('a.status'),
  expiration_date: sql.ref('a.expires_at'),
}
const dates = {
  created: sql.ref('a.created_at'),
  updated: sql.ref('a.updated_at'),
  completed: sql.ref('a.completed_at'),
  expires: sql.ref('a.expires_at'),
}

/** One statement: the page is cut from the dashboard's own rows, then its few requests are filled in. */
export async function listRequests(
  db: Reader,
  accountId: string,
  where: RawBuilder<unknown>,
  query: ListQuery,
): Promise<ListItem[]> {
  const direction = query.sort === 'asc' ? sql`ASC NULLS LAST` : sql`DESC NULLS LAST`
  const tie = query.sort === 'asc' ? sql`ASC` : sql`DESC`
  const { rows } = await sql<Row>`
    SELECT r.id, r.title, p.status, r.status AS status_overall, r.owner_id, o.email AS owner_email,
      trim(o.first_name || ' ' || o.last_name) AS owner_name, r.created_at, r.updated_at, r.completed_at, r.expires_at,
      coalesce(d.names, '{}') AS document_names, coalesce(s.signers, '[]') AS signers,
      coalesce(s.count, 0) AS signature_count, coalesce(s.signed, 0) AS signature_count_signed,
      r.owner_id = ${accountId} AND coalesce(s.failed, false) AS delivery_failed
    FROM (SELECT a.request_id, a.status, row_number() OVER (ORDER BY ${columns[query.sort_by]} ${direction}, a.request_id ${tie}) AS place
      FROM request_access a WHERE ${where} ORDER BY ${columns[query.sort_by]} ${direction}, a.request_id ${tie} LIMIT ${query.size} OFFSET ${(query.page - 1) * query.size}) p
    JOIN signature_requests r ON r.id = p.request_id
    JOIN accounts o ON o.id = r.owner_id
    LEFT JOIN LATERAL (SELECT array_agg(d.name ORDER BY rd.position) AS names
      FROM request_documents rd JOIN documents d ON d.id = rd.document_id WHERE rd.request_id = r.id) d ON true
    LEFT JOIN LATERAL (SELECT count(*)::int AS count, (count(*) FILTER (WHERE s.status = 'SIGNED'))::int AS signed,
        bool_or(s.delivery_state = 'failed') AS failed,
        (json_agg(json_build_object('email', s.email, 'status_code', s.status,
          'name', coalesce(nullif(concat_ws(' ', s.first_name, s.last_name), ''), s.email)) ORDER BY s.position)
          FILTER (WHERE s.position < ${shownSigners})) AS signers
      FROM signatures s WHERE s.request_id = r.id) s ON true
    ORDER BY p.place`.execute(db)
  return rows.map((row) => toItem(row, accountId))
}

export async function countRequests(db: Reader, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`SELECT count(*)::int AS count FROM request_access a WHERE ${where}`.execute(db)
  return rows[0]?.count ?? 0
}

function toItem(row: Row, accountId: string): ListItem {
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    status_overall: row.status_overall,
    owner: { email: row.owner_email, name: row.owner_name, is_viewer: row.owner_id === accountId },
    document_names: row.document_names,
    signers: row.signers,
    signature_count: row.signature_count,
    signature_count_signed: row.signature_count_signed,
    delivery_failed: row.delivery_failed,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    expiration_date: row.expires_at?.toISOString() ?? null,
  }
}

/** What of a dashboard is asked for. */
export function conditions(accountId: string, query: ListQuery) {
  const date = dates[query.date_time_mode]
  const all = [sql<SqlBool>`a.account_id = ${accountId}`]
  if (query.status && query.status.length > 0) all.push(sql`a.status = ANY(${query.status})`)
  if (query.date_from) all.push(sql`${date} >= ${new Date(query.date_from)}`)
  // A day (in UTC) names all of it.
  if (query.date_to) {
    const to = new Date(query.date_to)
    all.push(
      query.date_to.length === 10
        ? sql`${date} < ${new Date(to.getTime() + 86_400_000)}`
        : sql`${date} <= ${to}`,
    )
  }
  if (query.send_by === 'me') all.push(sql`a.is_owner`)
  else if (query.send_by) all.push(sql`a.owner_email = ${query.send_by}`)
  if (query.search) all.push(searched(query.search.toLowerCase()))
  return sql.join(all, sql` AND `)
}

/** What was typed as it stands; words also with a slip of the finger. An address or a number is exact. */
function searched(term: string) {
  const pattern = `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`
  const isWords = term.length >= 4 && /^[\p{Letter}\s'-]+$/u.test(term)
  return isWords
    ? sql<SqlBool>`(a.search LIKE ${pattern} OR ${term} <% a.search)`
    : sql<SqlBool>`a.search LIKE ${pattern}`
}
