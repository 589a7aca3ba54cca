import { exportAdministration, listAdministration } from '@countersign/contract/administration-log.ts'
import { getBusiness } from '@countersign/contract/businesses.ts'
import { logout } from '@countersign/contract/sessions.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openMetrics } from '#api/app/metrics/open-metrics.ts'
import { operate } from '#api/app/operator-commands/testing/operate.ts'
import type { EmbeddedPostgres } from '#api/platform/db/embedded/start-embedded-postgres.ts'
import { startTestPostgres } from '#api/platform/db/embedded/start-test-postgres.ts'
import { connect } from '#api/platform/db/connect.ts'
import { migrate } from '#api/platform/db/migrate.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { addressOf } from '#api/testing/database.ts'
import { type Relay, startRelay } from '#api/testing/nodes/relay.ts'
import { startReplica } from '#api/testing/nodes/replica.ts'
import { type SecondApi, startSecondApi } from '#api/testing/nodes/second-api.ts'
import { readPosition } from './replica.ts'

let primary: EmbeddedPostgres
let standby: EmbeddedPostgres
let wire: Relay
let api: TestApi
let other: SecondApi
let anna: Person
let admin: pg.Client
beforeAll(async () => {
  primary = await startTestPostgres({ settings: { synchronous_commit: 'on' } })
  await migrate(primary.connection)
  standby = await startReplica(primary.connection)
  wire = await startRelay(standby.connection)
  const environment = { DATABASE_READ_URL: addressOf(wire.connection) }
  const database = { connection: primary.connection, drop: async () => {} }
  api = await startTestApi({ database, environment })
  other = await startSecondApi(api)
  anna = await api.person({ firstName: 'Anna' })
  admin = await onReplica()
  await whenUsed()
})
afterAll(async () => {
  await admin?.end()
  await other?.stop()
  await api?.stop()
  await wire?.stop()
  await standby?.stop()
  await primary?.stop()
})

/** As its superuser, who may pause it. */
async function onReplica(): Promise<pg.Client> {
  const client = new pg.Client(standby.connection)
  client.on('error', () => {})
  await client.connect()
  return client
}
const stateOf = (node: TestApi | SecondApi) => node.context.reads.replica?.state().problem
/** For a hook, too, where nothing is polled. */
const whenUsed = () =>
  vi.waitFor(() => expect([stateOf(api), stateOf(other)]).toEqual([null, null]), { timeout: 60_000 })

/** Each node has just read from it, so neither backs off after a failure. */
async function whenRead(): Promise<void> {
  for (const node of [api, other]) {
    const { replica } = await readsOf()
    await expect.poll(async () => titlesAt(node).then(readsOf)).toMatchObject({ replica: replica + 1 })
  }
}

