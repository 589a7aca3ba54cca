import * as calls from '@countersign/contract/activities.ts'
import { sign } from '@countersign/contract/signing.ts'
import { deleteSignatureRequest } from '@countersign/contract/signature-request-acts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { foldActivities } from './fold-activities.ts'

let api: TestApi
let anna: Person
let ben: Person
let dora: Person
let id: string
beforeAll(async () => {
  api = await startTestApi()
  const people = await Promise.all(['Anna', 'Ben', 'Dora'].map((firstName) => api.person({ firstName })))
  ;[anna, ben, dora] = people as [Person, Person, Person]
  id = await aBusiness(api, { admins: [anna], members: [ben] })
}, 60_000)
afterAll(() => api?.stop())

const params = () => ({ id })

async function signed(owner: Person, signers: readonly Person[], title: string): Promise<string> {
  const request = await aSignatureRequest(api, {
    owner,
    title,
    signers: signers.map(({ email }) => ({ email })),
  })
  for (const signer of signers) {
    const body = { signatureRequests: [{ signatureRequestId: request.id }] }
    const answer = await api.call(sign, { body }, signer.as)
    expect(answer.signatures.map(({ status }) => status)).toEqual(['SIGNED'])
  }
  return request.id
}

const signatures = (query: Record<string, string> = {}) =>
  api.call(calls.listSignatureActivities, { params: params(), query: query as never }, anna.as)

test('signatures on requests of its people, and only those, before and after they are added up', async () => {
  const lease = await signed(ben, [dora, anna], 'Lease of the boat shed')
  await signed(dora, [ben], 'Her own affair')
  const expected = [
    { action: 'SIGNED', title: 'Lease of the boat shed', signer: { email: anna.email, type: 'member' } },
    {
      action: 'SIGNED',
      title: 'Lease of the boat shed',
      signature_request_id: lease,
      initiator: { name: `Ben ${ben.lastName}`, email: ben.email },
      signer: { email: dora.email, first_name: 'Dora', type: 'external' },
      quality: 'SES',
    },
  ]
  for (const added of [false, true]) {
    if (added) await foldActivities(api.context)
    const all = await signatures()
    expect(all).toMatchObject({ items: expected, total_items: 2, total_pages: 1 })
    const upwards = await signatures({ sort: 'timestamp' })
    expect(upwards.items).toEqual(all.items.toReversed())
    const today = new Date().toISOString().slice(0, 10)
    expect((await signatures({ start_date: today, end_date: today, quality: 'SES' })).total_items).toBe(2)
    expect((await signatures({ end_date: '2001-01-01' })).total_items).toBe(0)
    expect((await signatures({ action: 'SEALED' })).items).toEqual([])
    expect((await signatures({ initiator: all.items[0]?.initiator.id ?? '' })).total_items).toBe(2)
    const figures = await api.call(calls.getStatistics, { params: params(), query: {} }, anna.as)
    expect(figures).toMatchObject({
      step: 'day',
      requests: { completed: 1, open: 0 },
      time_to_complete: { completed: 1 },
      by_member: [{ name: `Ben ${ben.lastName}`, sent: 1, signed: 2 }],
      members: { total: 2, admins: 1, locked: 0 },
    })
    expect(figures.signatures).toHaveLength(30)
    expect(figures.signatures.at(-1)).toEqual({ from: today, total: 2, by_quality: { SES: 2 } })
  }
})

test('of a request that is gone for good its title is gone too', async () => {
  const request = await signed(ben, [ben], 'Secret plan')
  await api.call(deleteSignatureRequest, { params: { id: request } }, ben.as)
  const { items } = await signatures()
  expect(items.find((one) => one.signature_request_id === request)).toMatchObject({ title: null })
})

test('who came is read from the acts of administration', async () => {
  const { items, total_items } = await api.call(
    calls.listAccountActivities,
    { params: params(), query: {} },
    anna.as,
  )
  expect(total_items).toBe(2)
  expect(items.map(({ action, account, initiator }) => [action, account.email, initiator])).toEqual(
    expect.arrayContaining([
      ['JOINED', anna.email, null],
      ['JOINED', ben.email, null],
    ]),
  )
})

test('wrong days are refused by name', async () => {
  const query = { start_date: '2026-02-01', end_date: '2026-01-01' }
  expect(await api.ask(calls.listSignatureActivities, { params: params(), query }, anna.as)).toMatchObject({
    status: 400,
    error: { key: 'validation.failed', fields: [{ field: 'end_date' }] },
  })
})
