import * as z from 'zod/mini'
import { BillingPreview, PaymentAction } from './billing-shapes.ts'
import { Business } from './businesses.ts'
import { endpoint } from './endpoint.ts'
import { atProvider, Choice, ofChoice, Order, Ordered } from './orders.ts'
import { OptionalPhone } from './phone.ts'
import { createSetupIntent } from './subscriptions.ts'
import { plainName } from './values.ts'

export const createDirectSetupIntent = endpoint({
  name: 'createDirectSetupIntent',
  method: 'POST',
  path: '/v2/businesses/direct_upgrade/stripe_setup_intent',
  summary: 'Start adding a payment method for a personal account that is becoming a business.',
  credential: 'user',
  body: createSetupIntent.body,
  output: PaymentAction,
  errors: [
    'billing.not_configured',
    'business.already_member',
    ...atProvider,
    'validation.failed',
    'billing.country_without_price',
  ],
})

export const confirmDirectUpgrade = endpoint({
  name: 'confirmDirectUpgrade',
  method: 'POST',
  path: '/v2/businesses/direct_upgrade/confirm',
  summary:
    'Turn a personal account into a business and buy its plan. The business is created once the plan is paid for.',
  credential: 'user',
  body: z.object({
    ...Order.shape,
    name: plainName(100, 1),
    phone: OptionalPhone,
    gtc: z.boolean(),
    dpa: z.boolean(),
  }),
  output: Ordered,
  errors: [
    'billing.not_configured',
    'business.already_member',
    'terms.not_accepted',
    ...atProvider,
    ...ofChoice,
  ],
})

export const previewDirectUpgrade = endpoint({
  name: 'previewDirectUpgrade',
  method: 'POST',
  path: '/v2/businesses/direct_upgrade/preview',
  summary: 'Preview what a plan costs for a personal account that is becoming a business.',
  credential: 'user',
  body: Choice,
  output: BillingPreview,
  errors: ['billing.not_configured', 'business.already_member', ...atProvider, ...ofChoice],
})

export const syncDirectUpgrade = endpoint({
  name: 'syncDirectUpgrade',
  method: 'POST',
  path: '/v2/businesses/direct_upgrade/sync',
  summary:
    'Sync the purchase of a personal account: `business` is set once the plan is paid for and the business created. `refund_due`: it was paid for, but the account belongs to another business by now; the plan has ended and the payment is returned.',
  credential: 'user',
  output: z.object({
    state: z.enum(['none', 'waiting', 'failed', 'refund_due', 'done']),
    business: z.nullable(Business),
  }),
  errors: [
    'billing.not_configured',
    'billing.provider_unavailable',
    'billing.provider_misconfigured',
    'rate.exceeded',
  ],
})
