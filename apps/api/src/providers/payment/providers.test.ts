import { expect, test } from 'vitest'
import { openPaymentProviders } from './providers.ts'

const stripe = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' }
const chargebee = { site: 'countersign', apiKey: 'test_1', webhookUser: 'user', webhookPassword: 'password' }
const now = () => new Date()

test('without a provider there is no billing', async () => {
  const providers = await openPaymentProviders({}, now)
  expect(providers.all()).toEqual([])
  expect(providers.forNew).toBeNull()
  expect(providers.named('STRIPE')).toBeNull()
})

test.each([
  [{ stripe }, 'STRIPE'],
  [{ chargebee }, 'CHARGEBEE'],
  [{ stripe, chargebee, forNew: 'stripe' as const }, 'STRIPE'],
  [{ stripe, chargebee, forNew: 'chargebee' as const }, 'CHARGEBEE'],
])('new customers go to the one that is set up, or that was chosen: %#', async (settings, name) => {
  const providers = await openPaymentProviders(settings, now)
  expect(providers.forNew?.name).toBe(name)
  const { stripe: one, chargebee: other } = { stripe: undefined, chargebee: undefined, ...settings }
  expect(providers.named('STRIPE')?.name).toBe(one && 'STRIPE')
  expect(providers.named('CHARGEBEE')?.name).toBe(other && 'CHARGEBEE')
})

test('the page is told what Stripe’s element needs, and no secret', async () => {
  const { forNew } = await openPaymentProviders({ stripe }, now)
  expect(forNew?.browser).toEqual({ publishableKey: 'pk_test_1', scriptUrl: null })
})
