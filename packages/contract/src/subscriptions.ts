import * as z from 'zod/mini'
import {
  Billing,
  BillingAddress,
  BillingAddressChange,
  BillingCycle,
  BillingPreview,
  Currency,
  Discount,
  Invoice,
  OfferedPlan,
  PaymentAction,
  SoldPlan,
} from './billing-shapes.ts'
import { Business } from './businesses.ts'
import { endpoint } from './endpoint.ts'
import { atProvider, Choice, code, ofBusiness, ofChoice, one, Order, Ordered, seats } from './orders.ts'
import { GivenInstant, Id, line, text, wholeNumber } from './values.ts'

export const listPricePlans = endpoint({
  name: 'listPricePlans',
  method: 'GET',
  path: '/v2/businesses/price_plans',
  summary: 'List the available plans. Empty without billing.',
  credential: 'user',
  output: z.object({
    enabled: z.boolean(),
    /** The payment provider of new customers. */
    provider: z.nullable(z.enum(['STRIPE', 'CHARGEBEE'])),
    /** The providers whose customers may pay tax on top of these prices. */
    taxedBy: z.array(z.enum(['STRIPE', 'CHARGEBEE'])),
    plans: z.array(OfferedPlan),
    trialDays: z.int(),
    /** The countries that can buy, each with its currency. */
    countries: z.array(z.object({ country: z.string(), currency: Currency })),
    /** Whether the form for enterprise customers is set up. */
    enterpriseContact: z.boolean(),
  }),
  errors: ['billing.provider_unavailable', 'billing.provider_misconfigured'],
})

export const createSetupIntent = endpoint({
  name: 'createSetupIntent',
  method: 'POST',
  path: '/v2/businesses/{id}/subscriptions/stripe_setup_intent',
  summary: 'Start adding a payment method. It is entered at the payment provider, never here.',
  credential: 'user',
  params: one,
  body: z.object({ country: z.string().check(z.regex(/^[A-Z]{2}$/)) }),
  output: PaymentAction,
  errors: [
    ...ofBusiness,
    ...atProvider,
    'validation.failed',
    'billing.country_without_price',
    'billing.vat_malformed',
    'billing.manual',
  ],
})

export const upgradeBusiness = endpoint({
  name: 'upgradeBusiness',
  method: 'PUT',
  path: '/v2/businesses/{id}/subscriptions/upgrade',
  summary: 'Buy or change the business’s plan.',
  credential: 'user',
  params: one,
  body: Order,
  output: Ordered,
  errors: [...ofBusiness, ...atProvider, ...ofChoice, 'billing.manual', 'billing.stale'],
})

export const previewUpgrade = endpoint({
  name: 'previewUpgrade',
  method: 'POST',
  path: '/v2/businesses/{id}/subscriptions/upgrade/preview',
  summary: 'Preview what a plan costs today and in the next period.',
  credential: 'user',
  params: one,
  body: Choice,
  output: BillingPreview,
  errors: [...ofBusiness, ...atProvider, ...ofChoice, 'billing.manual'],
})

export const previewSeats = endpoint({
  name: 'previewSeats',
  method: 'POST',
  path: '/v2/businesses/{id}/subscriptions/seats/preview',
  summary: 'Preview what a different number of seats costs.',
  credential: 'user',
  params: one,
  body: z.object({ seats }),
  output: BillingPreview,
  errors: [
    ...ofBusiness,
    ...atProvider,
    'validation.failed',
    'billing.no_subscription',
    'billing.manual',
    'billing.seats_out_of_range',
  ],
})

export const changeSeats = endpoint({
  name: 'changeSeats',
  method: 'PUT',
  path: '/v2/businesses/{id}/subscriptions/seats',
  summary:
    'Change the number of seats: more immediately, fewer from the next period. Refused if another administrator has changed it since, or if the preview is older than an hour.',
  credential: 'user',
  params: one,
  body: z.object({
    seats,
    timestamp: GivenInstant,
    prorationDate: z.optional(z.nullable(GivenInstant)),
    /** Who loses their seat if there are fewer seats than people; by default those who joined last. */
    removeUserIds: z.optional(z.array(Id)),
  }),
  output: z.object({ billing: Billing, action: z.nullable(PaymentAction) }),
  errors: [...previewSeats.errors, 'billing.stale'],
})

export const validatePromo = endpoint({
  name: 'validatePromo',
  method: 'POST',
  path: '/v2/businesses/{id}/subscriptions/coupons/validate_promo',
  summary: 'Check a promotion or referral code for a plan.',
  credential: 'user',
  params: one,
  body: z.object({
    promoCode: code,
    plan: SoldPlan,
    cycle: BillingCycle,
    type: z.enum(['promo', 'referral']),
    currency: z.optional(Currency),
  }),
  output: z.object({ valid: z.literal(true), discount: Discount }),
  errors: [
    ...ofBusiness,
    'billing.provider_unavailable',
    'billing.provider_misconfigured',
    'validation.failed',
    'billing.promo_unknown',
    'billing.promo_expired',
    'billing.promo_used_up',
    'billing.promo_not_for_plan',
    'billing.referral_unknown',
  ],
})

export const getReferralCode = endpoint({
  name: 'getReferralCode',
  method: 'GET',
  path: '/v2/businesses/{id}/subscriptions/coupons/referral_code',
  summary: 'Get the business’s referral code and how often it was used.',
  credential: 'user',
  params: one,
  output: z.object({ code: z.string(), url: z.string(), used: z.int(), percentOff: z.number() }),
  errors: [...ofBusiness],
})

