import * as z from 'zod/mini'
import { BillingAddressChange, BillingCycle, Currency, PaymentAction, SoldPlan } from './billing-shapes.ts'
import { Business } from './businesses.ts'
import type { ErrorKey } from './errors.ts'
import { GivenInstant, Id, line } from './values.ts'

/** 7.2 and the rest of 7.1: what the calls share by which a plan is bought and changed. */

export const one = z.object({ id: Id })
export const seats = z.int().check(z.minimum(1), z.maximum(10_000))
export const code = line(60)
export const ofBusiness = ['not_found', 'business.not_allowed', 'billing.not_configured'] as const

/** The provider's possible responses to an order. */
export const atProvider = [
  'billing.provider_unavailable',
  'billing.provider_misconfigured',
  'billing.order_kept',
  'billing.payment_declined',
  'billing.authentication_required',
  'billing.in_progress',
] as const

export const ofChoice = [
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

/** What is to be bought. The body that the specification gives (7.2), and what tax is computed by. */
export const Choice = z.object({
  plan: SoldPlan,
  cycle: BillingCycle,
  amountSeats: seats,
  currency: Currency,
  promoCode: z.optional(z.nullable(code)),
  referralCode: z.optional(z.nullable(code)),
  vat: z.optional(z.nullable(line(30))),
  country: z.optional(z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/)))),
  /** A few places of a country are taxed otherwise. */
  postalCode: z.optional(z.nullable(line(20))),
})

export const Order = z.object({
  ...Choice.shape,
  /** Of the preview that was shown, which holds for an hour. */
  prorationDate: z.optional(z.nullable(GivenInstant)),
  /** What that preview says is due today: if it's another amount by now, the order is refused. */
  dueToday: z.optional(z.nullable(z.int())),
  /** The setup intent that the browser confirmed, or what a page of the provider came back with; null: the card that is on file. */
  setupReference: z.optional(z.nullable(line(200))),
  billing: z.optional(BillingAddressChange),
})

/** `action`: the payment waits for the customer's bank; afterwards the page requests a sync. */
export const Ordered = z.object({ business: z.nullable(Business), action: z.nullable(PaymentAction) })
