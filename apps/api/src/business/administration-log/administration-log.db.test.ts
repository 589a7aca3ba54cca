import { createHash, randomUUID } from 'node:crypto'
import * as calls from '@countersign/contract/administration-log.ts'
import * as apiUsers from '@countersign/contract/api-users.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendBusinessEvents } from '#api/business/businesses/append-event.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { signHeads } from '#api/evidence/sign-heads.ts'
import { verifyEvidence } from '#api/evidence/verify-evidence.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'

let api: TestApi
let anna: Person
let ben: Person
let id: string
beforeAll(async () => {
  api = await startTestApi()
  anna = await api.person({ firstName: 'Anna' })
  ben = await api.person({ firstName: 'Ben' })
  id = await aBusiness(api, { admins: [anna], members: [ben] })
})
afterAll(() => api?.stop())

const params = () => ({ id })
const list = (query: { type?: string; start_date?: string; end_date?: string; size?: '25' } = {}) =>
  api.call(calls.listAdministration, { params: params(), query }, anna.as)

test('admins read what was done, the newest first, by kind and by day; nobody else does', async () => {
  const body = { description: 'Payroll', scopes: ['members' as const] }
  const { username } = await api.call(apiUsers.createApiUser, { params: params(), body }, anna.as)
  await api.call(
    apiUsers.updateApiUser,
    { params: { id, username }, body: { description: 'Wages' } },
    anna.as,
  )
  const all = await list()
  expect(all.items.map(({ type }) => type)).toEqual([
    'api_user_changed',
    'api_user_created',
    'member_added',
    'member_added',
    'business_created',
  ])
  expect(all).toMatchObject({ page: 1, size: 25, total_items: 5, total_pages: 1 })
  expect(all.items[0]).toMatchObject({
    seq: 5,
    actor: { name: 'Anna Keller', address: '127.0.0.1' },
    data: { username, before: { description: 'Payroll' }, after: { description: 'Wages' } },
    previousHash: all.items[1]?.hash,
  })
  expect(all.items.at(-1)?.actor).toEqual({ id: null, name: '', address: null })
  expect((await list({ type: 'member_added' })).total_items).toBe(2)
  const today = new Date().toISOString().slice(0, 10)
  expect((await list({ start_date: today, end_date: today })).total_items).toBe(5)
  expect((await list({ end_date: '2020-01-01' })).total_items).toBe(0)
  const dora = await api.person({ firstName: 'Dora' })
  await aBusiness(api, { name: 'Other', admins: [dora] })
  for (const call of [calls.listAdministration, calls.exportAdministration]) {
    expect(await api.ask(call, { params: params() }, ben.as)).toMatchObject({ status: 403 })
    expect(await api.ask(call, { params: params() }, dora.as)).toMatchObject({ status: 404 })
  }
})

test('the export is the whole chain, as anybody can check it, and says itself that it was taken out', async () => {
  // More than are read at once.
  const event = { type: 'seats_changed' as const, at: new Date(), actor: systemActor, data: {} }
  await transaction(api.context.db, (tx) =>
    appendBusinessEvents(
      tx,
      id,
      Array.from({ length: 1100 }, () => event),
    ),
  )
  const file = await api.call(calls.exportAdministration, { params: params() }, anna.as)
  const lines = (await file.text()).trimEnd().split('\n')
  expect(lines).toHaveLength((await list()).total_items)
  let previous = createHash('sha256').update(`countersign evidence ${id}`).digest('hex')
  for (const line of lines) {
    const event = line.slice('{"event":'.length, line.lastIndexOf(',"previousHash"'))
    const told = JSON.parse(line) as { previousHash: string; hash: string }
    expect(told.previousHash).toBe(previous)
    previous = createHash('sha256').update(Buffer.from(previous, 'hex')).update(event).digest('hex')
    expect(told.hash).toBe(previous)
  }
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    event: { requestId: id, type: 'activity_exported', data: { of: 'administration' } },
  })
})

async function breaksOf(chain: string) {
  const { chainBreaks } = await verifyEvidence(api.context.db, { signer: [], timestamp: [] })
  return chainBreaks.filter(({ requestId }) => requestId === chain).map(({ kind, seq }) => [kind, seq])
}

/** As someone does who has the database to themselves. */
async function remove(chain: string, seqs: readonly number[]): Promise<void> {
  const owner = new pg.Client(api.connection)
  await owner.connect()
  await owner.query('ALTER TABLE business_events DISABLE TRIGGER ALL')
  await owner.query('DELETE FROM business_events WHERE business_id = $1 AND seq = ANY ($2)', [chain, seqs])
  await owner.query('ALTER TABLE business_events ENABLE TRIGGER ALL')
  await owner.end()
}

test('the signed heads show a cut tail, and a chain of which nothing is left', async () => {
  await signHeads(api.context)
  expect(await breaksOf(id)).toEqual([])
  const last = (await list()).items[0]?.seq ?? 0
  await remove(id, [last])
  expect(await breaksOf(id)).toEqual([['cut', last]])
  await remove(
    id,
    Array.from({ length: last }, (_, index) => index + 1),
  )
  expect(await breaksOf(id)).toEqual([['cut', 1]])
})

test('of a business that is gone, a chain without its beginning shows', async () => {
  const gone = randomUUID()
  const event = { type: 'seats_changed' as const, at: new Date(), actor: systemActor, data: {} }
  await transaction(api.context.db, (tx) => appendBusinessEvents(tx, gone, [event, event, event]))
  await signHeads(api.context)
  expect(await breaksOf(gone)).toEqual([])
  await remove(gone, [1, 2])
  expect(await breaksOf(gone)).not.toEqual([])
})
