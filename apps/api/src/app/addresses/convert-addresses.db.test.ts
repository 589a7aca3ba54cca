import { requestConfirmation } from '@countersign/contract/accounts.ts'
import { login } from '@countersign/contract/sessions.ts'
import { listSignatureRequests } from '@countersign/contract/signature-requests.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import { fillTables } from '#api/testing/fill-tables.ts'
import { keyOf } from '#api/testing/reply.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { connect, openDatabase } from '#api/platform/db/connect.ts'
import { addressColumns, convertedWithOthers, leftAsTheyAre } from './address-columns.ts'
import { convertAddresses } from './convert-addresses.ts'

const former = 'anna@xn--bcher-kva.example'
const canonical = 'anna@bücher.example'

let api: TestApi
beforeAll(async () => {
  // Without workers: what earlier releases left is converted when a test says so.
  api = await startTestApi({ jobs: false })
})
afterAll(() => api.stop())

const convert = async () => {
  await api.context.pool.query('UPDATE installation SET addresses_converted_at = NULL')
  await convertAddresses(api.context, api.context.pool)
}
const asKept = (email: string, id: string) =>
  api.context.pool.query('UPDATE accounts SET email = $1 WHERE id = $2', [email, id])
const accountsOf = async (...ids: string[]) => {
  const { rows } = await api.context.pool.query(
    'SELECT email FROM accounts WHERE id = ANY($1) ORDER BY created_at',
    [ids],
  )
  return rows.map(({ email }) => email)
}
const idOf = async (email: string): Promise<string> => {
  const { rows } = await api.context.pool.query('SELECT id FROM accounts WHERE email = $1', [email])
  return rows[0].id
}
const signIn = (email: string) => api.ask(login, { body: { email, password: 'quiet-harbour-lantern-42' } })

test('every column with addresses is converted, or is a record of its time', async () => {
  const { rows } = await api.context.pool.query(`
    SELECT c.table_name || '.' || c.column_name AS name FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.data_type = 'text'
      AND (c.column_name LIKE '%email' OR c.column_name IN ('recipient', 'mailbox'))`)
  const known = [
    ...addressColumns.map(({ table, column }) => `${table}.${column}`),
    ...convertedWithOthers,
    ...leftAsTheyAre,
  ]
  expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
})

