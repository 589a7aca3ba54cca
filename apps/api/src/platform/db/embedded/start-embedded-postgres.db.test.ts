import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { canUse, possibleAccounts } from './account.ts'
import { isRunning } from './leftover.ts'
import { startEmbeddedPostgres } from './start-embedded-postgres.ts'
import type { EmbeddedPostgres } from './start-embedded-postgres.ts'

let folder: string
let directory: string
const running: EmbeddedPostgres[] = []
const children: ChildProcess[] = []

// Making a cluster takes longer than anything else here: most tests share one.
const made = mkdtempSync(path.join(tmpdir(), 'countersign-made-'))

beforeAll(async () => (await startEmbeddedPostgres({ directory: made })).stop())

afterAll(() => rmSync(made, { recursive: true }))

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-launcher-'))
  directory = made
})

afterEach(async () => {
  await Promise.all(children.splice(0).map(end))
  await Promise.all(running.splice(0).map((server) => server.stop()))
  rmSync(folder, { recursive: true, force: true })
})

async function end(child: ChildProcess): Promise<void> {
  const ended = child.exitCode !== null || child.signalCode !== null ? undefined : once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

const quick = { fsync: 'off' }

async function start(
  options: Partial<Parameters<typeof startEmbeddedPostgres>[0]> = {},
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ directory, ...options })
  running.push(server)
  return server
}

async function query(server: Pick<EmbeddedPostgres, 'connection'>, sql: string): Promise<unknown[]> {
  const client = new pg.Client(server.connection)
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(sql)
  await client.end()
  return rows
}

/** A process of its own that owns the database, and its connection once it has started. */
async function startInChild(): Promise<{
  child: ChildProcess
  server: Pick<EmbeddedPostgres, 'connection' | 'pid'>
}> {
  const launcher = new URL('start-embedded-postgres.ts', import.meta.url).href
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(launcher)})
    const { connection, pid } = await startEmbeddedPostgres({ directory: ${JSON.stringify(directory)} })
    process.send({ connection, pid })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  children.push(child)
  const [message] = (await once(child, 'message')) as [Pick<EmbeddedPostgres, 'connection' | 'pid'>]
  return { child, server: message }
}

