import * as calls from '@countersign/contract/callbacks.ts'
import type { CallbackState } from '@countersign/contract/values.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { deleteApiUser } from '@countersign/contract/api-users.ts'
import { openOutgoingRequests } from '#api/providers/outgoing-requests/outgoing-requests.ts'
import type { Context } from '#api/providers/context.ts'
import { anApiUser, type Program } from '#api/testing/api-user.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { type CallbackReceiver, startCallbackReceiver } from './receiver.fixture.ts'
import { startDelivery } from './start-delivery.ts'
import { verifySignature } from './verify-signature.fixture.ts'

// How callbacks are delivered. What leads to one is in callbacks.db.test.ts; here their rows are written as the triggers do.

const minute = 60_000
let ahead = 0
let api: TestApi
let anna: Person
let businessId: string
let program: Program
let receiver: CallbackReceiver
beforeAll(async () => {
  api = await startTestApi({ jobs: false, now: () => new Date(Date.now() + ahead) })
  receiver = await startCallbackReceiver()
  anna = await api.person({ firstName: 'Anna' })
  businessId = await aBusiness(api, { admins: [anna] })
  program = await anApiUser(api, { admin: anna, businessId })
})
afterEach(async () => {
  receiver.answer(() => ({ status: 204 }))
  receiver.deliveries.length = 0
  ahead = 0
  await api.context.pool.query('DELETE FROM callbacks')
})
afterAll(async () => {
  await api?.stop()
  await receiver?.close()
})

/** Callbacks of requests, the same one twice for its second; all but the first of each request wait. */
async function callbacks(
  requestIds: readonly string[],
  { url = receiver.url, by = program }: { url?: string; by?: Program } = {},
): Promise<string[]> {
  const { rows } = await api.context.pool.query<{ id: string }>(
    `INSERT INTO callbacks (request_id, api_user_id, business_id, type, url, host, due_at, created_at, updated_at)
     SELECT request, u.id, u.business_id, 'UPDATE', $3, $4,
       CASE WHEN row_number() OVER (PARTITION BY request ORDER BY nth) = 1 THEN $5::timestamptz END, $5, $5
     FROM unnest($1::uuid[]) WITH ORDINALITY AS given (request, nth), api_users u WHERE u.username = $2
     ORDER BY nth RETURNING id`,
    [requestIds, by.username, url, new URL(url).hostname, api.context.now()],
  )
  return rows.map(({ id }) => id)
}
const newId = () => crypto.randomUUID()

/** A worker delivers for as long as this takes. */
async function whileDelivering(work: () => Promise<unknown>, more: Partial<Context> = {}): Promise<void> {
  const delivery = startDelivery({ ...api.context, ...more })
  try {
    await work()
  } finally {
    await delivery.stop()
  }
}
const see = (callbackId: string) =>
  api.call(calls.getCallback, { params: { id: businessId, callbackId } }, anna.as)
const stateOf = async (callbackId: string) => {
  const { state, attempts, attempt_log: log } = await see(callbackId)
  return { state, attempts, recorded: log.length }
}
const becomes = async (id: string, state: CallbackState, attempts: number) => {
  await expect.poll(() => stateOf(id)).toEqual({ state, attempts, recorded: attempts })
}

test('a receiver that fails is called every ten minutes for two hours; then the next of the request is sent', async () => {
  const request = newId()
  const [first = '', second = ''] = await callbacks([request, request])
  receiver.answer(({ body }) => ({ status: body.id === first ? 500 : 200, text: 'Down\u0000' }))
  await whileDelivering(async () => {
    await becomes(first, 'OPEN', 1)
    for (let attempts = 2; attempts <= 13; attempts += 1) {
      const { next_attempt_at: next } = await see(first)
      expect(Date.parse(next ?? '') - api.context.now().getTime()).toBeLessThanOrEqual(10 * minute)
      ahead += 10 * minute
      await becomes(first, attempts < 13 ? 'OPEN' : 'RESIGNATED', attempts)
      if (attempts < 13) expect(await see(second)).toMatchObject({ attempts: 0, next_attempt_at: null })
    }
    await becomes(second, 'COMPLETED', 1)
  })
  const { attempt_log: log, last_error: error } = await see(first)
  expect(error).toBe('The response had status 500.')
  expect(log[0]).toMatchObject({ number: 13, status: 500, response: 'Down\uFFFD', error })
  expect(new Set(receiver.deliveries.slice(0, 13).map(({ headers }) => headers['webhook-id']))).toEqual(
    new Set([first]),
  )
  expect(JSON.parse(receiver.deliveries[2]?.text ?? '')).toMatchObject({
    attempts: 3,
    messages: [error, error],
  })
})