test('an address in each table gets its canonical form, and evidence stays as it is', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client(database.connection)
  await client.connect()
  const filled = await fillTables(client, [
    'migrations',
    'installation',
    'plans',
    'plan_prices',
    'extra_prices',
    'subscriptions',
    'integration_requests',
  ])
  const plain = [...addressColumns.filter(({ members }) => !members), ...convertedWithOthers.map(columnNamed)]
  const json: readonly [string, string, unknown][] = [
    ['businesses', 'support_contact', { email: former, phone: '+41' }],
    ['business_billing', 'address', { city: 'Bücher', contactEmail: former }],
    ['templates', 'observers', [former, 'ben@example.org']],
    ['bulk_sends', 'template', { title: former, observers: [former] }],
    ['bulk_send_rows', 'content', { title: former, signers: [{ email: former, values: { a: former } }] }],
    ['signer_group_versions', 'members', [{ email: former, name: 'Zoë' }]],
    ['signatures', 'delegated_by', { email: former, name: 'Zoë', times: 2, formerly: [former] }],
    ['signature_requests', 'summary', { signers: [{ email: former, name: former }], document_names: ['ü'] }],
  ]
  for (const { table, column } of plain) await client.query(`UPDATE ${table} SET ${column} = $1`, [former])
  for (const [table, column, value] of json)
    await client.query(`UPDATE ${table} SET ${column} = $1`, [JSON.stringify(value)])
  await client.query('UPDATE accounts SET deleted_at = NULL')
  // Its owner sees the request.
  await client.query('UPDATE retentions SET deleted_at = NULL')
  await client.query('DELETE FROM departures')
  await client.query(
    `UPDATE identifications SET account_id = NULL, holder = $1, request_id = (SELECT id FROM signature_requests),
      signature_id = (SELECT id FROM signatures), member_id = NULL`,
    [`guest:x:${former}`],
  )
  const others = filled.filter(
    (table) => !plain.some((one) => one.table === table) && !json.some(([one]) => one === table),
  )
  const contents = async () => {
    const all: { readonly table: string; readonly rows: unknown[] }[] = []
    for (const table of others.filter((one) => one !== 'request_words' && one !== 'request_tallies')) {
      const { rows } = await client.query(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY 1`)
      all.push({ table, rows })
    }
    return all
  }
  const before = await contents()
  expect(before.map(({ table }) => table)).toEqual(
    expect.arrayContaining([
      'evidence_events',
      'evidence_heads',
      'business_events',
      'identification_events',
      'signings',
    ]),
  )
  const pool = connect(database.connection, 'owner', 4, () => {})
  const db = openDatabase(pool)
  try {
    await convertAddresses({ db, log: api.context.log, now: () => new Date() }, pool)
    for (const { table, column } of plain) {
      const { rows } = await client.query(`SELECT ${column} AS email FROM ${table}`)
      expect({ table, column, rows }).toEqual({ table, column, rows: rows.map(() => ({ email: canonical })) })
      expect(rows).not.toEqual([])
    }
    const found = async (table: string, column: string) =>
      (await client.query(`SELECT ${column} AS value FROM ${table}`)).rows[0].value
    expect(await found('businesses', 'support_contact')).toEqual({ email: canonical, phone: '+41' })
    expect(await found('business_billing', 'address')).toEqual({ city: 'Bücher', contactEmail: canonical })
    expect(await found('templates', 'observers')).toEqual([canonical, 'ben@example.org'])
    expect(await found('bulk_sends', 'template')).toEqual({ title: former, observers: [canonical] })
    // What was filled in is in the document as it was written.
    expect(await found('bulk_send_rows', 'content')).toEqual({
      title: former,
      signers: [{ email: canonical, values: { a: former } }],
    })
    expect(await found('signer_group_versions', 'members')).toEqual([{ email: canonical, name: 'Zoë' }])
    expect(await found('signatures', 'delegated_by')).toMatchObject({
      email: canonical,
      formerly: [canonical],
    })
    expect(await found('signature_requests', 'summary')).toEqual({
      signers: [{ email: canonical, name: canonical }],
      document_names: ['ü'],
    })
    expect(await found('signature_requests', 'listed')).toContain(canonical)
    expect(await found('identifications', 'holder')).toBe(`guest:x:${canonical}`)
    expect(await contents()).toEqual(before)
    expect(await found('installation', 'addresses_converted_at')).not.toBeNull()
  } finally {
    await db.destroy()
    await client.end()
    await database.drop()
  }
})

test('what was sent to the other form of an account’s address is found by it afterwards', async () => {
  const anna = await api.person({ firstName: 'Anna', email: 'anna.keller@bücher.example' })
  const ben = await api.person({ firstName: 'Ben' })
  const signers = [{ email: 'someone@example.org', firstName: 'Anna', lastName: 'Keller' }]
  const { id } = await aSignatureRequest(api, { owner: ben, signers })
  await api.context.pool.query('UPDATE signatures SET email = $1 WHERE request_id = $2', [
    'anna.keller@xn--bcher-kva.example',
    id,
  ])
  const list = async (query: object = {}) =>
    (await api.call(listSignatureRequests, { query }, anna.as)).items.map((item) => item.id)
  expect(await list()).toEqual([])
  await convert()
  expect(await list()).toEqual([id])
  expect(await list({ search: 'anna.keller@bücher.example' })).toEqual([id])
})

test('an account is signed in to and not made twice before its address is converted', async () => {
  const carla = await api.person({ firstName: 'Carla', email: 'carla@bücher.example' })
  const id = await idOf(carla.email)
  for (const kept of ['carla@xn--bcher-kva.example', 'carla@bu\u0308cher.example']) {
    await asKept(kept, id)
    for (const email of ['carla@bücher.example', 'carla@xn--bcher-kva.example'])
      expect(await keyOf(signIn(email))).toBe('ok')
    await api.call(requestConfirmation, { body: { email: 'carla@bücher.example' } })
    const { rows } = await api.context.pool.query(
      `SELECT kind FROM mails WHERE recipient = $1 ORDER BY created_at DESC`,
      [kept],
    )
    expect(rows[0]?.kind).toBe('account_exists')
    await convert()
    expect(await accountsOf(id)).toEqual(['carla@bücher.example'])
  }
})

test.each([
  ['the canonical form', 'dora@bücher.example', 'dora@xn--bcher-kva.example'],
  ['the other form', 'dario@xn--bcher-kva.example', 'dario@bücher.example'],
])(
  'of two accounts of one mailbox the older one, which has %s, keeps it; none is merged',
  async (_, older, younger) => {
    const first = await api.person({ firstName: 'First' })
    const second = await api.person({ firstName: 'Second' })
    const [one, two] = [await idOf(first.email), await idOf(second.email)]
    await asKept(older, one)
    await asKept(younger, two)
    await convert()
    const [now = '', other = ''] = await accountsOf(one, two)
    expect(now).toMatch(/@bücher/)
    expect(other).toMatch(/@xn--/)
    await convert()
    expect(await accountsOf(one, two)).toEqual([now, other])
  },
)

test('nothing is converted while a process of an earlier release runs, and once it is done nothing is looked for', async () => {
  const { pool } = api.context
  const emil = await api.person({ firstName: 'Emil' })
  const id = await idOf(emil.email)
  await asKept('emil@xn--bcher-kva.example', id)
  await pool.query('UPDATE installation SET addresses_converted_at = NULL')
  const earlier = await pool.connect()
  await earlier.query('SELECT pg_advisory_lock_shared(7466, 99)')
  await convertAddresses(api.context, pool)
  expect(await accountsOf(id)).toEqual(['emil@xn--bcher-kva.example'])
  await earlier.query('SELECT pg_advisory_unlock_shared(7466, 99)')
  earlier.release()
  await convertAddresses(api.context, pool)
  expect(await accountsOf(id)).toEqual(['emil@bücher.example'])
  await asKept('emil@xn--bcher-kva.example', id)
  await convertAddresses(api.context, pool)
  expect(await accountsOf(id)).toEqual(['emil@xn--bcher-kva.example'])
})

function columnNamed(name: string): { readonly table: string; readonly column: string } {
  const [table = '', column = ''] = name.split('.')
  return { table, column }
}
