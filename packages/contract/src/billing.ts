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
  MonthOfUsage,
  OfferedPlan,
  PaymentAction,
  SoldPlan,
  UsageByQuality,
} from './billing-shapes.ts'
import { Business } from './businesses.ts'
import { endpoint } from './endpoint.ts'
import type { ErrorKey } from './errors.ts'
import { OptionalPhone } from './phone.ts'
import { GivenInstant, Id, Instant, line, plainName, text, wholeNumber } from './values.ts'

/** 7.2 and the rest of 7.1: buying a plan, changing it, and what was used of it. */

const one = z.object({ id: Id })
const seats = z.int().check(z.minimum(1), z.maximum(10_000))
const code = line(60)
const ofBusiness = ['not_found', 'business.not_allowed', 'billing.not_configured'] as const
/** The provider's possible responses to an order. */
const atProvider = [
  'billing.provider_unavailable',
  'billing.order_kept',
  'billing.payment_declined',
  'billing.authentication_required',
  'billing.in_progress',
] as const
const ofChoice = [
  'validation.failed',
  'billing.plan_not_sold',
  'billing.country_without_price',
  'billing.currency_fixed',
  'billing.vat_malformed',
  'billing.seats_out_of_range',
  'billing.seats_in_use',
  'billing.promo_unknown',
  'billing.promo_expired',
  'billing.promo_used_up',
  'billing.promo_not_for_plan',
  'billing.referral_unknown',
] as const satisfies readonly ErrorKey[]

/** What is to be bought. The body that the specification gives (7.2), and the VAT number to be checked with it. */
const Choice = z.object({
  plan: SoldPlan,
  cycle: BillingCycle,
  amountSeats: seats,
  currency: Currency,
  promoCode: z.optional(z.nullable(code)),
  referralCode: z.optional(z.nullable(code)),
  vat: z.optional(z.nullable(line(30))),
  country: z.optional(z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/)))),
})
const Order = z.object({
  ...Choice.shape,
  /** Of the preview that was shown. */
  prorationDate: z.optional(z.nullable(GivenInstant)),
  /** The setup intent that the browser confirmed, or what a page of the provider came back with; null: the card that is on file. */
  setupReference: z.optional(z.nullable(line(200))),
  billing: z.optional(BillingAddressChange),
})
/** `action`: the payment waits for the customer's bank; afterwards the page requests a sync. */
const Ordered = z.object({ business: z.nullable(Business), action: z.nullable(PaymentAction) })

export const listPricePlans = endpoint({
  name: 'listPricePlans',
  method: 'GET',
  path: '/v2/businesses/price_plans',
  summary: 'List the available plans. Empty without billing.',
  credential: 'user',
  output: z.object({
    enabled: z.boolean(),
    plans: z.array(OfferedPlan),
    trialDays: z.int(),
    /** The countries that can buy, each with its currency. */
    countries: z.array(z.object({ country: z.string(), currency: Currency })),
    /** Whether the form for enterprise customers is set up. */
    enterpriseContact: z.boolean(),
  }),
  errors: ['billing.provider_unavailable'],
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

export const upgradeBusiness = endpoint({
  name: 'upgradeBusiness',
  method: 'PUT',
  path: '/v2/businesses/{id}/subscriptions/upgrade',
  summary: 'Buy or change the business’s plan.',
  credential: 'user',
  params: one,
  body: Order,
  output: Ordered,
  errors: [...ofBusiness, ...atProvider, ...ofChoice, 'billing.manual'],
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
    'billing.seats_in_use',
  ],
})

export const changeSeats = endpoint({
  name: 'changeSeats',
  method: 'PUT',
  path: '/v2/businesses/{id}/subscriptions/seats',
  summary:
    'Change the number of seats: more immediately, fewer from the next period. Refused if another administrator has changed it since.',
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
  ],
})