test('the embedded server keeps its rows from one start to the next, and stopping twice is harmless', async () => {
  const first = await start()
  await query(first, 'CREATE TABLE IF NOT EXISTS kept AS SELECT 42 AS answer')
  await Promise.all([first.stop(), first.stop()])

  const second = await start()

  expect(await query(second, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
})

test('the embedded server runs durably, on a socket alone, with an order of strings that is the same everywhere', async () => {
  const server = await start()

  const [settings] = await query(
    server,
    `SELECT current_setting('listen_addresses') AS listen, current_setting('fsync') AS fsync,
            current_setting('synchronous_commit') AS commit, current_setting('jit') AS jit, current_user::text AS owner,
            (SELECT datlocprovider::text || ' ' || datlocale FROM pg_database WHERE datname = 'postgres') AS locale`,
  )
  expect(settings).toEqual({
    listen: '',
    fsync: 'on',
    commit: 'on',
    jit: 'off',
    owner: 'countersign_owner',
    locale: 'b C.UTF-8',
  })
  expect(statSync(path.join(directory, 'pg18')).mode & 0o777).toBe(0o700)
})

test('the embedded server takes over from a process that was killed', async () => {
  const { child, server } = await startInChild()
  await query(server, 'CREATE TABLE IF NOT EXISTS kept AS SELECT 42 AS answer')
  await end(child)
  expect(isRunning(server.pid)).toBe(true)

  const lines: string[] = []
  const next = await start({ log: (line) => lines.push(line) })

  expect(lines[0]).toContain(`process ${server.pid}`)
  expect(isRunning(server.pid)).toBe(false)
  expect(await query(next, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
})

test('the embedded server refuses a folder that another process has, and names that process', async () => {
  const { child, server } = await startInChild()

  await expect(start()).rejects.toMatchObject({
    code: 'in_use',
    message: expect.stringContaining(`process ${child.pid}`),
  })

  expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await end(child)
  await start() // ends the server that the child leaves behind
})

test('the embedded server tells when the server ends on its own, and starts again', async () => {
  const server = await start()
  await query(server, 'CREATE TABLE IF NOT EXISTS kept AS SELECT 42 AS answer')

  process.kill(server.pid, 'SIGKILL')
  await server.exited
  await server.stop()

  expect(await query(await start(), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
})

test('the embedded server clears a process number that went to another process since', async () => {
  writeFileSync(path.join(directory, 'pg18', 'postmaster.pid'), `${process.pid}\n${directory}/pg18\n`)

  expect(await query(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('the embedded server works in a path with spaces, commas and quotes', async () => {
  directory = path.join(folder, `Anna's "data", copy`)

  const server = await start({ settings: quick })

  expect(server.connection.host).toBe(path.join(realpathSync(directory), 'pg18'))
  expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('the embedded server works in a path that is too long for a socket, and removes the folder it used instead', async () => {
  directory = path.join(folder, 'ü'.repeat(60), 'data')

  const server = await start({ settings: quick })

  const { host } = server.connection
  expect(statSync(host).mode & 0o777).toBe(0o700)
  expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await server.stop()
  expect(existsSync(host)).toBe(false)
})

const usable = possibleAccounts().filter((account) => canUse(account, tmpdir(), '/bin/true'))

test.each(usable)('the embedded server runs as $kind in a closed folder', async (account) => {
  directory = path.join(folder, 'closed', 'data')
  mkdirSync(path.dirname(directory), { mode: 0o700 })
  const openFolder = mkdtempSync(path.join(tmpdir(), 'countersign-open-'))

  for (const round of [1, 2]) {
    const server = await start({ accounts: [account], openFolder, settings: quick })
    await query(server, 'CREATE TABLE IF NOT EXISTS rounds (round int)')
    expect(await query(server, `INSERT INTO rounds SELECT count(*) + 1 FROM rounds RETURNING round`)).toEqual(
      [{ round }],
    )
    await server.stop()
  }

  rmSync(openFolder, { recursive: true })
})

type Damage = { of: string; to: string; instead?: Buffer | 'folder'; code: string }

const damages: Damage[] = [
  { of: 'a cut', to: 'global/pg_control', instead: Buffer.alloc(100), code: 'cluster_broken' },
  { of: 'a garbled', to: 'global/pg_control', instead: Buffer.alloc(8192, 7), code: 'cluster_broken' },
  { of: 'a missing', to: 'global/pg_control', code: 'cluster_broken' },
  { of: 'a missing', to: 'pg_wal', code: 'cluster_broken' },
  { of: 'a missing', to: 'PG_VERSION', code: 'cluster_broken' },
  { of: 'another', to: 'PG_VERSION', instead: Buffer.from('17\n'), code: 'wrong_version' },
  { of: 'an empty', to: '.', instead: 'folder', code: 'cluster_broken' },
]

test.each(damages)('the embedded server refuses $of $to', async ({ to, instead, code }) => {
  const original = path.join(directory, 'pg18', to)
  const aside = path.join(folder, 'aside')
  renameSync(original, aside)
  if (instead === 'folder') mkdirSync(original)
  else if (instead) writeFileSync(original, instead)

  await expect(start()).rejects.toMatchObject({ code, message: expect.stringContaining(directory) })
  await expect(start(), 'the folder is free again').rejects.toMatchObject({ code })

  rmSync(original, { recursive: true, force: true })
  renameSync(aside, original)
})

test('the embedded server does not begin again beside the folder of another version', async () => {
  directory = path.join(folder, 'data')
  mkdirSync(path.join(directory, 'pg17'), { recursive: true })

  await expect(start()).rejects.toMatchObject({
    code: 'wrong_version',
    message: expect.stringContaining('pg17'),
  })
})
