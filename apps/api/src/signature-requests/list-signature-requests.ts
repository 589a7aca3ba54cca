import type { ListItem } from '@countersign/contract/signature-requests.ts'
import { type SqlBool, sql } from 'kysely'
import type { AccountActor } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { countRequests, listRequests } from './list-repository.ts'

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

export interface ListPage {
  readonly items: ListItem[]
  readonly page: number
  readonly size: number
  readonly total_items: number
  readonly total_pages: number
}

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

/** The requests somebody has a part in: two statements, however many there are. */
export async function listSignatureRequests(
  context: Context,
  actor: AccountActor,
  query: ListQuery,
): Promise<ListPage> {
  const where = conditions(actor, query)
  const order = { by: columns[query.sort_by], direction: query.sort }
  const [items, total] = await Promise.all([
    listRequests(context.db, actor.accountId, where, order, query.size, (query.page - 1) * query.size),
    countRequests(context.db, where),
  ])
  return {
    items,
    page: query.page,
    size: query.size,
    total_items: total,
    total_pages: Math.ceil(total / query.size),
  }
}

function conditions(actor: AccountActor, query: ListQuery) {
  const date = dates[query.date_time_mode]
  const all = [sql<SqlBool>`a.account_id = ${actor.accountId}`]
  if (query.status && query.status.length > 0) all.push(sql`a.status = ANY(${query.status})`)
  if (query.date_from) all.push(sql`${date} >= ${query.date_from}::timestamptz`)
  // A day names all of it.
  if (query.date_to)
    all.push(
      query.date_to.length === 10
        ? sql`${date} < ${query.date_to}::date + 1`
        : sql`${date} <= ${query.date_to}::timestamptz`,
    )
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