/** How many statements which server has answered, in this process. */
async function readsOf(): Promise<{ replica: number; primary: number }> {
  const text = await openMetrics(api.context, { withDefaults: false }).text()
  const value = (server: string) =>
    Number(new RegExp(`countersign_replica_reads_total\\{server="${server}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
  return { replica: value('replica'), primary: value('primary') }
}

const titlesAt = async (node: TestApi | SecondApi): Promise<string[]> => {
  const { items } = await node.call(requests.listSignatureRequests, { query: { size: '100' } }, anna.as)
  return items.map(({ title }) => title)
}
const aDraftCalled = (title: string) =>
  api.call(requests.createSignatureRequest, { body: { title } }, anna.as)

test('what someone has just changed is in the list that the replica gives, at any node', async () => {
  const before = await readsOf()
  for (let n = 0; n < 20; n += 1) {
    await aDraftCalled(`Draft ${n}`)
    expect(await titlesAt(n % 2 ? api : other)).toContain(`Draft ${n}`)
  }
  const after = await readsOf()
  expect(after.replica - before.replica).toBeGreaterThan(0)
  expect(after.replica + after.primary - before.replica - before.primary).toBe(20)
})

test('a replica that lags isn’t used until it has caught up, and changes are seen meanwhile', async () => {
  await admin.query('SELECT pg_wal_replay_pause()')
  await aDraftCalled('While it is behind')
  const before = await readsOf()
  for (const node of [api, other]) expect(await titlesAt(node)).toContain('While it is behind')
  expect(await readsOf()).toEqual({ ...before, primary: before.primary + 2 })
  await expect.poll(() => stateOf(api)).toBe('lagging')
  const ready = (await (await fetch(`${api.url}/readyz`)).json()) as {
    degraded: { part: string; reason: string }[]
  }
  expect(ready.degraded).toContainEqual(expect.objectContaining({ part: 'replica', reason: 'lagging' }))
  await admin.query('SELECT pg_wal_replay_resume()')
  await whenUsed()
  expect(await titlesAt(api)).toContain('While it is behind')
  expect((await readsOf()).replica).toBe(before.replica + 1)
})

test('a session that has ended reads nothing, however far behind the replica is', async () => {
  const eva = await api.person({ firstName: 'Eva' })
  const list = () => other.ask(requests.listSignatureRequests, {}, eva.as)
  expect((await list()).status).toBe(200)
  await admin.query('SELECT pg_wal_replay_pause()')
  await api.call(logout, {}, eva.as)
  expect((await list()).status).toBe(401)
  await admin.query('SELECT pg_wal_replay_resume()')
  await whenUsed()
})

test('an export is read from the replica, with the record of the export itself as its last line', async () => {
  const id = await aBusiness(api, { admins: [anna] })
  await api.call(getBusiness, { params: { id } }, anna.as)
  const before = await readsOf()
  const file = await (await other.call(exportAdministration, { params: { id } }, anna.as)).text()
  expect(file.trim().split('\n').at(-1)).toContain('activity_exported')
  const { items } = await api.call(listAdministration, { params: { id }, query: {} }, anna.as)
  expect(items[0]?.type).toBe('activity_exported')
  expect((await readsOf()).replica).toBeGreaterThan(before.replica)
})

test('a replica whose connections end during reads isn’t used for the moment, and used again afterwards', async () => {
  const reading = [api, other, api].map(async (node) => {
    for (let n = 0; n < 15; n += 1) expect(await titlesAt(node)).toContain('Draft 0')
  })
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  )
  await Promise.all(reading)
  await whenUsed()
})

test('a statement that the replica cancels because of its recovery is answered by the primary', async () => {
  const owner = connect(primary.connection, 'owner', 1, () => {})
  await owner.query('CREATE TABLE removed AS SELECT generate_series(1, 100) AS id')
  await admin.query('ALTER SYSTEM SET max_standby_streaming_delay = 0')
  await admin.query('SELECT pg_reload_conf()')
  await whenRead()
  const before = await readsOf()
  const reading = api.context.reads.pool.query('SELECT pg_is_in_recovery() AS replica, pg_sleep(2)')
  const isReading = `SELECT FROM pg_stat_activity WHERE query LIKE 'SELECT pg_is_in_recovery() AS replica%' AND state = 'active'`
  await expect.poll(async () => (await admin.query(isReading)).rowCount).toBe(1)
  // These rows were still there for the statement.
  await owner.query('DELETE FROM removed')
  await owner.query('VACUUM removed')
  expect((await reading).rows).toEqual([{ replica: false, pg_sleep: '' }])
  expect(await readsOf()).toEqual({ ...before, primary: before.primary + 1 })
  await admin.query('ALTER SYSTEM RESET max_standby_streaming_delay')
  await admin.query('SELECT pg_reload_conf()')
  await owner.query('DROP TABLE removed')
  await owner.end()
  await whenUsed()
})

test('a call whose statement is at a replica that is cut off is answered by the primary, and so are the next ones', async () => {
  await whenRead()
  const before = await readsOf()
  wire.cut()
  const reading = [api, other].map(async (node) => expect(await titlesAt(node)).toContain('Draft 0'))
  await Promise.all(reading)
  expect(await readsOf()).toEqual({ ...before, primary: before.primary + 2 })
  await expect.poll(() => stateOf(api)).toBe('unreachable')
  expect(await titlesAt(api)).toContain('Draft 0')
  wire.mend()
  await whenUsed()
})

test('doctor checks the replica', async () => {
  const { output } = await operate(['doctor'], { ...api.environment })
  expect(output).toMatch(/✓ ok {7}replica: /)
  await admin.query('SELECT pg_wal_replay_pause()')
  await aDraftCalled('While doctor checks')
  const behind = await operate(['doctor'], { ...api.environment })
  expect(behind.output).toMatch(/! warning {2}replica: is behind the primary/)
  await admin.query('SELECT pg_wal_replay_resume()')
  await whenUsed()
  const elsewhere = await operate(['doctor'], {
    ...api.environment,
    DATABASE_READ_URL: addressOf(primary.connection),
  })
  expect(elsewhere.output).toMatch(/✗ failed {3}replica: .*no replica/)
  const gone = await operate(['doctor'], {
    ...api.environment,
    DATABASE_READ_URL: 'postgres://nobody@127.0.0.1:1/none',
  })
  expect(gone.output).toMatch(/! warning {2}replica: can’t be reached/)
})

test('positions in the log are compared as numbers', () => {
  expect(readPosition('0/0')).toBe(0n)
  expect(readPosition('16/B374D848')).toBe(0x16b374d848n)
  expect(readPosition('9/FFFFFFFF') < readPosition('A/0')).toBe(true)
})
