import { afterAll, beforeAll } from 'vitest'
import {
  createCustomer,
  openAccount,
  type TestAccount,
} from '../../../../../sandbox/src/payment/stripe/stripe.fixture.ts'
import { paymentConformance, priceList, type PaymentStage } from '../conformance.ts'
import { stripe } from './stripe.ts'

const cards = {
  accepted: '4242424242424242',
  accepted_then_declined: '4000000000000341',
  authentication_each_time: '4000002760003184',
}
const faults = { blocked: 'lock_timeout' } as const

let account: TestAccount
const start = Date.UTC(2026, 3, 1)
let time = start
beforeAll(async () => {
  // Its clock is moved on by the tests.
  account = await openAccount({ wall: () => start, signedAt: () => time })
  await open().setUpPrices(priceList)
})
afterAll(() => account?.close())

const now = () => new Date(time)
const open = (timeLimit = 5_000) =>
  stripe({ settings: { ...account.settings, tax: true }, now, timeLimit, pause: async () => {} })

async function stateAt(customerId: string) {
  const response = await account.test(`/state?customer=${encodeURIComponent(customerId)}`)
  return (await response.json()) as { invoices: { amount_paid: number }[]; meterEvents: object[] }
}

function stage(): PaymentStage {
  return {
    provider: open(),
    impatient: open(1_000),
    now,
    returnUrl: 'http://127.0.0.1:1/back',
    registerTax: async (registrations) => void (await account.test('/tax', 'PUT', { registrations })),
    enterCard: async (_customerId, { clientSecret }, card) => {
      const id = clientSecret?.split('_secret_')[0] ?? ''
      await account.test(`/setup-intents/${id}/confirm`, 'POST', { card: cards[card], approve: true })
      return id
    },
    failNext: async (kind, times = 1) => {
      account.fail(kind === 'blocked' ? faults.blocked : kind, times)
    },
    moveTo: async (to) => {
      await account.moveTo(to.getTime() / 1000)
      time = to.getTime()
    },
    paid: async (customerId) =>
      (await stateAt(customerId)).invoices.reduce((sum, invoice) => sum + invoice.amount_paid, 0),
    usages: async (customerId) => (await stateAt(customerId)).meterEvents.length,
    makeCode: async ({ code, percentOff, lasts, state }) => {
      const { client } = account
      const [pro] = (await client.prices.list({ lookup_keys: ['pro_month_chf'] })).data
      const coupon = await client.coupons.create({
        percent_off: percentOff,
        duration: lasts ? 'forever' : 'once',
        ...(state === 'other_plan' && {
          applies_to: { products: pro && typeof pro.product === 'string' ? [pro.product] : [] },
        }),
      })
      const promotion = await client.promotionCodes.create({
        code,
        promotion: { type: 'coupon', coupon: coupon.id },
        ...(state === 'expired' && { expires_at: Math.floor(time / 1000) + 60 }),
        ...(state === 'used_up' && { max_redemptions: 1 }),
      })
      if (state === 'expired') await stage().moveTo(new Date(time + 120_000))
      if (state === 'used_up') await useUp(promotion.id)
    },
    keepOldPrice: async (subscriptionId, amount) => {
      const { client } = account
      const [team] = (await client.prices.list({ lookup_keys: ['team_month_chf'] })).data
      const old = await client.prices.create({
        product: typeof team?.product === 'string' ? team.product : '',
        currency: 'chf',
        unit_amount: amount,
        tax_behavior: 'exclusive',
        recurring: { interval: 'month' },
        metadata: { plan: 'team', cycle: 'month' },
      })
      const { items } = await client.subscriptions.retrieve(subscriptionId)
      const item = items.data.find(({ price }) => price.id === team?.id)
      const change = { price: old.id, quantity: item?.quantity ?? 1, proration_behavior: 'none' } as const
      await client.subscriptionItems.update(item?.id ?? '', change)
    },
    webhooks: async () => {
      await account.settle()
      return account.received.map(({ signature, rawBody }) => ({
        headers: { 'stripe-signature': signature },
        rawBody: Buffer.from(rawBody),
      }))
    },
  }
}

async function useUp(promotion: string): Promise<void> {
  const { client } = account
  const customer = await createCustomer(account)
  const [price] = (await client.prices.list({ lookup_keys: ['team_month_chf'] })).data
  await client.subscriptions.create({
    customer,
    items: [{ price: price?.id ?? '', quantity: 2 }],
    discounts: [{ promotion_code: promotion }],
  })
}

paymentConformance('Stripe', stage)
