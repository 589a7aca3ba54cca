import type { Filter, ListQuery, Parameters } from './list-filter.ts'
import {
  candidates,
  inOrder,
  isIndexed,
  type Order,
  orderBy,
  orderOf,
  residue,
  reverse,
  sifted,
} from './list-order.ts'

/** Up to where things are done one way, and beyond it another. */
export interface Bounds {
  /** Counting on beyond it would cost more than anybody learns from it. */
  readonly count: number
  /** So many rows are read whole and sorted. */
  readonly few: number
  /** A page so far back is read from the nearer end. */
  readonly deep: number
  /** A list so long is searched to its end. */
  readonly searched: number
  /** In a longer one so many rows are looked at in their order before the index of words is asked. */
  readonly walked: number
  /** The same for words with a slip, which take longer to compare. */
  readonly walkedForSlips: number
  /** And no more than these are counted. */
  readonly found: number
}

export const bounds: Bounds = {
  count: 10_000,
  few: 4000,
  deep: 1000,
  searched: 2000,
  walked: 1000,
  walkedForSlips: 250,
  found: 200,
}

/** Named parts of a statement, of which `totals` has one row (total, is_capped) and `page` the keys of the page. */
export type Parts = readonly string[]

/** A list that is not searched. */
export function pageOf(query: ListQuery, filter: Filter, parameters: Parameters, limits: Bounds): Parts {
  const order = orderOf(query)
  if (!isIndexed(filter, order)) return filtered(query, filter, parameters, limits)
  if (filter.sender ?? filter.range)
    return [counted(filter, order, limits), `page AS MATERIALIZED (${cut(query, filter, order, parameters)})`]
  const offset = (query.page - 1) * query.size
  return offset < limits.deep
    ? [tallied(filter), totals(limits), `page AS MATERIALIZED (${cut(query, filter, order, parameters)})`]
    : [tallied(filter), totals(limits), ...deep(query, filter, parameters)]
}

/** How long the list is, before anything but owner and state is asked. */
export function tallied(filter: Filter): string {
  const whose = filter.owners.length === 1 ? ` AND is_owner = ${filter.owners[0]}` : ''
  return `list AS MATERIALIZED (SELECT coalesce(sum(amount), 0)::int AS length FROM request_tallies
    WHERE account_id = ${filter.account} AND status IN (${filter.states.join(', ')})${whose})`
}

const totals = ({ count }: Bounds) =>
  `totals AS MATERIALIZED (SELECT least(length, ${count}) AS total, length > ${count} AS is_capped FROM list)`

function counted(filter: Filter, order: Order, { count }: Bounds): string {
  return `totals AS MATERIALIZED (SELECT least(count(*), ${count})::int AS total, count(*) > ${count} AS is_capped
    FROM (SELECT FROM (${candidates(filter, { ...order, keys: [] })}) c LIMIT ${count + 1}) n)`
}

const cut = (query: ListQuery, filter: Filter, order: Order, parameters: Parameters) =>
  `${inOrder(filter, order)} ${sliceOf(query, parameters)}`

function sliceOf({ page, size }: ListQuery, parameters: Parameters): string {
  return `LIMIT ${parameters.add(size, 'int')} OFFSET ${parameters.add((page - 1) * size, 'bigint')}`
}

/** From the end that is nearer: only one of the two is read. */
function deep(query: ListQuery, filter: Filter, parameters: Parameters): Parts {
  const order = orderOf(query)
  const offset = parameters.add((query.page - 1) * query.size, 'bigint')
  const size = parameters.add(query.size, 'int')
  const after = `(SELECT length - ${offset} - ${size} FROM list)`
  return [
    `near AS MATERIALIZED (SELECT length > 2 * ${offset} AS is_start FROM list)`,
    `forward AS MATERIALIZED (SELECT * FROM (
      ${inOrder(filter, order)} LIMIT ${size} OFFSET ${offset}) f WHERE (SELECT is_start FROM near))`,
    `backward AS MATERIALIZED (SELECT * FROM (
      ${inOrder(filter, reverse(order))} LIMIT greatest(${size} + least(${after}, 0), 0) OFFSET greatest(${after}, 0)) b
      WHERE (SELECT NOT is_start FROM near))`,
    'page AS (SELECT * FROM forward UNION ALL SELECT * FROM backward)',
  ]
}

/** Where another index has what is asked for: its rows are sorted if they are few, or else found on the way. */
function filtered(query: ListQuery, filter: Filter, parameters: Parameters, limits: Bounds): Parts {
  const order = orderOf(query)
  const slice = sliceOf(query, parameters)
  return [
    counted(filter, order, limits),
    `few AS MATERIALIZED (SELECT * FROM (${candidates(filter, order)} OFFSET 0) c
      WHERE (SELECT total <= ${limits.few} FROM totals) ORDER BY ${orderBy(order)} ${slice})`,
    `many AS MATERIALIZED (SELECT * FROM (${sifted(filter, inOrder(filter, order), residue(filter, order))}
      ORDER BY ${orderBy(order)} ${slice}) m
      WHERE (SELECT total > ${limits.few} FROM totals))`,
    'page AS (SELECT * FROM few UNION ALL SELECT * FROM many)',
  ]
}
