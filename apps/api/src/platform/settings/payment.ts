import * as z from 'zod/mini'
import { readNumber } from './expected.ts'
import type { PaymentSettings } from './payment-settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

const key = z.optional(z.string().check(z.regex(/^[!-~]{1,300}$/)))
const url = z.optional(z.url({ protocol: /^https?$/ }))
const flag = z.pipe(
  z._default(z.enum(['0', '1', 'true', 'false']), '0'),
  z.transform((value) => value === '1' || value === 'true'),
)

/** Of the payment providers, the free plan and the form for enterprise customers (docs/decisions/0073). */
export const paymentEnvironment = {
  STRIPE_SECRET_KEY: z.optional(z.string().check(z.regex(/^(sk|rk)_[!-~]{1,300}$/))),
  STRIPE_PUBLISHABLE_KEY: z.optional(z.string().check(z.regex(/^pk_[!-~]{1,300}$/))),
  STRIPE_WEBHOOK_SECRET: z.optional(z.string().check(z.regex(/^whsec_[!-~]{1,300}$/))),
  STRIPE_TAX: flag,
  STRIPE_API_URL: url,
  STRIPE_SCRIPT_URL: url,
  CHARGEBEE_SITE: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,61}$/))),
  CHARGEBEE_API_KEY: key,
  CHARGEBEE_WEBHOOK_USER: key,
  CHARGEBEE_WEBHOOK_PASSWORD: key,
  CHARGEBEE_API_URL: url,
  BILLING_PROVIDER: z.optional(z.enum(['stripe', 'chargebee'])),
  FREE_PLAN: z._default(z.enum(['legacy', 'new']), 'legacy'),
  FREE_SIGNATURES: z.pipe(
    z._default(z.string(), '5'),
    z.pipe(z.transform(readNumber), z.int().check(z.minimum(0), z.maximum(1_000_000))),
  ),
  ENTERPRISE_FORM_URL: url,
  ENTERPRISE_CONTACT: z.optional(z.email()),
}

const Payment = z.object(paymentEnvironment)
type PaymentValues = z.output<typeof Payment>

export function paymentSettings(env: PaymentValues): PaymentSettings {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = env
  const { STRIPE_WEBHOOK_SECRET: webhookSecret, CHARGEBEE_SITE: site, CHARGEBEE_API_KEY: apiKey } = env
  const { CHARGEBEE_WEBHOOK_USER: webhookUser, CHARGEBEE_WEBHOOK_PASSWORD: webhookPassword } = env
  return {
    ...(secretKey && publishableKey && webhookSecret
      ? {
          stripe: {
            secretKey,
            publishableKey,
            webhookSecret,
            tax: env.STRIPE_TAX,
            apiUrl: withoutSlash(env.STRIPE_API_URL),
            scriptUrl: env.STRIPE_SCRIPT_URL,
          },
        }
      : {}),
    ...(site && apiKey && webhookUser && webhookPassword
      ? {
          chargebee: {
            site,
            apiKey,
            webhookUser,
            webhookPassword,
            apiUrl: withoutSlash(env.CHARGEBEE_API_URL),
          },
        }
      : {}),
    forNew: env.BILLING_PROVIDER,
  }
}

const withoutSlash = (address: string | undefined) => address?.replace(/\/$/, '')

const sets: readonly (readonly [string, ...string[]])[] = [
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['CHARGEBEE_SITE', 'CHARGEBEE_API_KEY', 'CHARGEBEE_WEBHOOK_USER', 'CHARGEBEE_WEBHOOK_PASSWORD'],
]

/** Half of what a provider gave, two providers of which neither takes new customers, and one that is not set up. */
export function halfSetPayment(given: Environment): string[] {
  const missing = sets.flatMap((names) => {
    const absent = names.filter((name) => !given[name])
    if (absent.length === names.length) return []
    return absent.map((name) => `${name} (not set: ${names.join(', ')} go together)`)
  })
  return [...missing, ...undecided(given)]
}

function undecided({
  STRIPE_SECRET_KEY: stripe,
  CHARGEBEE_SITE: chargebee,
  BILLING_PROVIDER: forNew,
}: Environment) {
  if (stripe && chargebee && !forNew)
    return ['BILLING_PROVIDER (not set: stripe or chargebee, where both are set up)']
  if ((forNew === 'stripe' && !stripe) || (forNew === 'chargebee' && !chargebee))
    return [`BILLING_PROVIDER (${forNew} is not set up)`]
  return []
}

/** Stand-ins and test keys take no money. */
export function unrealPayment(given: Environment): string[] {
  const standIns = ['STRIPE_API_URL', 'STRIPE_SCRIPT_URL', 'CHARGEBEE_API_URL']
    .filter((name) => given[name])
    .map((name) => `${name} (replaces the provider’s address: only with TEST_SYSTEM=1)`)
  const testKeys = [
    ['STRIPE_SECRET_KEY', /^(sk|rk)_live_/, 'a live key, sk_live_… or rk_live_…'],
    ['STRIPE_PUBLISHABLE_KEY', /^pk_live_/, 'a live key, pk_live_…'],
    ['CHARGEBEE_API_KEY', /^live_/, 'a live key, live_…'],
  ] as const
  const unreal = testKeys.flatMap(([name, live, right]) => {
    const value = given[name]
    return value && !live.test(value) ? [`${name} (${right}; a test key only with TEST_SYSTEM=1)`] : []
  })
  const plain = given['ENTERPRISE_FORM_URL']?.startsWith('http:')
    ? ['ENTERPRISE_FORM_URL (an address with https://; http:// only with TEST_SYSTEM=1)']
    : []
  return [...standIns, ...unreal, ...plain]
}
