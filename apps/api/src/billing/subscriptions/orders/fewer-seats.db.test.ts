import * as calls from '@countersign/contract/subscriptions.ts'
import { getBusiness, listBusinessMembers } from '@countersign/contract/businesses.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember } from '#api/business/businesses/create-business.ts'
import { syncBilling } from '#api/billing/subscriptions/sync/sync-billing.ts'
import { aPayer, enterOwnCard, signIn } from '#api/testing/sequences/billing/payer.ts'
import { openStage, type Stage } from '#api/testing/sequences/billing/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage('stripe')
})
afterAll(() => stage?.stop())

test('with fewer seats and nobody named, the person who joined last gives up theirs when the period ends', async () => {
  const { api } = stage
  const [payer, ben, cleo] = [
    await aPayer(stage),
    await api.person({ firstName: 'Ben' }),
    await api.person({ firstName: 'Cleo' }),
  ]
  const params = { id: payer.id }
  for (const { email } of [ben, cleo]) await addMember(api.context, payer.id, { email, role: 'member' })
  const setupReference = await enterOwnCard(stage, payer, 'accepted')
  const team = { plan: 'team', cycle: 'month', amountSeats: 3, currency: 'CHF' } as const
  const order = { ...team, setupReference, billing: { country: 'CH' } }
  await api.call(calls.upgradeBusiness, { params, body: order }, payer.as)
  const { billing } = await api.call(getBusiness, { params }, payer.as)
  const body = { seats: 2, timestamp: billing?.timestamp ?? '' }
  const fewer = await api.call(calls.changeSeats, { params, body }, payer.as)
  expect(fewer.billing).toMatchObject({ seats: 3, nextSeats: 2 })
  const locked = async () =>
    (await api.call(listBusinessMembers, { params, query: {} }, payer.as)).members
      .filter((one) => one.locked)
      .map(({ firstName }) => firstName)
  expect(await locked()).toEqual([])
  await stage.advance(32 * 86_400_000)
  await syncBilling(api.context, payer.id)
  await signIn(stage, payer)
  expect(await locked()).toEqual(['Cleo'])
})
