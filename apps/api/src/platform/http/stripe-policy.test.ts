import fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerSecurityHeaders } from './security-headers.ts'

const settings = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' }

async function policyWith(stripe: Parameters<typeof registerSecurityHeaders>[3]): Promise<string> {
  const app = fastify()
  await registerSecurityHeaders(app, {}, null, stripe)
  app.get('/', async () => 'a page')
  const { headers } = await app.inject('/')
  await app.close()
  return String(headers['content-security-policy'])
}

test('Stripe’s script, frames and calls are let in where it is set up, and nowhere else', async () => {
  const without = await policyWith(undefined)
  expect(without).not.toContain('stripe')
  expect(without).not.toContain('frame-src')
  const policy = await policyWith(settings)
  expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;")
  expect(policy).toContain(
    "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;",
  )
  expect(policy).toContain("connect-src 'self' https://api.stripe.com;")
})

test('a stand-in for Stripe’s script is let in by its origin, in place of Stripe', async () => {
  const policy = await policyWith({ ...settings, scriptUrl: 'http://localhost:8090/stripe/v3.js' })
  expect(policy).toContain("script-src 'self' http://localhost:8090;")
  expect(policy).toContain("frame-src 'self' http://localhost:8090;")
  expect(policy).not.toContain('stripe.com')
})
