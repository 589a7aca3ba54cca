import type { ListItem } from '@countersign/contract/signature-request-shapes.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, listPlanning } from '#api/platform/db/connect.ts'
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts'
import type { ListQuery } from './list-filter.ts'
import { bounds, type Bounds } from './list-pages.ts'
import { listRequests } from './list-repository.ts'

// However a list is read, it is the list: random questions, each answered by the product and by looking at every row.

let database: TestDatabase
let pool: pg.Pool
let all: Shown[]
const account = crypto.randomUUID()

interface Shown {
  readonly id: string
  readonly title: string
  readonly words: string
  readonly status: string
  readonly own: boolean
  readonly sender: string
  readonly created: number
  readonly updated: number
  readonly completed: number | null
  readonly expires: number | null
  readonly slips: boolean
}

const length = 2400
const states = ['DRAFT', 'TO_SIGN', 'WAITING', 'COMPLETED', 'CANCELLED', 'ERROR'] as const
const slip = 'apartmnet'
beforeAll(async () => {
  database = await createTestDatabase()
  pool = connect(database.connection, 'application', 4, () => {}, listPlanning)
  const client = new pg.Client(database.connection)
  await client.connect()
  await client.query('SELECT setseed(0.42)')
  await client.query(
    `INSERT INTO accounts (id, email, first_name, last_name) VALUES
      ($1, 'anna@example.org', 'Anna', 'Keller'), (gen_random_uuid(), 'ben@example.org', 'Ben', 'Frei')`,
    [account],
  )
  await client.query(
    `CREATE TABLE made AS SELECT gen_random_uuid() AS id, n, random() < 0.4 AS own,
      ('{DRAFT,TO_SIGN,WAITING,COMPLETED,CANCELLED,ERROR}'::text[])[1 + floor(random() * 6)::int] AS status,
      'sender' || floor(sqrt(random() * 36)) || '@example.org' AS sender,
      CASE WHEN n % 40 = 0 THEN 'Apartment lease ' WHEN n < 900 THEN 'Contract of sale ' ELSE 'contract ' END || n % 700 AS title,
      timestamptz '2026-01-01' + n * interval '1 hour' AS created_at,
      timestamptz '2026-01-01' + floor(random() * 2400) * interval '1 hour' + n * interval '1237 microseconds' AS updated_at,
      CASE WHEN random() < 0.5 THEN timestamptz '2026-01-01' + floor(random() * 2400) * interval '1 hour' END AS completed_at,
      CASE WHEN random() < 0.8 THEN timestamptz '2026-03-01' + floor(random() * 2400) * interval '1 hour' END AS expires_at
    FROM generate_series(1, ${length}) n`,
  )
  await client.query(
    `INSERT INTO signature_requests (id, owner_id, title, quality, status, created_at, updated_at, completed_at, expires_at)
    SELECT m.id, a.id, title, 'SES', 'OPEN', m.created_at, updated_at, completed_at, expires_at
    FROM made m JOIN accounts a ON (a.email = 'anna@example.org') = m.own`,
  )
  await client.query(
    `INSERT INTO request_access (account_id, request_id, is_owner, status, owner_email, title, created_at, updated_at, completed_at, expires_at)
    SELECT $1, id, own, status, CASE WHEN own THEN 'anna@example.org' ELSE sender END, title, created_at, updated_at, completed_at, expires_at
    FROM made`,
    [account],
  )
  await client.query(
    `INSERT INTO request_words SELECT id, ARRAY[$1::uuid], lower(title || ' ' || sender) FROM made`,
    [account],
  )
  await client.query('VACUUM ANALYZE request_access, request_words, request_tallies')
  const { rows } = await client.query<Omit<Shown, 'created'> & Record<string, unknown>>(
    `SELECT id, title, lower(title) AS key, lower(title || ' ' || sender) AS words, status, own,
      CASE WHEN own THEN 'anna@example.org' ELSE sender END AS sender,
      extract(epoch FROM created_at)::float AS created, extract(epoch FROM updated_at)::float AS updated,
      extract(epoch FROM completed_at)::float AS completed, extract(epoch FROM expires_at)::float AS expires,
      word_similarity($1, lower(title || ' ' || sender)) >= 0.5 AS slips FROM made`,
    [slip],
  )
  await client.end()
  all = rows as unknown as Shown[]
})
afterAll(async () => {
  await pool?.end()
  await database?.drop()
})

/** The same numbers each time: what failed once fails again. */
function dice(seed: number): <Value>(of: readonly Value[]) => Value {
  let state = seed
  return (of) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return of[Math.floor((state / 2_147_483_648) * of.length)] as (typeof of)[number]
  }
}

