import * as calls from '@countersign/contract/callbacks.ts'
import * as apiCalls from '@countersign/contract/integration/callbacks.ts'
import * as requests from '@countersign/contract/integration/signature-requests.ts'
import { listAdministration } from '@countersign/contract/administration-log.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { anApiUser, type Program } from '#api/testing/api-user.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aLostKey, loseFirstAnswers } from '#api/testing/connections/lost-answers.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { type CallbackReceiver, startCallbackReceiver } from './receiver.fixture.ts'
import { verifySignature } from './verify-signature.fixture.ts'

let api: TestApi
let anna: Person
let ben: Person
let otto: Person
let id: string
let program: Program
let receiver: CallbackReceiver
beforeAll(async () => {
  api = await startTestApi()
  receiver = await startCallbackReceiver()
  anna = await api.person({ firstName: 'Anna' })
  ben = await api.person({ firstName: 'Ben' })
  otto = await api.person({ firstName: 'Otto' })
  id = await aBusiness(api, { admins: [anna], members: [ben] })
  await aBusiness(api, { name: 'Other', admins: [otto] })
  program = await anApiUser(api, { admin: anna, businessId: id })
})
afterEach(() => {
  receiver.answer(() => ({ status: 204 }))
  receiver.deliveries.length = 0
})
afterAll(async () => {
  await api?.stop()
  await receiver?.close()
})

/** A request that was withdrawn: its one callback. */
async function aCallback(by = program): Promise<{ requestId: string; callbackId: string }> {
  const body = {
    quality: 'SES' as const,
    title: 'Lease',
    content: aPdf().toString('base64'),
    callback_error_url: `${receiver.url}/error`,
    signatures: [{ signer_identity_data: { email_address: `g.${crypto.randomUUID()}@example.org` } }],
  }
  const { id: requestId } = await api.call(requests.createRequestV2, { body }, by.as)
  await api.call(requests.withdrawRequestV2, { params: { id: requestId }, body: {} }, by.as)
  const [callback] = await api.call(apiCalls.listRequestCallbacksV3, { params: { id: requestId } }, by.as)
  return { requestId, callbackId: callback?.id ?? '' }
}
const see = (callbackId: string) => api.call(calls.getCallback, { params: { id, callbackId } }, anna.as)
const stateOf = async (callbackId: string) => {
  const { state, attempts, attempt_log: log } = await see(callbackId)
  return { state, attempts, recorded: log.length }
}
const becomes = async (callbackId: string, state: string, attempts: number) => {
  await expect.poll(() => stateOf(callbackId)).toEqual({ state, attempts, recorded: attempts })
}
const list = (query: { username?: string; state?: 'OPEN' | 'COMPLETED'; search?: string; size?: '25' }) =>
  api.call(calls.listCallbacks, { params: { id }, query }, anna.as)

test('admins find callbacks by request, API user and state; nobody else sees them', async () => {
  receiver.answer(({ url }) => ({ status: url === '/error' ? 503 : 200, text: 'Come back later' }))
  const { requestId, callbackId } = await aCallback()
  await becomes(callbackId, 'OPEN', 1)
  const found = await list({ search: requestId.toUpperCase() })
  expect(found).toMatchObject({ page: 1, size: 25, total_items: 1, total_pages: 1 })
  expect(found.items).toMatchObject([
    {
      id: callbackId,
      username: program.username,
      signature_request_id: requestId,
      type: 'ERROR',
      state: 'OPEN',
      url: `${receiver.url}/error`,
      last_status: 503,
      next_attempt_at: expect.any(String),
    },
  ])
  expect((await see(callbackId)).attempt_log).toMatchObject([{ status: 503, response: 'Come back later' }])
  expect((await list({ search: 'lease' })).items).toEqual([])
  expect((await list({ username: 'api_prod_nobody' })).items).toEqual([])
  const open = await list({ username: program.username, state: 'OPEN' })
  expect(open.items.map((one) => one.id)).toContain(callbackId)
  for (const [person, status] of [
    [ben, 403],
    [otto, 404],
  ] as const) {
    expect(await api.ask(calls.listCallbacks, { params: { id }, query: {} }, person.as)).toMatchObject({
      status,
    })
    const one = { params: { id, callbackId } }
    expect(await api.ask(calls.getCallback, one, person.as)).toMatchObject({ status })
    expect(await api.ask(calls.redeliverCallback, one, person.as)).toMatchObject({ status })
  }
})

test('a redelivery is a new attempt by the same id, of a delivered callback too', async () => {
  const { callbackId } = await aCallback()
  await becomes(callbackId, 'COMPLETED', 1)
  const again = await api.call(calls.redeliverCallback, { params: { id, callbackId } }, anna.as)
  expect(again).toMatchObject({ id: callbackId, attempt_log: [{ number: 1 }] })
  await becomes(callbackId, 'COMPLETED', 2)
  expect(receiver.deliveries.map(({ headers }) => headers['webhook-id'])).toEqual([callbackId, callbackId])
})

