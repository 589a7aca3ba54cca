import * as calls from '@countersign/contract/subscriptions.ts'
import { getBusiness } from '@countersign/contract/businesses.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPayer, enterOwnCard, type Payer, signIn } from '#api/testing/sequences/billing/payer.ts'
import { openStage, type Stage } from '#api/testing/sequences/billing/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage('stripe')
})
afterAll(() => stage?.stop())

const day = 86_400_000
const billing = { country: 'CH' }
const show = async ({ id, as }: Payer) =>
  (await stage.api.call(getBusiness, { params: { id } }, as)).billing ?? expect.fail('no billing')
const totals = async ({ id, as }: Payer) =>
  (await stage.api.call(calls.listInvoices, { params: { id }, query: {} }, as)).invoices.map(
    ({ total }) => total,
  )

async function aBuyer(choice: { plan: 'team' | 'pro'; cycle: 'month' | 'year'; amountSeats: number }) {
  const payer = await aPayer(stage)
  const setupReference = await enterOwnCard(stage, payer, 'accepted')
  const body = { ...choice, currency: 'CHF', setupReference, billing } as const
  await stage.api.call(calls.upgradeBusiness, { params: { id: payer.id }, body }, payer.as)
  return payer
}

test('seats are charged from the day they are added, whatever date the caller names', async () => {
  const payer = await aBuyer({ plan: 'team', cycle: 'year', amountSeats: 3 })
  const params = { id: payer.id }
  const { timestamp, periodEndsAt } = await show(payer)
  const change = (prorationDate: string) =>
    stage.api.ask(calls.changeSeats, { params, body: { seats: 15, timestamp, prorationDate } }, payer.as)
  const lastSecond = new Date(Date.parse(periodEndsAt ?? '') - 1000).toISOString()
  expect(await change(lastSecond)).toMatchObject({ status: 409, error: { key: 'billing.stale' } })
  expect(await totals(payer)).toEqual([36_000])
  const preview = await stage.api.call(calls.previewSeats, { params, body: { seats: 15 } }, payer.as)
  expect(await change(preview.prorationDate)).toMatchObject({ ok: true })
  expect(await totals(payer)).toEqual([144_000, 36_000])
})

test('a credit for a smaller plan is of the days that are left, whatever date the caller names', async () => {
  const payer = await aBuyer({ plan: 'pro', cycle: 'month', amountSeats: 5 })
  const params = { id: payer.id }
  const bought = stage.api.context.now().getTime()
  await stage.advance(25 * day)
  await signIn(stage, payer)
  const choice = { plan: 'team', cycle: 'month', amountSeats: 5, currency: 'CHF' } as const
  const change = (prorationDate: string) =>
    stage.api.ask(calls.upgradeBusiness, { params, body: { ...choice, prorationDate, billing } }, payer.as)
  const dayOne = new Date(bought + 60_000).toISOString()
  expect(await change(dayOne)).toMatchObject({ status: 409, error: { key: 'billing.stale' } })
  const preview = await stage.api.call(calls.previewUpgrade, { params, body: choice }, payer.as)
  expect(await change(preview.prorationDate)).toMatchObject({ ok: true })
  expect((await totals(payer))[0]).toBe(preview.dueToday.total)
})
