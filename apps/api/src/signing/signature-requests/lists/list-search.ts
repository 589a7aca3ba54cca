import { likeness } from '#api/platform/db/connect.ts'
import { basic, containing, folded } from '#api/platform/values/search-term.ts'
import type { Filter, ListQuery, Parameters } from './list-filter.ts'
import {
  columnNames,
  columnsOf,
  inOrder,
  type Order,
  orderBy,
  orderOf,
  residue,
  sifted,
} from './list-order.ts'
import { type Bounds, type Parts, tallied } from './list-pages.ts'

// What was typed is looked for as it stands, and if nothing contains it, with a slip of the finger. A short list is
// compared to its end. A long one is read in its order for a while, which finds what is frequent; what is not frequent
// comes from the index of words, and is few. What is nearly everywhere is not asked of the index: it would give the list.

interface Search {
  readonly filter: Filter
  readonly order: Order
  /** What the index of the order cannot say of a row. */
  readonly residue: readonly string[]
  /** So many are wanted, up to the end of the page; a value's name. */
  readonly wanted: () => string
  readonly limits: Bounds
}

export function searched(
  query: ListQuery & { readonly search: string },
  filter: Filter,
  parameters: Parameters,
  limits: Bounds,
): Parts {
  const term = query.search
  const order = orderOf(query)
  const search: Search = {
    filter,
    order,
    residue: residue(filter, order),
    wanted: () => parameters.add(Math.min(query.page * query.size, limits.found + 1), 'int'),
    limits,
  }
  const pattern = folded(parameters.add(containing(term), 'text'))
  const offset = parameters.add((query.page - 1) * query.size, 'bigint')
  const like = `w.words LIKE ${pattern}`
  const exact = isIndexed(term) ? looked(search, like) : walked(search, like)
  const slips = isWords(term) ? slipped(search, basic(parameters.add(term, 'text'))) : []
  const names = slips.length > 0 ? ['exact', 'slip'] : ['exact']
  return [
    tallied(filter),
    ...exact,
    ...slips,
    `totals AS (SELECT (CASE WHEN is_capped THEN least(hits, ${limits.found}) ELSE hits END)::int AS total, is_capped
      FROM (SELECT sum(hits) AS hits, bool_or(is_capped) AS is_capped FROM (
        ${names.map((name) => `SELECT hits, is_capped FROM ${name}_total`).join(' UNION ALL ')}) n) m)`,
    `page AS (SELECT * FROM (${names.map((name) => `SELECT * FROM ${name}`).join(' UNION ALL ')}) h
      ORDER BY ${orderBy(order)} LIMIT ${parameters.add(query.size, 'int')} OFFSET ${offset})`,
  ]
}