test('an API user has those delivered that were not; another one of the business has none of them', async () => {
  receiver.answer(() => ({ status: 500 }))
  const { requestId, callbackId } = await aCallback()
  await becomes(callbackId, 'OPEN', 1)
  receiver.answer(() => ({ status: 200 }))
  const params = { id: requestId }
  const [told] = await api.call(apiCalls.redeliverRequestCallbacksV2, { params }, program.as)
  expect(told).toMatchObject({ id: callbackId, messages: ['The response had status 500.'] })
  await becomes(callbackId, 'COMPLETED', 2)
  await api.call(apiCalls.redeliverRequestCallbacksV2, { params }, program.as)
  expect(await see(callbackId)).toMatchObject({ state: 'COMPLETED', attempts: 2 })
  const other = await anApiUser(api, { admin: anna, businessId: id })
  expect(await api.ask(apiCalls.redeliverRequestCallbacksV3, { params }, other.as)).toMatchObject({
    status: 404,
  })
})

test('the secret is shown once and replaced; both are in the administration log', async () => {
  const { username } = await anApiUser(api, { admin: anna, businessId: id })
  const params = { id, username }
  expect(await api.call(calls.getCallbackSecret, { params }, anna.as)).toMatchObject({
    is_shown: false,
    previous_valid_until: null,
  })
  const { secret, ending } = await api.call(calls.showCallbackSecret, { params }, anna.as)
  expect(secret.slice(-4)).toBe(ending)
  expect(await api.ask(calls.showCallbackSecret, { params }, anna.as)).toMatchObject({
    status: 409,
    error: { key: 'callback.secret_shown' },
  })
  const rotated = await api.call(calls.rotateCallbackSecret, { params }, anna.as)
  expect(rotated.secret).not.toBe(secret)
  const until = Date.parse(rotated.previous_valid_until ?? '') - Date.now()
  expect(Math.round(until / 3_600_000)).toBe(24)
  const log = await api.call(listAdministration, { params: { id }, query: {} }, anna.as)
  expect(log.items.slice(0, 2).map(({ type }) => type)).toEqual([
    'callback_secret_rotated',
    'callback_secret_shown',
  ])
  expect(JSON.stringify(log.items)).not.toContain(secret)
  const { rows } = await api.context.pool.query<{ text: string }>(
    "SELECT encode(secret_encrypted, 'escape') AS text FROM callback_secrets",
  )
  expect(JSON.stringify(rows)).not.toContain('whsec_')
  for (const call of [calls.showCallbackSecret, calls.rotateCallbackSecret]) {
    expect(await api.ask(call, { params }, ben.as)).toMatchObject({ status: 403 })
    expect(await api.ask(call, { params }, otto.as)).toMatchObject({ status: 404 })
  }
})

test('a retry whose first answer was lost doesn’t show a secret that replaced the one it was about', async () => {
  await loseFirstAnswers(api.connection)
  const { username } = await anApiUser(api, { admin: anna, businessId: id })
  const rotate = (headers?: Record<string, string>) =>
    api.ask(calls.rotateCallbackSecret, { params: { id, username } }, anna.as, headers)
  const key = aLostKey()
  const lost = await rotate(key)
  // As if the process had been killed.
  await api.context.pool.query('UPDATE idempotency_keys SET holder = 0 WHERE key = $1', [
    key['idempotency-key'],
  ])
  const replaced = await rotate()
  expect([lost.status, replaced.status]).toEqual([200, 200])
  expect(await rotate(key)).toMatchObject({ status: 409, error: { key: 'idempotency.done' } })
})

test('a test call is signed, waits for the response and is kept nowhere; ten a minute', async () => {
  const { username } = await anApiUser(api, { admin: anna, businessId: id })
  const { secret } = await api.call(calls.showCallbackSecret, { params: { id, username } }, anna.as)
  const before = (await list({})).total_items
  receiver.answer(() => ({ status: 418, text: 'Teapot' }))
  const test = (url: string) =>
    api.ask(calls.testCallback, { params: { id, username }, body: { url, type: 'UPDATE' } }, anna.as)
  const reply = await test(`${receiver.url}/t?r=SKRIBBLE_SIGNATURE_REQUEST_ID`)
  const [sent] = receiver.deliveries
  expect(reply).toMatchObject({
    status: 200,
    body: {
      status: 418,
      response: 'Teapot',
      succeeded: false,
      url: receiver.url + sent?.url,
      body: sent?.text,
    },
  })
  expect(sent?.url).toMatch(/^\/t\?r=[0-9a-f-]{36}$/)
  expect(sent?.body.type).toBe('UPDATE')
  verifySignature(sent?.headers ?? {}, sent?.text ?? '', secret)
  expect((await list({})).total_items).toBe(before)
  expect(await test('https://10.0.0.7/')).toMatchObject({
    status: 400,
    error: { fields: [{ field: 'url', code: 'host_refused' }] },
  })
  for (let nth = 2; nth <= 10; nth += 1) expect(await test(receiver.url)).toMatchObject({ status: 200 })
  expect(await test(receiver.url)).toMatchObject({ status: 429 })
})
