import pg from 'pg'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts'
import { connect, type Database, openDatabase } from './connect.ts'
import { together } from './pipelining.ts'
import { type Transaction, transaction } from './transaction.ts'

let database: TestDatabase
let pool: pg.Pool
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  pool = connect(database.connection, 'application', 2, () => {})
  db = openDatabase(pool)
})
afterAll(async () => {
  await pool?.end()
  await database?.drop()
})
afterEach(() => vi.restoreAllMocks())

const write = (tx: Transaction, key: string, failures = 1) =>
  sql`INSERT INTO throttles VALUES (${key}, now(), ${failures})`.execute(tx)
const read = async (tx: Transaction, key: string) =>
  (await tx.selectFrom('throttles').select('failures').where('key', '=', key).executeTakeFirst())?.failures
const kept = async (...keys: string[]) =>
  (await db.selectFrom('throttles').select('key').where('key', 'in', keys).orderBy('key').execute()).map(
    ({ key }) => key,
  )

async function twice(tx: Transaction, key: string): Promise<void> {
  await write(tx, key)
  await read(tx, key)
}

/** The statements that a connection is given, each with how many before it were unanswered then. */
function watchStatements(): { readonly text: string; readonly unanswered: number }[] {
  const seen: { text: string; unanswered: number }[] = []
  let unanswered = 0
  const query = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    seen.push({ text: String(given[0]).trim().split(' ').slice(0, 1).join().toLowerCase(), unanswered })
    unanswered += 1
    const answer = (query as (...args: unknown[]) => Promise<unknown>).apply(this, given)
    const answered = () => void (unanswered -= 1)
    answer.then(answered, answered)
    return answer as never
  })
  return seen
}

test('statements that are made together reach the server in one go, the first of them with BEGIN', async () => {
  await kept('a')
  const seen = watchStatements()
  await transaction(db, async (tx) => {
    await read(tx, 'a')
    await together([write(tx, 'a'), write(tx, 'b'), read(tx, 'a')])
  })
  expect(seen).toEqual([
    { text: 'begin', unanswered: 0 },
    { text: 'select', unanswered: 1 },
    { text: 'insert', unanswered: 0 },
    { text: 'insert', unanswered: 1 },
    { text: 'select', unanswered: 2 },
    { text: 'commit', unanswered: 0 },
  ])
})

test('a transaction that begins with a change waits for BEGIN', async () => {
  const seen = watchStatements()
  await transaction(db, (tx) => together([write(tx, 'c'), read(tx, 'c'), write(tx, 'd')]))
  expect(seen.map(({ text, unanswered }) => `${text} ${unanswered}`)).toEqual([
    'begin 0',
    'insert 0',
    'select 1',
    'insert 2',
    'commit 0',
  ])
})

test('each statement sees what those before it did', async () => {
  const found = await transaction(db, async (tx) => {
    const [, first, , second] = await together([
      write(tx, 'e', 7),
      read(tx, 'e'),
      sql`UPDATE throttles SET failures = 8 WHERE key = 'e'`.execute(tx),
      read(tx, 'e'),
    ])
    return [first, second]
  })
  expect(found).toEqual([7, 8])
})

test('one that fails takes all of its transaction with it, those before and those after', async () => {
  const failing = transaction(db, (tx) =>
    together([twice(tx, 'f'), sql`SELECT 1 / 0`.execute(tx), write(tx, 'g')]),
  )
  await expect(failing).rejects.toThrow('division by zero')
  expect(await kept('f', 'g')).toEqual([])
  await transaction(db, (tx) => write(tx, 'h'))
  expect(await kept('h')).toEqual(['h'])
})

test('one that fails unheard commits nothing', async () => {
  const failing = transaction(db, async (tx) => {
    await Promise.allSettled([write(tx, 'i'), sql`SELECT 1 / 0`.execute(tx)])
  })
  await expect(failing).rejects.toThrow('rolled back instead of committed')
  expect(await kept('i')).toEqual([])
})

test('where BEGIN fails, nothing is changed outside of a transaction', async () => {
  const query = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const failing = given[0] === 'begin' ? ['SELECT 1 / 0', ...given.slice(1)] : given
    return (query as (...args: unknown[]) => never).apply(this, failing)
  })
  await expect(transaction(db, (tx) => write(tx, 'j'))).rejects.toThrow('division by zero')
  await expect(
    transaction(db, async (tx) => {
      await read(tx, 'j')
      await write(tx, 'j')
    }),
  ).rejects.toThrow('division by zero')
  expect(await kept('j')).toEqual([])
})

test('a connection that is lost under way fails every statement, and the next transaction works', async () => {
  const failing = transaction(db, async (tx) => {
    await write(tx, 'k')
    await together([
      read(tx, 'k'),
      sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(tx),
      write(tx, 'l'),
    ])
  })
  await expect(failing).rejects.toThrow('connection error')
  expect(await kept('k', 'l')).toEqual([])
})