test('a Retry-After is followed; a redirect is not', async () => {
  const [id = ''] = await callbacks([newId()])
  receiver.answer(() => ({ status: 302, headers: { location: '/elsewhere', 'retry-after': '1800' } }))
  await whileDelivering(() => becomes(id, 'OPEN', 1))
  const { next_attempt_at: next, created_at: created } = await see(id)
  expect(Math.round((Date.parse(next ?? '') - Date.parse(created)) / minute)).toBe(30)
  expect(receiver.deliveries.map(({ url }) => url)).toEqual(['/'])
})

test('a name that leads to a private address is not called', async () => {
  const [id = ''] = await callbacks([newId()], { url: 'https://rent.example.com/' })
  const outgoingRequests = openOutgoingRequests({ allowedHosts: [], resolve: async () => ['10.0.0.7'] })
  await whileDelivering(() => becomes(id, 'OPEN', 1), { outgoingRequests })
  expect((await see(id)).attempt_log).toMatchObject([
    { status: null, error: 'The host of the URL does not resolve to public addresses only.' },
  ])
})

test('2 KB of a response are kept, and it counts though the rest is endless or breaks off', async () => {
  const [id = ''] = await callbacks([newId()])
  receiver.answer(() => ({ status: 200, text: 'ü'.repeat(2_000_000) }))
  await whileDelivering(() => becomes(id, 'COMPLETED', 1))
  expect((await see(id)).attempt_log[0]?.response).toBe('ü'.repeat(1024))
})

