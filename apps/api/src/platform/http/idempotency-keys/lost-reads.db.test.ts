import { createBulkSend } from '@countersign/contract/bulk-sends.ts'
import { createRequestV2 } from '@countersign/contract/integration/signature-requests.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anApiUser, type Program } from '#api/testing/api-user.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { someEmail } from '#api/testing/request-actions.ts'
import { aTemplate } from '#api/testing/template.ts'

// What is committed is answered, even where the database is lost while the answer is read: a client told that it failed
// would send the same again, and it would be done twice.

let api: TestApi
let ben: Person
let program: Program
let admin: pg.Client
beforeAll(async () => {
  api = await startTestApi({ jobs: false })
  ben = await api.person({ firstName: 'Ben' })
  program = await anApiUser(api, {
    admin: ben,
    businessId: await aBusiness(api, { admins: [ben] }),
  })
  admin = new pg.Client(api.connection)
  await admin.connect()
})
afterAll(async () => {
  await admin?.end()
  await api?.stop()
})

const aKey = () => ({ 'idempotency-key': crypto.randomUUID() })

/** Ends every connection that waits for this table, which only the answer needs. */
async function loseReadsOf<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
  await admin.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
  const ended = work()
  const endWaiting = async () => {
    await admin.query('SELECT pg_stat_clear_snapshot()')
    const { rowCount } = await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return rowCount
  }
  await expect.poll(endWaiting).toBeGreaterThan(0)
  await admin.query('COMMIT')
  return ended
}
const countOf = async (table: string) => (await admin.query(`SELECT FROM ${table}`)).rowCount

test('a request that a program has sent is answered and sent once, even if the database is lost before it is presented', async () => {
  const email = someEmail('guest')
  const signatures = [{ account_email: email, signer_identity_data: { email_address: email } }]
  const body = { title: 'Lease', quality: 'SES' as const, content: aPdf().toString('base64'), signatures }
  const key = aKey()
  const ask = () => api.ask(createRequestV2, { body }, program.as, key)
  const first = await loseReadsOf('signature_images', ask)
  expect(first).toMatchObject({ status: 200, ok: true })
  expect(await ask()).toMatchObject({ status: 200, body: { id: first.ok && first.body.id } })
  expect(await countOf(`signature_requests WHERE title = 'Lease'`)).toBe(1)
  expect(await countOf(`mails WHERE recipient = '${email}'`)).toBe(1)
})

test('a bulk send is answered and made once, even if the database is lost before it is presented', async () => {
  const { id, roles } = await aTemplate(api, { owner: ben, roles: ['Landlord', 'Tenant'] })
  const mapping = { roles: roles.map((role, index) => ({ role_id: role.id, email: index })) }
  const body = { table: { text: 'a,b\none@example.org,two@example.org' }, mapping }
  const key = aKey()
  const ask = () => api.ask(createBulkSend, { params: { id }, body }, ben.as, key)
  const first = await loseReadsOf('signatures', ask)
  expect(first).toMatchObject({ status: 201, ok: true })
  expect(await ask()).toMatchObject({ status: 201, body: { id: first.ok && first.body.id } })
  expect(await countOf('bulk_sends')).toBe(1)
})