export const cancelTrial = endpoint({
  name: 'cancelTrial',
  method: 'POST',
  path: '/v1/businesses/{id}/cancel-trial',
  summary: 'End the trial now. Nothing is deleted; buying a plan restores access.',
  credential: 'user',
  params: one,
  output: Business,
  errors: [...ofBusiness, 'billing.trial_over'],
})

export const updateBilling = endpoint({
  name: 'updateBilling',
  method: 'PUT',
  path: '/v2/businesses/{id}/billing',
  summary: 'Update the billing address and the VAT number.',
  credential: 'user',
  params: one,
  body: BillingAddressChange,
  output: BillingAddress,
  errors: [
    ...ofBusiness,
    'validation.failed',
    'billing.vat_malformed',
    'billing.country_without_price',
    'billing.provider_unavailable',
    'billing.provider_misconfigured',
  ],
})

export const createPortalSession = endpoint({
  name: 'createPortalSession',
  method: 'POST',
  path: '/v2/businesses/{id}/chargebee/portal_session',
  summary: 'Get a link to the Chargebee portal with the business’s payment method and invoices.',
  credential: 'user',
  params: one,
  output: z.object({ url: z.string() }),
  errors: [
    ...ofBusiness,
    'billing.provider_unavailable',
    'billing.provider_misconfigured',
    'billing.no_subscription',
    'billing.manual',
  ],
})

export const getCustomerPortal = endpoint({
  name: 'getCustomerPortal',
  method: 'GET',
  path: '/v2/businesses/{id}/stripe/cpsession',
  summary: 'Get a link to the Stripe portal with the business’s payment method and invoices.',
  credential: 'user',
  params: one,
  output: z.object({ redirectUrl: z.string() }),
  errors: [
    ...ofBusiness,
    'billing.provider_unavailable',
    'billing.provider_misconfigured',
    'billing.no_subscription',
    'billing.manual',
  ],
})

export const changeBase = endpoint({
  name: 'changeBase',
  method: 'PUT',
  path: '/v2/businesses/{id}/base',
  summary:
    'Cancel the plan at the end of the period (`next` of type CANCELED), or revoke the cancellation (`next` null).',
  credential: 'user',
  params: one,
  body: z.object({ next: z.nullable(z.object({ type: z.literal('CANCELED') })) }),
  output: Business,
  errors: [...ofBusiness, ...atProvider, 'validation.failed', 'billing.no_subscription', 'billing.manual'],
})

export const syncBusinessBilling = endpoint({
  name: 'syncBusinessBilling',
  method: 'POST',
  path: '/v2/businesses/{id}/subscriptions/sync',
  summary: 'Sync with the payment provider after returning from its page. Only the provider’s data counts.',
  credential: 'user',
  params: one,
  output: Business,
  errors: [...ofBusiness, 'billing.provider_unavailable', 'billing.provider_misconfigured', 'rate.exceeded'],
})

export const listInvoices = endpoint({
  name: 'listInvoices',
  method: 'GET',
  path: '/v2/businesses/{id}/subscriptions/invoices',
  summary: 'List the business’s invoices, newest first.',
  credential: 'user',
  params: one,
  query: z.object({
    size: z._default(wholeNumber(1, 100), 25),
    /** The id of the last one of the page before. */
    after: z.optional(line(100)),
  }),
  output: z.object({ invoices: z.array(Invoice), more: z.boolean() }),
  errors: [
    ...ofBusiness,
    'billing.provider_unavailable',
    'billing.provider_misconfigured',
    'validation.failed',
  ],
})

export const answerSurvey = endpoint({
  name: 'answerSurvey',
  method: 'POST',
  path: '/v2/businesses/{id}/subscriptions/survey',
  summary: 'Answer the transactional satisfaction survey: why a plan was bought or cancelled.',
  credential: 'user',
  params: one,
  body: z.object({
    about: z.enum(['upgrade', 'cancellation', 'trial']),
    rating: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(5)))),
    reason: z.optional(z.nullable(z.enum(['price', 'features', 'usage', 'other_product', 'other']))),
    comment: z.optional(z.nullable(text(2000))),
  }),
  errors: [...ofBusiness, 'validation.failed'],
})

export const acceptFairFlat = endpoint({
  name: 'acceptFairFlat',
  method: 'POST',
  path: '/v2/businesses/{id}/fair-flat-migration',
  summary: 'Accept the new price plan, or keep the previous one for now.',
  credential: 'user',
  params: one,
  body: z.object({ accept: z.boolean() }),
  output: Business,
  errors: [...ofBusiness, ...atProvider, 'validation.failed', 'billing.no_subscription'],
})

/** The body is taken as it came: the provider signed its bytes. */
export const receiveStripeWebhook = endpoint({
  name: 'receiveStripeWebhook',
  method: 'POST',
  path: '/v2/webhooks/stripe',
  summary:
    'Receive a Stripe webhook. Its signature is verified, and the current state is fetched from Stripe.',
  credential: 'none',
  body: z.unknown(),
  errors: ['not_found', 'rate.exceeded', 'request.too_large'],
})

export const receiveChargebeeWebhook = endpoint({
  name: 'receiveChargebeeWebhook',
  method: 'POST',
  path: '/v2/webhooks/chargebee',
  summary:
    'Receive a Chargebee webhook. Its credentials are verified, and the current state is fetched from Chargebee.',
  credential: 'none',
  body: z.unknown(),
  errors: ['not_found', 'rate.exceeded', 'request.too_large'],
})