export const getUsage = endpoint({
  name: 'getUsage',
  method: 'GET',
  path: '/v2/businesses/{id}/subscriptions/usage',
  summary: 'Get this month’s usage against the plan’s allowance, the last 12 months, and seats.',
  credential: 'user',
  params: one,
  output: z.object({
    period: z.object({ startAt: Instant, endAt: Instant }),
    seats: z.object({ total: z.nullable(z.int()), used: z.int() }),
    signatures: UsageByQuality,
    months: z.array(MonthOfUsage),
  }),
  errors: [...ofBusiness],
})

export const createPortalSession = endpoint({
  name: 'createPortalSession',
  method: 'POST',
  path: '/v2/businesses/{id}/chargebee/portal_session',
  summary: 'Get a link to the Chargebee portal with the business’s payment method and invoices.',
  credential: 'user',
  params: one,
  output: z.object({ url: z.string() }),
  errors: [...ofBusiness, 'billing.provider_unavailable', 'billing.no_subscription', 'billing.manual'],
})

export const getCustomerPortal = endpoint({
  name: 'getCustomerPortal',
  method: 'GET',
  path: '/v2/businesses/{id}/stripe/cpsession',
  summary: 'Get a link to the Stripe portal with the business’s payment method and invoices.',
  credential: 'user',
  params: one,
  output: z.object({ redirectUrl: z.string() }),
  errors: [...ofBusiness, 'billing.provider_unavailable', 'billing.no_subscription', 'billing.manual'],
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
  errors: [...ofBusiness, 'billing.provider_unavailable', 'rate.exceeded'],
})

export const syncDirectUpgrade = endpoint({
  name: 'syncDirectUpgrade',
  method: 'POST',
  path: '/v2/businesses/direct_upgrade/sync',
  summary:
    'Sync the purchase of a personal account: `business` is set once the plan is paid for and the business created.',
  credential: 'user',
  output: z.object({
    state: z.enum(['none', 'waiting', 'failed', 'done']),
    business: z.nullable(Business),
  }),
  errors: ['billing.not_configured', 'billing.provider_unavailable', 'rate.exceeded'],
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
  errors: [...ofBusiness, 'billing.provider_unavailable', 'validation.failed'],
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

/** What a personal account may use. */
export const getOwnUsage = endpoint({
  name: 'getOwnUsage',
  method: 'GET',
  path: '/v1/user/usage',
  summary: 'Get a personal account’s usage this month.',
  credential: 'user',
  duringSetup: true,
  output: z.object({
    /** Null: the installation has no billing, or the account belongs to a business. */
    plan: z.nullable(z.enum(['free_legacy', 'free_new'])),
    uploads: z.boolean(),
    included: z.nullable(z.int()),
    used: z.int(),
    renewsAt: z.nullable(Instant),
    /** The free plan changes for this account: the dialog of the free migration. */
    migration: z.boolean(),
  }),
})

export const acceptFreeMigration = endpoint({
  name: 'acceptFreeMigration',
  method: 'POST',
  path: '/v1/user/free-migration',
  summary: 'Switch to the new free plan.',
  credential: 'user',
  duringSetup: true,
  output: getOwnUsage.output,
  errors: ['billing.not_configured', 'not_found'],
})

export const contactEnterprise = endpoint({
  name: 'contactEnterprise',
  method: 'POST',
  path: '/v2/enterprise-contact',
  summary:
    'Request an enterprise offer. Forwarded to the marketing-forms service (7.6.13) or emailed to the operator.',
  credential: 'user',
  body: z.object({
    name: plainName(100, 1),
    business: plainName(100, 1),
    email: BillingAddress.shape.contactEmail.def.innerType,
    phone: OptionalPhone,
    seats: z.optional(z.nullable(seats)),
    message: z.optional(z.nullable(text(2000))),
    consent: z.literal(true),
  }),
  errors: ['validation.failed', 'not_found', 'rate.exceeded'],
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
  errors: ['not_found', 'rate.exceeded'],
})

export const receiveChargebeeWebhook = endpoint({
  name: 'receiveChargebeeWebhook',
  method: 'POST',
  path: '/v2/webhooks/chargebee',
  summary:
    'Receive a Chargebee webhook. Its credentials are verified, and the current state is fetched from Chargebee.',
  credential: 'none',
  body: z.unknown(),
  errors: ['not_found', 'rate.exceeded'],
})
