import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { advisoryLocks } from '#api/platform/db/advisory-locks.ts'
import { connect } from '#api/platform/db/connect.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { billingEnvironment } from '#api/testing/billing/billing.ts'
import { addressOf, createTestDatabase } from '#api/testing/database.ts'
import { operate } from '../testing/operate.ts'
import type { Finding } from './finding.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ environment: { TEST_SYSTEM: '1' } })
})
afterEach(() => fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' }))
afterAll(() => api?.stop())

/** What it finds, by part. */
async function examine(change: Record<string, string> = {}) {
  const { status, output, errors } = await operate(['doctor', '--json'], { ...api.environment, ...change })
  expect(errors).toBe('')
  const { findings } = JSON.parse(output) as { findings: Finding[] }
  const of = (part: string) => findings.filter((finding) => finding.part === part)
  const states = (part: string) => of(part).map(({ state }) => state)
  return { status, findings, of, states, output }
}

test('a running installation is well, part by part', async () => {
  const { findings, of, states } = await examine()
  expect(findings.filter(({ state }) => state === 'failed')).toEqual([])
  expect(of('database')[0]).toMatchObject({ state: 'ok', found: expect.stringMatching(/^PostgreSQL \d+/) })
  expect(of('documents')[2]).toMatchObject({
    state: 'ok',
    found: expect.stringMatching(/^belongs to this database/),
  })
  expect(of('timestamps')).toHaveLength(2)
  expect(states('timestamps')).toEqual(['ok', 'ok'])
  // The sandbox's mail server offers no TLS.
  expect(states('email')).toEqual(['ok', 'warning'])
  expect(states('workers')).toEqual(['ok'])
  expect(of('public address')[0]).toMatchObject({
    state: 'ok',
    found: expect.stringContaining('this installation'),
  })
  // The test's server lets its owner in, who is a superuser.
  expect(of('roles').map(({ state }) => state)).toEqual(['ok', 'ok', 'warning', 'warning'])
  for (const { state, advice } of findings)
    expect([state, advice === undefined]).toEqual([state, state === 'ok'])
})

test('its lines name the state, what was found and what to do', async () => {
  const { status, output } = await operate(['doctor'], { ...api.environment, SMTP_URL: 'smtp://127.0.0.1:1' })
  expect(status).toBe(1)
  expect(output).toMatch(/^✓ ok {7}database: PostgreSQL/m)
  expect(output).toMatch(
    /^✗ failed {3}email: 127\.0\.0\.1:1, connection: .*ECONNREFUSED.*\n {13}Check host and port/m,
  )
  expect(output).toMatch(/\n\d+ ok, (1 warning|\d+ warnings), 1 failed\n$/)
})

test('a payment provider that refuses the key, lacks prices, or is no longer configured is named, with what to do', async () => {
  const stripe = billingEnvironment('stripe', api.payment)
  const wrong = await examine({ ...stripe, STRIPE_SECRET_KEY: 'sk_test_of_another_account' })
  expect(wrong.status).toBe(1)
  expect(wrong.of('payment')).toMatchObject([
    { state: 'failed', found: expect.stringMatching(/^STRIPE refuses this installation: HTTP status 401/) },
  ])
  expect(wrong.output).not.toContain('sk_test_of_another_account')
  const withoutPrices = await examine(stripe)
  expect(withoutPrices.of('payment')).toMatchObject([
    {
      state: 'failed',
      found: expect.stringMatching(/^STRIPE lacks \d+ prices: .*team_month_chf/),
      advice: expect.stringContaining('countersign business prices'),
    },
  ])
  const owner = connect(api.connection, 'owner', 1, () => {})
  await owner.query(
    `INSERT INTO billing_events (provider, id, type, customer_id, received_at)
     VALUES ('CHARGEBEE', 'ev_1', 'subscription_changed', 'cus_1', now())`,
  )
  await owner.end()
  expect((await examine(stripe)).of('payment')).toContainEqual({
    part: 'payment',
    state: 'warning',
    found:
      'CHARGEBEE is not configured, but 0 businesses with a plan there, 0 open orders, 1 webhook and 0 uncharged signatures wait for it',
    advice: expect.stringContaining('Set the variables of CHARGEBEE again'),
  })
})

test('a master key that isn’t the one of the database is found before a start refuses it', async () => {
  expect((await examine()).states('master key')).toEqual(['ok'])
  const { status, of } = await examine({ COUNTERSIGN_MASTER_KEY: randomBytes(32).toString('base64') })
  expect(status).toBe(1)
  expect(of('master key')).toMatchObject([
    {
      state: 'failed',
      found: expect.stringContaining('does not open'),
      advice: expect.stringContaining('Set'),
    },
  ])
})

test('all wrong settings are named, and everything else is checked with the others', async () => {
  const { status, of, states } = await examine({
    PORT: '70000',
    LOG_LEVEL: 'LOUD',
    SMPT_URL: 'smtp://x',
    SMS_GATEWAY_KEY: '',
  })
  expect(status).toBe(1)
  const settings = of('settings').map(({ found }) => found.split(' ')[0])
  expect(new Set(settings)).toEqual(new Set(['LOG_LEVEL', 'PORT', 'SMPT_URL', 'SMS_GATEWAY_KEY']))
  expect(of('database')[0]?.state).toBe('ok')
  expect(states('timestamps')).toEqual(['ok', 'ok'])
})

test('with the database down, the rest is checked', async () => {
  const { status, of, states, output } = await examine({
    DATABASE_URL: 'postgres://countersign:hidden-word@127.0.0.1:1/db',
  })
  expect(status).toBe(1)
  expect(of('database')).toMatchObject([
    {
      state: 'failed',
      found: expect.stringContaining('ECONNREFUSED'),
      advice: expect.stringContaining('DATABASE_URL'),
    },
  ])
  expect(states('timestamps')).toEqual(['ok', 'ok'])
  expect(states('email')).toEqual(['ok', 'warning'])
  expect(of('documents')[0]?.state).toBe('ok')
  expect(output).not.toContain('hidden-word')
})

/** A database of its own, on which `prepare` was done. */
async function onDatabase(prepare: (owner: pg.Client) => Promise<unknown>) {
  const database = await createTestDatabase()
  const owner = new pg.Client(database.connection)
  await owner.connect()
  try {
    await prepare(owner)
  } finally {
    await owner.end()
  }
  return { DATABASE_URL: addressOf(database.connection), drop: () => database.drop() }
}

test('an empty database is one finding, with what to do', async () => {
  const { drop, ...empty } = await onDatabase((owner) =>
    owner.query('DROP SCHEMA public CASCADE; DROP SCHEMA graphile_worker CASCADE; CREATE SCHEMA public'),
  )
  const { findings } = await examine({ ...empty, COUNTERSIGN_DATA: join(tmpdir(), crypto.randomUUID()) })
  const failed = findings.filter(({ state }) => state === 'failed')
  expect(failed).toMatchObject([{ part: 'schema', found: 'the database is empty' }])
  expect(JSON.stringify(findings)).not.toContain('does not exist')
  await drop()
})

test('a database of an older release is named, and so is what can’t be checked because of it', async () => {
  const { drop, ...older } = await onDatabase((owner) =>
    owner.query(
      `DELETE FROM migrations WHERE name >= '0100'; ALTER TABLE installation DROP COLUMN addresses_converted_at`,
    ),
  )
  const { of } = await examine(older)
  expect(of('schema')).toMatchObject([{ state: 'failed', found: expect.stringContaining('older release') }])
  expect(of('addresses')).toMatchObject([
    { state: 'failed', advice: expect.stringContaining('of another release') },
  ])
  await drop()
})

test('it says how old the latest complete backup is, and warns of none, of an old, failed or interrupted one', async () => {
  const owner = connect(api.connection, 'owner', 1, () => {})
  const backup = (state: string, hours: number) =>
    owner.query(
      `INSERT INTO backups (id, kind, target, state, started_at, finished_at, error)
       VALUES ($1, 'scheduled', '/backups', $2, now() - $3 * interval '1 hour', now() - $3 * interval '1 hour', $4)`,
      [crypto.randomUUID(), state, hours, state === 'FAILED' ? 'the disk is full' : null],
    )
  expect((await examine()).of('backups')).toMatchObject([
    { state: 'warning', advice: expect.stringContaining('BACKUP_TARGET') },
  ])
  await backup('COMPLETE', 50)
  expect((await examine()).of('backups')).toMatchObject([
    { state: 'warning', found: 'the latest complete one is 50 hours old' },
  ])
  await backup('COMPLETE', 3)
  expect((await examine()).of('backups')).toMatchObject([
    { state: 'ok', found: 'the latest complete one is 3 hours old' },
  ])
  await backup('FAILED', 1)
  expect((await examine()).of('backups')).toMatchObject([
    { state: 'warning', found: expect.stringContaining('the last attempt failed: the disk is full') },
  ])
  await backup('RUNNING', 0.5)
  await owner.query('SELECT pg_advisory_lock($1)', [advisoryLocks.backups])
  expect((await examine()).of('backups')).toMatchObject([
    { state: 'ok', found: 'the latest complete one is 3 hours old' },
  ])
  await owner.query('SELECT pg_advisory_unlock($1)', [advisoryLocks.backups])
  expect((await examine()).of('backups')).toMatchObject([
    {
      state: 'warning',
      found: 'the latest complete one is 3 hours old (the last attempt was interrupted)',
    },
  ])
  await backup('INCOMPLETE', 0)
  expect((await examine()).of('backups')).toMatchObject([
    { state: 'warning', found: expect.stringContaining('the last one is incomplete') },
  ])
  await owner.query('DELETE FROM backups')
  await owner.end()
})

test('only backups in BACKUP_TARGET say how old the latest is, and a target that has lost its backups is named', async () => {
  const owner = connect(api.connection, 'owner', 1, () => {})
  const backup = (state: string, target: string, hours: number) =>
    owner.query(
      `INSERT INTO backups (id, kind, target, state, started_at, finished_at)
       VALUES ($1, 'manual', $2, $3, now() - $4 * interval '1 hour', now() - $4 * interval '1 hour')`,
      [crypto.randomUUID(), target, state, hours],
    )
  await backup('FAILED', '/elsewhere', 2)
  await backup('COMPLETE', '/root/before-change', 1)
  const there = { BACKUP_TARGET: '/elsewhere/' }
  expect((await examine(there)).of('backups')).toMatchObject([
    { state: 'warning', found: expect.stringMatching(/^none is complete yet \(the last attempt failed/) },
  ])
  await backup('COMPLETE', '/elsewhere', 0)
  expect((await examine(there)).of('backups')).toMatchObject([
    { state: 'failed', found: expect.stringContaining('has none now. Is it mounted?') },
    { state: 'ok', found: 'the latest complete one is 0 hours old' },
  ])
  await owner.query('DELETE FROM backups')
  await owner.end()
})

test('an authority that is down, or whose certificates are not trusted, is named', async () => {
  await api.fault('tsa', 'status_503', 9)
  const { status, of } = await examine()
  expect(status).toBe(1)
  expect(of('timestamps')).toMatchObject([
    { state: 'failed', found: expect.stringContaining(`${api.sandboxUrl}/tsa: `) },
    { state: 'ok', found: expect.stringContaining('/tsa2') },
  ])
})

test.each([
  ['reject_sender', '553 5.7.1'],
  ['reject_sender_late', '553 5.7.1'],
  ['deny_relay', '554 5.7.1'],
] as const)(
  'a mail server that lets us in, and takes nothing from us (%s), is named with what it said',
  async (kind, said) => {
    await api.fault('smtp', kind, 1)
    const { status, of } = await examine()
    expect(status).toBe(1)
    expect(of('email')).toMatchObject([
      {
        state: 'failed',
        found: expect.stringContaining(`sender: ${said}`),
        advice: expect.stringContaining('MAIL_FROM'),
      },
    ])
  },
)

test('a mail server that takes our mails, and has no mailbox of our sender, is fine', async () => {
  await api.fault('smtp', 'reject_recipient', 1)
  expect((await examine()).of('email')[0]).toMatchObject({ state: 'ok' })
})

test('a store of another installation, an unfinished restore, moved documents and a missing document folder are found', async () => {
  const { documentStore, installation } = api.context
  await documentStore.writeNote('installation', crypto.randomUUID())
  const other = await examine()
  expect(other.of('documents').at(-1)).toMatchObject({
    state: 'failed',
    found: expect.stringContaining('is of installation'),
  })
  await documentStore.writeNote('installation', 'unfinished restore of backup 20261127T233000Z-1a2b3c')
  const restored = (await examine()).of('documents').at(-1)
  expect(restored).toMatchObject({ state: 'failed', found: expect.stringContaining('repeat the restore') })
  expect(JSON.stringify(restored)).not.toContain(installation.id)
  await documentStore.writeNote('installation', installation.id)
  await documentStore.writeNote('moved-to', 's3://documents')
  expect((await examine()).of('documents').at(-1)).toMatchObject({
    state: 'failed',
    found: expect.stringContaining('were moved from'),
  })
  await documentStore.removeNote('moved-to')
  const file = join(api.context.config.dataDirectory, 'a-file')
  await writeFile(file, '')
  const { of } = await examine({ COUNTERSIGN_DATA: file })
  expect(of('settings')[0]?.found).toContain('COUNTERSIGN_DATA')
  expect(of('documents')[0]).toMatchObject({ state: 'failed' })
})
