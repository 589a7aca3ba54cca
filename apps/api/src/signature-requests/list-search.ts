import type { Filter, ListQuery, Parameters } from './list-filter.ts'
import { inOrder, keyNames, type Order, orderBy, orderOf, residue } from './list-order.ts'
import { type Bounds, type Parts, tallied } from './list-pages.ts'

// What was typed is looked for as it stands, and if nothing contains it, with a slip of the finger. A short list is
// compared to its end. A long one is read in its order for a while, which finds what is frequent; what is not frequent
// comes from the index of words, and is few.

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
  const term = query.search.toLowerCase()
  const order = orderOf(query)
  const search: Search = {
    filter,
    order,
    residue: residue(filter, order),
    wanted: () => parameters.add(Math.min(query.page * query.size, limits.found + 1), 'int'),
    limits,
  }
  const pattern = parameters.add(`%${term.replaceAll(/[\\%_]/g, '\\$&')}%`, 'text')
  const offset = parameters.add((query.page - 1) * query.size, 'bigint')
  const exact = isIndexed(term)
    ? looked(search, { name: 'exact', words: `w.words LIKE ${pattern}`, walked: limits.walked, when: 'true' })
    : walkedOnly(search, `w.words LIKE ${pattern}`)
  const slips = isWords(term)
    ? looked(search, {
        name: 'slip',
        words: `${parameters.add(term, 'text')} <% w.words`,
        walked: limits.walkedForSlips,
        when: '(SELECT hits = 0 FROM exact_total)',
      })
    : []
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

interface Look {
  readonly name: string
  /** Whether `request_words w` has it. */
  readonly words: string
  readonly walked: number
  /** Whether to look at all. */
  readonly when: string
}

function looked(search: Search, { name, words, walked, when }: Look): Parts {
  const { limits, wanted } = search
  const isShort = `(SELECT length <= ${limits.searched} FROM list)`
  // Comparing with a slip takes so long that the walk is short in a short list too.
  const rows =
    name === 'slip' ? `${walked}` : `(SELECT CASE WHEN ${isShort} THEN ${limits.searched} ELSE ${walked} END)`
  const most = `(SELECT CASE WHEN ${isShort} THEN ${limits.searched} ELSE ${limits.found + 1} END)`
  const isWhole = name === 'slip' ? `(SELECT length <= ${walked} FROM list)` : isShort
  return [
    `${name}_walk AS MATERIALIZED (${walk(search, words, rows, most, when)})`,
    `${name}_walked AS MATERIALIZED (SELECT count(*) AS hits, ${isWhole} AS is_whole,
      NOT ${when} OR ${isWhole} OR count(*) >= ${wanted()} AND NOT (${isShort}) AS is_enough FROM ${name}_walk)`,
    `${name}_found AS MATERIALIZED (${find(search, words, name === 'slip' ? most : null)}
      WHERE (SELECT NOT is_enough FROM ${name}_walked) ORDER BY ${orderBy(search.order)} LIMIT ${most})`,
    `${name}_more AS MATERIALIZED (SELECT count(*) AS hits FROM (${find(search, words, `${limits.found + 1}`)}
      WHERE ${when} AND (SELECT is_enough AND NOT is_whole AND hits <= ${limits.found} FROM ${name}_walked)) m)`,
    `${name} AS (SELECT * FROM ${name}_walk WHERE (SELECT is_enough FROM ${name}_walked)
      UNION ALL SELECT * FROM ${name}_found)`,
    `${name}_total AS MATERIALIZED (SELECT hits, NOT ${isShort} AND hits > ${limits.found} AS is_capped FROM (
      SELECT CASE WHEN is_enough THEN greatest(hits, (SELECT hits FROM ${name}_more))
        ELSE (SELECT count(*) FROM ${name}_found) END AS hits FROM ${name}_walked) n)`,
  ]
}

/** Too short for the index: in a long list only the first rows are looked at, and there may be more. */
function walkedOnly(search: Search, words: string): Parts {
  const { searched: rows } = search.limits
  return [
    `exact AS MATERIALIZED (${walk(search, words, `${rows}`, `${rows}`, 'true')})`,
    `exact_total AS (SELECT count(*) AS hits, (SELECT length > ${rows} FROM list) AS is_capped FROM exact)`,
  ]
}

function walk(search: Search, words: string, rows: string, most: string, when: string): string {
  const { filter, order } = search
  const conditions = [
    when,
    `(SELECT ${words} FROM request_words w WHERE w.request_id = o.request_id)`,
    ...(search.residue.length > 0
      ? [
          `(SELECT ${search.residue.join(' AND ')} FROM request_access a
          WHERE a.account_id = ${filter.account} AND a.request_id = o.request_id)`,
        ]
      : []),
  ]
  return `SELECT * FROM (${inOrder(filter, order)} LIMIT ${rows}) o WHERE ${conditions.join(' AND ')} LIMIT ${most}`
}

/** From the index of words, which knows who may find what; each row is then looked at where the list has it. */
function find(search: Search, words: string, most: string | null): string {
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
  const selected = [...order.keys.map((key, index) => `${key} AS k${index}`), 'a.request_id'].join(', ')
  return `SELECT ${keyNames(order).join(', ')} FROM (SELECT f.* FROM (
      SELECT w.request_id FROM request_words w WHERE w.viewers @> ARRAY[${filter.account}] AND ${words} OFFSET 0) h
    CROSS JOIN LATERAL (SELECT ${selected} FROM request_access a WHERE ${conditions.join(' AND ')} OFFSET 0) f
    ${most ? `LIMIT ${most}` : ''}) l`
}