/** An index of trigrams knows nothing of less than three letters in a row. */
const isIndexed = (term: string) => /[\p{Letter}\p{Number}]{3}/u.test(term)
/** An address or a number is exact. */
const isWords = (term: string) => term.length >= 4 && /^[\p{Letter}\s'-]+$/u.test(term) && isIndexed(term)

/** As it stands. */
function looked(search: Search, like: string): Parts {
  const { limits, order } = search
  const isShort = `(SELECT length <= ${limits.searched} FROM list)`
  const either = (short: number, long: number) =>
    `(SELECT CASE WHEN ${isShort} THEN ${short} ELSE ${long} END)`
  const most = either(limits.searched, limits.found + 1)
  return [
    `exact_walk AS MATERIALIZED (SELECT * FROM (${walk(search, either(limits.searched, limits.walked))}) o
      WHERE (SELECT ${like} FROM request_words w WHERE w.request_id = o.request_id) LIMIT ${most})`,
    `exact_walked AS MATERIALIZED (SELECT count(*) AS hits, ${isShort} AS is_whole,
      ${isShort} OR count(*) >= ${search.wanted()} AS is_enough FROM exact_walk)`,
    `exact_found AS MATERIALIZED (${find(search, like)}
      WHERE (SELECT NOT is_enough FROM exact_walked) ORDER BY ${orderBy(order)} LIMIT ${most})`,
    `exact_more AS MATERIALIZED (SELECT count(*) AS hits FROM (SELECT FROM (${find(search, like)}
      WHERE (SELECT is_enough AND NOT is_whole AND hits <= ${limits.found} FROM exact_walked)) f LIMIT ${limits.found + 1}) m)`,
    `exact AS (SELECT * FROM exact_walk WHERE (SELECT is_enough FROM exact_walked) UNION ALL SELECT * FROM exact_found)`,
    `exact_total AS MATERIALIZED (SELECT hits, NOT is_whole AND hits > ${limits.found} AS is_capped FROM (
      SELECT is_whole, CASE WHEN is_enough THEN greatest(hits, (SELECT hits FROM exact_more))
        ELSE (SELECT count(*) FROM exact_found) END AS hits FROM exact_walked) n)`,
  ]
}

/** Too short for the index: in a long list only the first rows are looked at, and there may be more. */
function walked(search: Search, like: string): Parts {
  const { searched: rows } = search.limits
  return [
    `exact AS MATERIALIZED (SELECT * FROM (${walk(search, `${rows}`)}) o
      WHERE (SELECT ${like} FROM request_words w WHERE w.request_id = o.request_id))`,
    `exact_total AS (SELECT count(*) AS hits, (SELECT length > ${rows} FROM list) AS is_capped FROM exact)`,
  ]
}

/** With a slip, where nothing contains it. Comparing takes long: few rows are looked at before the index is asked. */
function slipped(search: Search, term: string): Parts {
  const { limits, order } = search
  const rows = limits.walkedForSlips
  const when = '(SELECT hits = 0 FROM exact_total)'
  return [
    `slip_walk AS MATERIALIZED (SELECT o.*, (SELECT word_similarity(${term}, w.words) FROM request_words w
        WHERE w.request_id = o.request_id) AS likeness FROM (${walk(search, `${rows}`)}) o WHERE ${when})`,
    `slip_walked AS MATERIALIZED (SELECT hits, (SELECT length <= ${rows} FROM list) AS is_whole,
        NOT ${when} OR (SELECT length <= ${rows} FROM list) OR hits >= ${search.wanted()} OR near > ${rows / 20} AS is_enough
      FROM (SELECT count(*) FILTER (WHERE likeness >= ${likeness}) AS hits,
        count(*) FILTER (WHERE likeness >= ${likeness - 0.1}) AS near FROM slip_walk) c)`,
    `slip_found AS MATERIALIZED (SELECT * FROM (SELECT * FROM (${find(search, `${term} <% w.words`)}
        WHERE (SELECT NOT is_enough FROM slip_walked)) f LIMIT ${limits.found + 1}) l ORDER BY ${orderBy(order)})`,
    `slip AS (SELECT ${columnNames(order).join(', ')} FROM slip_walk
      WHERE likeness >= ${likeness} AND (SELECT is_enough FROM slip_walked) UNION ALL SELECT * FROM slip_found)`,
    `slip_total AS (SELECT CASE WHEN is_enough THEN hits ELSE found END AS hits,
        CASE WHEN is_enough THEN NOT is_whole AND ${when} ELSE found > ${limits.found} END AS is_capped
      FROM slip_walked, (SELECT count(*) AS found FROM slip_found) f)`,
  ]
}

/** The first rows of the list, without those that something else than words excludes. */
function walk({ filter, order, residue: more }: Search, rows: string): string {
  return sifted(filter, `${inOrder(filter, order)} LIMIT ${rows}`, more)
}

/** From the index of words, which knows who may find what; each row is then looked at where the list has it. */
function find(search: Search, words: string): string {
  const { filter, order } = search
  const whose = filter.owners.length === 1 ? [`a.is_owner = ${filter.owners[0]}`] : []
  const conditions = [
    `a.account_id = ${filter.account}`,
    'a.request_id = h.request_id',
    `a.status IN (${filter.states.join(', ')})`,
    ...whose,
    ...(filter.sender ? [filter.sender] : []),
    ...(filter.range ? [filter.range.condition] : []),
  ]
  const selected = columnsOf(order)
  return `SELECT l.* FROM (
      SELECT w.request_id FROM request_words w WHERE w.viewers @> ARRAY[${filter.account}] AND ${words} OFFSET 0) h
    CROSS JOIN LATERAL (SELECT ${selected} FROM request_access a WHERE ${conditions.join(' AND ')} OFFSET 0) l`
}
