import * as calls from '@countersign/contract/subscriptions.ts'
import { confirmDirectUpgrade } from '@countersign/contract/direct-upgrades.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPayer, enterOwnCard } from '#api/testing/sequences/billing/payer.ts'
import { openStage, type Stage } from '#api/testing/sequences/billing/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage('stripe')
})
afterAll(() => stage?.stop())

const team = { plan: 'team', cycle: 'month', amountSeats: 3 } as const

test('a VAT number that is cleared with a new country is not checked against that country', async () => {
  const { api } = stage
  const payer = await aPayer(stage)
  const params = { id: payer.id }
  await api.call(calls.updateBilling, { params, body: { country: 'DE', vat: 'DE123456789' } }, payer.as)
  const austria = { ...team, currency: 'EUR', country: 'AT' } as const
  const preview = (vat?: null) =>
    api.ask(calls.previewUpgrade, { params, body: { ...austria, ...(vat === null && { vat }) } }, payer.as)
  expect(await preview()).toMatchObject({ status: 400, error: { key: 'billing.vat_malformed' } })
  expect(await preview(null)).toMatchObject({ ok: true })
})

test('a business that pays in francs and moves to Germany keeps its currency, and can change its plan', async () => {
  const { api } = stage
  const payer = await aPayer(stage)
  const params = { id: payer.id }
  const setupReference = await enterOwnCard(stage, payer, 'accepted')
  const order = { ...team, currency: 'CHF', setupReference, billing: { country: 'CH' } } as const
  await api.call(calls.upgradeBusiness, { params, body: order }, payer.as)
  await api.call(calls.updateBilling, { params, body: { country: 'DE' } }, payer.as)
  const pro = { ...team, plan: 'pro', currency: 'CHF', country: 'DE' } as const
  expect(await api.ask(calls.previewUpgrade, { params, body: pro }, payer.as)).toMatchObject({
    ok: true,
    body: { currency: 'CHF' },
  })
  const changed = await api.call(
    calls.upgradeBusiness,
    { params, body: { ...pro, billing: { country: 'DE' } } },
    payer.as,
  )
  expect(changed.business?.billing).toMatchObject({ currency: 'CHF', country: 'DE', seatPrice: 2000 })
  const euros = { ...pro, currency: 'EUR' } as const
  expect(await api.ask(calls.previewUpgrade, { params, body: euros }, payer.as)).toMatchObject({
    error: { key: 'billing.currency_fixed' },
  })
})

test('a plan is not sold to a buyer without a country, in whatever currency', async () => {
  const { api } = stage
  const payer = await aPayer(stage)
  const emil = await api.person({ firstName: 'Emil' })
  const order = { ...team, currency: 'EUR', setupReference: null } as const
  const refusal = {
    status: 400,
    error: { key: 'validation.failed', fields: [{ field: 'country', code: 'required' }] },
  }
  const bought = await api.ask(calls.upgradeBusiness, { params: { id: payer.id }, body: order }, payer.as)
  expect(bought).toMatchObject(refusal)
  const body = { ...order, name: 'Emil AG', phone: null, gtc: true, dpa: true, billing: {} }
  expect(await api.ask(confirmDirectUpgrade, { body }, emil.as)).toMatchObject(refusal)
})
