import * as calls from '@countersign/contract/callbacks.ts'
import { deleteApiUser } from '@countersign/contract/api-users.ts'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect } from '#api/platform/db/connect.ts'
import { anApiUser, type Program } from '#api/testing/api-user.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { runJobOnce } from '#api/testing/run-job.ts'
import { type CallbackReceiver, startCallbackReceiver } from './receiver.fixture.ts'
import { reportFailingEndpoints } from './report-failing-endpoints.ts'

const hour = 3_600_000
let api: TestApi
let anna: Person
let businessId: string
let program: Program
let owner: pg.Pool
let receiver: CallbackReceiver
beforeAll(async () => {
  api = await startTestApi()
  owner = connect(api.connection, 'owner', 2, () => {})
  receiver = await startCallbackReceiver()
  anna = await api.person({ firstName: 'Anna' })
  const carlo = await api.person({ firstName: 'Carlo', lang: 'de' })
  businessId = await aBusiness(api, {
    admins: [anna, carlo],
    members: [await api.person({ firstName: 'Ben' })],
  })
  program = await anApiUser(api, { admin: anna, businessId, description: 'Rental <software>' })
})
beforeEach(async () => {
  await api.context.pool.query('DELETE FROM mails')
})
afterAll(async () => {
  await owner?.end()
  await api?.stop()
  await receiver?.close()
})

/** One that is due now, delivered by the worker. */
async function aCallback(by = program): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `INSERT INTO callbacks (request_id, api_user_id, business_id, type, url, host, due_at, created_at, updated_at)
     SELECT gen_random_uuid(), id, business_id, 'SUCCESS', $2, '127.0.0.1', now(), now(), now()
     FROM api_users WHERE username = $1 RETURNING id`,
    [by.username, receiver.url],
  )
  return rows[0]?.id ?? ''
}
async function isAttempted(id: string): Promise<void> {
  const see = () => api.call(calls.getCallback, { params: { id: businessId, callbackId: id } }, anna.as)
  await expect.poll(async () => (await see()).attempt_log.length).toBe(1)
}
/** What the job says so many hours later. */
async function told(hours: number): Promise<string[]> {
  const now = () => new Date(Date.now() + hours * hour)
  await reportFailingEndpoints({ ...api.context, now })
  const { rows } = await owner.query<{ recipient: string }>(
    "SELECT recipient FROM mails WHERE kind = 'callbacks_failing' ORDER BY created_at, recipient",
  )
  return rows.map(({ recipient }) => recipient.replace(/\..*/, ''))
}
const failAgain = (hours: number) =>
  owner.query('UPDATE callback_endpoints SET last_failed_at = now() + make_interval(hours => $1)', [hours])

test('admins are told of a host that fails for a day, in their language, once a day, until it works', async () => {
  receiver.answer(() => ({ status: 500 }))
  await isAttempted(await aCallback())
  expect(await told(23)).toEqual([])
  // Nothing was sent there since: nobody knows whether it still fails.
  expect(await told(25)).toEqual([])
  await failAgain(24)
  expect(await told(25)).toEqual(['anna', 'carlo'])
  const mail = await api.inbox.next(anna.email, /Callbacks to 127\.0\.0\.1 are failing/)
  expect(mail.text).toContain('Rental <software>')
  expect(mail.html).not.toContain('<software>')
  expect(await told(26)).toEqual(['anna', 'carlo'])
  await failAgain(47)
  expect(await told(48)).toEqual(['anna', 'carlo'])
  await failAgain(49)
  expect(await told(50)).toEqual(['anna', 'carlo', 'anna', 'carlo'])
  receiver.answer(() => ({ status: 200 }))
  await isAttempted(await aCallback())
  await failAgain(80)
  expect(await told(81)).toHaveLength(4)
  // Nobody is told of an API user that is gone.
  const gone = await anApiUser(api, { admin: anna, businessId })
  receiver.answer(() => ({ status: 500 }))
  await isAttempted(await aCallback(gone))
  await api.call(deleteApiUser, { params: { id: businessId, username: gone.username } }, anna.as)
  await failAgain(100)
  expect(await told(101)).toHaveLength(4)
})

test('callbacks that ended 90 days ago are deleted with their attempts; waiting ones stay', async () => {
  receiver.answer(() => ({ status: 200 }))
  const [old, recent, waiting] = [await aCallback(), await aCallback(), await aCallback()]
  for (const id of [old, recent, waiting]) await isAttempted(id)
  const age = 'UPDATE callbacks SET updated_at = now() - make_interval(days => $2), state = $3 WHERE id = $1'
  await owner.query(age, [old, 91, 'RESIGNATED'])
  await owner.query(age, [recent, 89, 'COMPLETED'])
  await owner.query(age, [waiting, 91, 'OPEN'])
  const gone = await anApiUser(api, { admin: anna, businessId })
  await api.call(calls.getCallbackSecret, { params: { id: businessId, username: gone.username } }, anna.as)
  await api.call(deleteApiUser, { params: { id: businessId, username: gone.username } }, anna.as)
  // Replaced a day ago.
  await owner.query(
    "UPDATE callback_secrets SET previous_encrypted = secret_encrypted, previous_until = now() - interval '1 second'",
  )
  expect(await runJobOnce(owner, 'remove-old-callbacks')).toBeNull()
  const left = await owner.query<{ id: string }>(
    `SELECT id FROM callbacks WHERE id = ANY ($1) UNION SELECT callback_id FROM callback_attempts WHERE callback_id = $2`,
    [[old, recent, waiting], old],
  )
  expect(left.rows.map(({ id }) => id).toSorted()).toEqual([recent, waiting].toSorted())
  const secrets = await owner.query(
    `SELECT username, previous_encrypted AS previous, previous_until AS until
     FROM callback_secrets s JOIN api_users u ON u.id = s.api_user_id`,
  )
  expect(secrets.rows).toEqual([{ username: program.username, previous: null, until: null }])
})