test('a worker that dies after sending: another one sends it again with the same id, and the dead one counts no more', async () => {
  const [id = ''] = await callbacks([newId()])
  const [revive, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { outgoingRequests } = api.context
  const dying: Context = {
    ...api.context,
    outgoingRequests: {
      ...outgoingRequests,
      stream: async (...given) => {
        await outgoingRequests.stream(...given)
        await revive.promise
        return { status: 500, retryAfter: undefined, response: 'late' } as never
      },
    },
  }
  await api.context.pool.query('DELETE FROM callback_endpoints')
  const dead = startDelivery(dying)
  await receiver.received(1)
  // It takes nothing else, and its lease ends.
  const end = dead.stop()
  await api.context.pool.query('UPDATE callbacks SET claimed_until = now()')
  receiver.answer(() => answer.promise.then(() => ({ status: 204 })))
  await whileDelivering(async () => {
    await receiver.received(2)
    // What it has to say comes while the other one still sends.
    revive.resolve()
    await end
    expect(await see(id)).toMatchObject({ state: 'OPEN', attempts: 2, attempt_log: [] })
    expect((await api.context.pool.query('SELECT FROM callback_endpoints')).rowCount).toBe(0)
    answer.resolve()
    await expect.poll(() => see(id)).toMatchObject({ state: 'COMPLETED', attempts: 2 })
  })
  const [first, again] = receiver.deliveries
  expect([first?.headers['webhook-id'], again?.headers['webhook-id']]).toEqual([id, id])
  expect(receiver.deliveries).toHaveLength(2)
  expect(await see(id)).toMatchObject({ state: 'COMPLETED', attempt_log: [{ number: 2, status: 204 }] })
})

test('a worker that is stopped gives back what it was sending', async () => {
  const [id = ''] = await callbacks([newId()])
  receiver.answer(() => null)
  await whileDelivering(() => receiver.received(1))
  receiver.answer(() => ({ status: 204 }))
  await whileDelivering(() => receiver.received(2))
  expect(receiver.deliveries.map(({ body }) => body.id)).toEqual([id, id])
})

test('ten thousand callbacks for a host that does not answer delay those of nobody else', async () => {
  const dead = await startCallbackReceiver('localhost')
  dead.answer(() => null)
  const otto = await api.person({ firstName: 'Otto' })
  const other = await anApiUser(api, { admin: otto, businessId: await aBusiness(api, { admins: [otto] }) })
  await callbacks(Array.from({ length: 10_000 }, newId), { url: dead.url })
  const ids = await callbacks(Array.from({ length: 40 }, newId), { by: other })
  await whileDelivering(async () => {
    await receiver.received(ids.length)
    // All of its slots wait, and no more than those.
    expect(dead.deliveries).toHaveLength(4)
  })
  expect(receiver.deliveries.map(({ body }) => body.id).toSorted()).toEqual(ids.toSorted())
  await dead.close()
})

test('of a host’s slots each API user gets its share', async () => {
  const other = await anApiUser(api, { admin: anna, businessId })
  await callbacks(Array.from({ length: 500 }, newId))
  const [late = ''] = await callbacks([newId()], { by: other })
  receiver.answer(() => null)
  await whileDelivering(() => receiver.received(4))
  expect(receiver.deliveries.map(({ body }) => body.id)).toContain(late)
})

test('the order is kept per request, over several workers', async () => {
  const requests = Array.from({ length: 12 }, newId)
  const given = requests.flatMap((id) => [id, id, id, id])
  const ids = await callbacks(given)
  const failed = new Set<string>()
  // Each fails once; meanwhile nothing of its request is sent.
  receiver.answer(({ body }) => {
    if (failed.has(body.id)) return { status: 200 }
    failed.add(body.id)
    return { status: 503, headers: { 'retry-after': '60' } }
  })
  await whileDelivering(() =>
    whileDelivering(async () => {
      for (let round = 1; round <= 4; round += 1) {
        await receiver.received(requests.length * (2 * round - 1))
        await expect.poll(async () => (await open()).filter(({ due }) => due).length).toBe(requests.length)
        ahead += 61_000
        await receiver.received(requests.length * 2 * round)
      }
      await expect.poll(async () => (await open()).length).toBe(0)
    }),
  )
  for (const request of requests) {
    const own = receiver.deliveries.filter(({ body }) => body.signature_request_id === request)
    const expected = ids.filter((_id, nth) => given[nth] === request).flatMap((id) => [id, id])
    expect(own.map(({ body }) => body.id)).toEqual(expected)
  }
})

async function open(): Promise<{ due: Date | null }[]> {
  const { rows } = await api.context.pool.query<{ due: Date | null }>(
    "SELECT due_at AS due FROM callbacks WHERE state = 'OPEN' AND claimed_until IS NULL",
  )
  return rows
}

test('deleting an API user ends its callbacks', async () => {
  const gone = await anApiUser(api, { admin: anna, businessId })
  const [id = ''] = await callbacks([newId()], { by: gone })
  await api.call(deleteApiUser, { params: { id: businessId, username: gone.username } }, anna.as)
  await whileDelivering(() => becomes(id, 'RESIGNATED', 1))
  expect(receiver.deliveries).toEqual([])
  expect((await see(id)).last_error).toBe('Not sent: the API user was deleted.')
  // That says nothing about the receiver.
  const failing =
    'SELECT FROM callback_endpoints JOIN api_users ON api_users.id = api_user_id WHERE username = $1'
  expect((await api.context.pool.query(failing, [gone.username])).rowCount).toBe(0)
  const again = await api.ask(
    calls.redeliverCallback,
    { params: { id: businessId, callbackId: id } },
    anna.as,
  )
  expect(again).toMatchObject({ status: 409, error: { key: 'callback.api_user_deleted' } })
})

test('after a rotation both secrets verify for a day, and then the new one alone', async () => {
  const params = { id: businessId, username: program.username }
  const { secret: before } = await api.call(calls.showCallbackSecret, { params }, anna.as)
  const { secret: after } = await api.call(calls.rotateCallbackSecret, { params }, anna.as)
  const deliver = async () => {
    const count = receiver.deliveries.length
    await callbacks([newId()])
    await whileDelivering(() => receiver.received(count + 1))
    const sent = receiver.deliveries[count]
    if (!sent) throw new Error('nothing was sent')
    return (secret: string) => () =>
      verifySignature(sent.headers, sent.text, secret, api.context.now().getTime() / 1000)
  }
  const both = await deliver()
  both(before)()
  both(after)()
  ahead = 24 * 60 * minute
  const one = await deliver()
  one(after)()
  expect(one(before)).toThrow('no signature matches')
})
