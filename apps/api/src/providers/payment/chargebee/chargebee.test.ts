import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { openSite, type TestSite } from '../../../../../sandbox/src/payment/chargebee/chargebee.fixture.ts'
import { paymentConformance, priceList, type PaymentStage } from '../conformance.ts'
import { chargebee } from './chargebee.ts'

const cards = {
  accepted: '4111111111111111',
  accepted_then_declined: '4000000000000341',
  authentication_each_time: '4000002760003184',
}
const faults = { blocked: 'request_blocked' } as const

let site: TestSite
const start = Date.UTC(2026, 3, 1)
let time = start
beforeAll(async () => {
  // Its clock is moved on by the tests.
  site = await openSite({ wall: () => start })
  await open().setUpPrices(priceList)
})
afterAll(() => site?.close())

const now = () => new Date(time)
const open = (timeLimit = 5_000) =>
  chargebee({ settings: site.settings, now, timeLimit, pause: async () => {} })

async function stateAt(customerId: string) {
  const response = await site.test(`/state?customer=${encodeURIComponent(customerId)}`)
  return (await response.json()) as { invoices: { amount_paid: number }[]; usages: object[] }
}

function stage(): PaymentStage {
  return {
    provider: open(),
    impatient: open(1_000),
    now,
    returnUrl: 'http://127.0.0.1:1/back',
    registerTax: async (registrations) => void (await site.test('/tax', 'PUT', { registrations })),
    enterCard: async (_customerId, { redirectUrl }, card) => {
      const post = (body: Record<string, string>) =>
        fetch(redirectUrl ?? '', { method: 'POST', body: new URLSearchParams(body), redirect: 'manual' })
      const first = await post({ card: cards[card] })
      const location = first.headers.get('location') ?? ''
      const last = location.includes('step=') ? await post({ act: 'approve' }) : first
      return (
        new URL(last.headers.get('location') ?? '', redirectUrl ?? undefined).searchParams.get('id') ?? ''
      )
    },
    failNext: async (kind, times = 1) => {
      site.fail(kind === 'blocked' ? faults.blocked : kind, times)
    },
    moveTo: async (to) => {
      await site.moveTo(to.getTime() / 1000)
      time = to.getTime()
    },
    paid: async (customerId) =>
      (await stateAt(customerId)).invoices.reduce((sum, invoice) => sum + invoice.amount_paid, 0),
    usages: async (customerId) => (await stateAt(customerId)).usages.length,
    makeCode: async ({ code, percentOff, lasts, state }) => {
      await site.client.coupon.createForItems({
        id: code,
        name: code,
        discount_type: 'percentage',
        discount_percentage: percentOff,
        apply_on: 'invoice_amount',
        duration_type: lasts ? 'forever' : 'one_time',
        ...(state === 'other_plan'
          ? {
              apply_on: 'each_specified_item',
              item_constraints: [
                { item_type: 'plan', constraint: 'specific', item_price_ids: ['pro_month_chf'] },
              ],
            }
          : {}),
        ...(state === 'expired' ? { valid_till: Math.floor(time / 1000) + 60 } : {}),
        ...(state === 'used_up' ? { max_redemptions: 1 } : {}),
      })
      if (state === 'expired') await stage().moveTo(new Date(time + 120_000))
      if (state === 'used_up') await useUp(code)
    },
    keepOldPrice: async (subscriptionId, amount) => {
      const id = `team_month_chf_${randomUUID()}`
      const of = {
        item_id: 'countersign-team',
        currency_code: 'CHF',
        period: 1,
        period_unit: 'month',
      } as const
      await site.client.itemPrice.create({ id, name: id, ...of, pricing_model: 'per_unit', price: amount })
      await site.client.subscription.updateForItems(subscriptionId, {
        subscription_items: [{ item_price_id: id, quantity: 9 }],
        end_of_term: true,
      })
    },
    webhooks: async () => {
      await site.settle()
      return site.received.map(({ authorization, event }) => ({
        headers: { authorization },
        rawBody: Buffer.from(JSON.stringify(event)),
      }))
    },
  }
}

async function useUp(code: string): Promise<void> {
  const { customer } = await site.client.customer.create({ email: 'first@example.com' })
  await site.client.paymentSource.createCard({
    customer_id: customer.id,
    card: { number: cards.accepted, expiry_month: 12, expiry_year: 2030 },
  })
  await site.client.subscription.createWithItems(customer.id, {
    subscription_items: [{ item_price_id: 'team_month_chf', quantity: 2 }],
    coupon_ids: [code],
  })
}

paymentConformance('Chargebee', stage)
