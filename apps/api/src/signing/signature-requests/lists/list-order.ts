import type { Filter, ListQuery } from './list-filter.ts'

// A list in one of its orders is read from an index. Each index begins with the account, whose request it is, and its
// state, so that a list is several stretches of it, each in order, which Postgres merges as it reads them (where it is told
// not to sort: `listPlanning`): it comes no further than the page.

export interface Order {
  /** By what it is sorted, before the request's id. */
  readonly keys: readonly string[]
  readonly direction: 'asc' | 'desc'
}

/** What has no end comes after everything that has one. */
const keys: Record<ListQuery['sort_by'], readonly string[]> = {
  created_at: ['a.created_at'],
  updated_at: ['a.updated_at'],
  title: ['a.title_key'],
  status: ['a.status', 'a.updated_at'],
  expiration_date: ['a.expires_at'],
}

export function orderOf({ sort_by, sort }: Pick<ListQuery, 'sort_by' | 'sort'>): Order {
  return { keys: keys[sort_by], direction: sort }
}

export function reverse(order: Order): Order {
  return { ...order, direction: order.direction === 'asc' ? 'desc' : 'asc' }
}

/** The columns of a key as they are called outside: `k0`, `k1`, and the id. */
const keyNames = (order: Order) => [...order.keys.map((_, index) => `k${index}`), 'request_id']

/** All that is known of a row from any of the indexes: its key, and its state. */
export const columnNames = (order: Order) => [...keyNames(order), 'state']

/** The same, read from `request_access a`. */
export const columnsOf = (order: Order) =>
  [...order.keys.map((key, index) => `${key} AS k${index}`), 'a.request_id', 'a.status AS state'].join(', ')

export const orderBy = (order: Order) =>
  keyNames(order)
    .map((key) => `${key} ${order.direction}`)
    .join(', ')

/** Is all that is asked for known to the index that has the order? */
export function isIndexed(filter: Filter, order: Order): boolean {
  return residue(filter, order).length === 0
}

/** The conditions that the order's index cannot answer. */
export function residue(filter: Filter, order: Order): string[] {
  const column = order.keys.at(-1)
  return [
    ...(filter.sender && column !== 'a.updated_at' ? [filter.sender] : []),
    ...(filter.range && filter.range.column !== column ? [filter.range.condition] : []),
  ]
}

/** The list's keys in order, as a subquery that is read no further than it is asked. */
export function inOrder(filter: Filter, order: Order): string {
  const column = order.keys.at(-1)
  const range = filter.range && filter.range.column === column ? [filter.range.condition] : []
  const sender = column === 'a.updated_at' ? filter.sender : null
  const isByStatus = order.keys[0] === 'a.status'
  const ordered = stretches({ ...filter, sender }, order, range, isByStatus).map(
    (stretch) => `(${stretch} ORDER BY ${orderBy(order)})`,
  )
  return `SELECT * FROM (${ordered.join(union)}) o ORDER BY ${orderBy(order)}`
}

/**
 * Of these, those that the conditions on `request_access a` leave. Each is looked at when its turn comes: asked of the
 * stretches, the conditions would have one that holds nothing of the kind read to its end before anything else.
 */
export function sifted({ account }: Filter, ordered: string, conditions: readonly string[]): string {
  if (conditions.length === 0) return ordered
  return `SELECT * FROM (${ordered}) r WHERE (SELECT ${conditions.join(' AND ')} FROM request_access a
    WHERE a.account_id = ${account} AND a.request_id = r.request_id)`
}

/** The same keys as they come, read from the index that knows what is asked for best. */
export function candidates(filter: Filter, order: Order): string {
  return stretches(filter, order, filter.range ? [filter.range.condition] : [], false).join(union)
}

const union = '\n    UNION ALL '

function stretches(filter: Filter, order: Order, more: readonly string[], isByStatus: boolean): string[] {
  const selected = columnsOf(order)
  const states = isByStatus
    ? [`a.status = ANY (ARRAY[${filter.states.join(', ')}])`]
    : filter.states.map((state) => `a.status = ${state}`)
  // A sender has an index of its own, and is the account itself or is not.
  const whose = filter.sender ? [filter.sender] : filter.owners.map((own) => `a.is_owner = ${own}`)
  return whose
    .flatMap((owner) => states.map((state) => [`a.account_id = ${filter.account}`, owner, state, ...more]))
    .map((conditions) => `SELECT ${selected} FROM request_access a WHERE ${conditions.join(' AND ')}`)
}