function question(seed: number): ListQuery {
  const pick = dice(seed * 7919 + 1)
  for (let warm = 0; warm < 5; warm += 1) pick([0])
  const chosen = states.filter(() => pick([true, false]))
  const search = pick([undefined, 'contract', 'sale 12', 'lease', slip, 'sender3', '7', '%', 'nothing of it'])
  const from = pick([undefined, undefined, '2026-02-01', '2026-03-20T12:00:00Z'])
  const to = pick([undefined, undefined, '2026-03-03', '2026-04-15T12:00:00Z'])
  return {
    page: pick([1, 1, 2, 3, 7, 20, 60]),
    size: pick([25, 50, 100]),
    sort: pick(['asc', 'desc']),
    sort_by: pick(['created_at', 'updated_at', 'title', 'status', 'expiration_date']),
    date_time_mode: pick(['created', 'updated', 'completed', 'expires']),
    ...(pick([true, true, false]) && { date_from: from, date_to: to }),
    ...(chosen.length > 0 && { status: chosen }),
    ...(pick([true, false]) && { search }),
    send_by: pick([undefined, undefined, undefined, 'me', 'sender5@example.org', 'sender0@example.org']),
  }
}

/** Every row looked at. */
function naive(query: ListQuery): Shown[] {
  const dateOf = (row: Shown) => row[query.date_time_mode]
  const from = query.date_from ? Date.parse(query.date_from) / 1000 : -Infinity
  const isDay = query.date_to?.length === 10
  const to = query.date_to ? Date.parse(query.date_to) / 1000 + (isDay ? 86_400 : 0) : Infinity
  const isDated = query.date_from !== undefined || query.date_to !== undefined
  const asked = all.filter((row) => {
    const date = dateOf(row)
    if (query.status && !query.status.includes(row.status as never)) return false
    if (query.send_by === 'me' ? !row.own : query.send_by && row.sender !== query.send_by) return false
    return !isDated || (date !== null && date >= from && (isDay ? date < to : date <= to))
  })
  const { search } = query
  if (!search) return asked
  const exact = asked.filter((row) => row.words.includes(search))
  return exact.length > 0 || search !== slip ? exact : asked.filter((row) => row.slips)
}

function sorted(rows: Shown[], { sort, sort_by }: ListQuery): Shown[] {
  const keys = (row: Shown): (string | number)[] =>
    ({
      created_at: [row.created],
      updated_at: [row.updated],
      title: [row.title.toLowerCase()],
      status: [row.status, row.updated],
      expiration_date: [row.expires ?? Infinity],
    })[sort_by]
  const compare = (a: Shown, b: Shown) => {
    const [left, right] = [
      [...keys(a), a.id],
      [...keys(b), b.id],
    ]
    const index = left.findIndex((key, at) => key !== right[at])
    return index < 0 ? 0 : (left[index] ?? 0) < (right[index] ?? 0) ? -1 : 1
  }
  return rows.toSorted((a, b) => (sort === 'asc' ? compare(a, b) : compare(b, a)))
}

/** To the millisecond, whatever a fraction has lost in seconds. */
const at = (seconds: number | null) =>
  seconds === null ? null : new Date(Math.floor(seconds * 1000 + 0.0005)).toISOString()

/** What both say: as far as a long list is searched. */
async function answers(query: ListQuery, limits: Bounds): Promise<{ list: unknown; naively: unknown }> {
  const rows = sorted(naive(query), query)
  const list = await listRequests(pool, { viewerId: account }, query, limits)
  const isLong = query.search !== undefined && listed(query).length > limits.searched
  // Less than three letters: only the first rows were looked at.
  const isBlind = isLong && (query.search === '7' || query.search === '%')
  // Slips are looked for until there are enough for the page.
  const isLoose = query.search === slip && list.isCapped
  if (isBlind || isLoose) return { list: list.isCapped && list.total <= rows.length, naively: true }
  const most = isLong ? limits.found : query.search ? Infinity : limits.count
  const start = (query.page - 1) * query.size
  // Beyond what is counted of a search nothing is shown.
  const isShown = !isLong || start + query.size <= limits.found
  return {
    list: [
      list.total,
      list.isCapped,
      isShown && itemsOf(list.items).map((item) => [item.id, item.updated_at, item.expiration_date]),
    ],
    naively: [
      Math.min(rows.length, most),
      rows.length > most,
      isShown &&
        rows.slice(start, start + query.size).map((row) => [row.id, at(row.updated), at(row.expires)]),
    ],
  }
}

const itemsOf = (items: string) => JSON.parse(`[${items}]`) as ListItem[]

/** The list that is searched. */
const listed = (query: ListQuery) =>
  all.filter(
    (row) =>
      (!query.status || query.status.includes(row.status as never)) && (query.send_by !== 'me' || row.own),
  )

test.each([
  ['as the product has it', bounds],
  [
    'where a few hundred are many',
    { count: 900, few: 120, deep: 50, searched: 500, walked: 80, walkedForSlips: 60, found: 100 },
  ],
])('three hundred random questions, %s', async (_, limits) => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const query = question(seed)
    const { list, naively } = await answers(query, limits)
    expect(list, `question ${seed}: ${JSON.stringify(query)}`).toEqual(naively)
  }
})
