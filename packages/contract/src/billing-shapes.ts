import * as z from 'zod/mini'
import { Email, GivenInstant, Instant, line } from './values.ts'

/** 7.1 and 7.2: plans, what a business pays, and what it may use. Without a payment provider none of this applies. */

/** The plans. Enterprise is sold by contract; its name may be any that begins with `ent`. */
export const PlanName = z.enum(['individual', 'team', 'pro', 'scale', 'enterprise'])
export type PlanName = z.infer<typeof PlanName>
/** What can be bought on the upgrade page. */
export const SoldPlan = z.enum(['individual', 'team', 'pro', 'scale'])
export type SoldPlan = z.infer<typeof SoldPlan>
export const BillingCycle = z.enum(['month', 'year'])
export type BillingCycle = z.infer<typeof BillingCycle>
export const Currency = z.enum(['CHF', 'EUR'])
export type Currency = z.infer<typeof Currency>

/** Specification, section 4: the billing state derives from it. */
export const PaymentMethod = z.enum([
  /** The trial runs, and there is no payment method yet. */
  'TRIALING',
  /** The trial is over, or the subscription has ended: buying a plan opens the business again. */
  'NEEDS_PAYMENT_METHOD',
  /** The operator locked the business. */
  'BLOCKED',
  /** Pays by invoice; the operator keeps its plan. */
  'MANUAL',
  'STRIPE',
  'CHARGEBEE',
])
export type PaymentMethod = z.infer<typeof PaymentMethod>

/** As the payment provider has it. */
export const SubscriptionStatus = z.enum([
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'canceled',
  'paused',
])
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

/** In the smallest unit of the currency: 1250 is CHF 12.50. */
export const Amount = z.int()

export const BillingAddress = z.object({
  contactName: z.nullable(line(100)),
  contactEmail: z.nullable(Email),
  address1: z.nullable(line(100)),
  address2: z.nullable(line(100)),
  postalCode: z.nullable(line(20)),
  city: z.nullable(line(100)),
  /** ISO 3166-1, two letters. */
  country: z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/))),
  /** As its country writes it: CHE-123.456.789, DE123456789. */
  vat: z.nullable(line(30)),
})
export type BillingAddress = z.infer<typeof BillingAddress>

/** Fields that are given are changed, the others stay. */
export const BillingAddressChange = z.partial(BillingAddress)

export const PlanType = z.enum([
  'TRIAL',
  'INDIVIDUAL',
  'TEAM',
  'PRO',
  'SCALE',
  'ENTERPRISE',
  /** As the current plan: cancelled. As the next: is being cancelled, which can be revoked. */
  'CANCELED',
])
export type PlanType = z.infer<typeof PlanType>

/** A plan over a time; `endAt` null: until further notice. */
export const PlanPeriod = z.object({ type: PlanType, startAt: Instant, endAt: z.nullable(Instant) })

export const Discount = z.object({
  promoCode: z.string(),
  type: z.enum(['promo', 'referral']),
  status: z.enum(['ACTIVE', 'USED_UP']),
  expiresAt: z.nullable(Instant),
  /** One of the two. */
  percentOff: z.nullable(z.number()),
  amountOff: z.nullable(Amount),
})
export type Discount = z.infer<typeof Discount>

/** How a business pays; told to its admins alone, and null where the installation has no billing. */
export const Billing = z.object({
  ...BillingAddress.shape,
  currency: z.nullable(Currency),
  paymentMethod: PaymentMethod,
  stripeSubscriptionStatus: z.nullable(SubscriptionStatus),
  /** A payment failed and the business has to do something; a trial doesn't count. */
  paymentIssue: z.boolean(),
  /** Paid for now; and the number from the next period on, if fewer were requested. */
  seats: z.int(),
  nextSeats: z.nullable(z.int()),
  /** What a seat costs each period, before discounts and tax: possibly less than the plan costs today. Null without a plan. */
  seatPrice: z.nullable(Amount),
  /** Of the last change of seats: comes back with the next, so that a stale page changes nothing. */
  timestamp: Instant,
  cycle: z.nullable(BillingCycle),
  /** When the trial ends or ended. */
  trialEndsAt: z.nullable(Instant),
  /** When the period that is paid for ends. */
  periodEndsAt: z.nullable(Instant),
})
export type Billing = z.infer<typeof Billing>

/** Null: without a limit. */
const limit = z.nullable(z.int())
export const PlanLimits = z.object({
  /** Whether files may be uploaded at all. */
  uploads: z.boolean(),
  apiUsers: limit,
  seals: limit,
  retention: z.boolean(),
  branding: z.boolean(),
  part11: z.boolean(),
  bulkSend: z.boolean(),
  api: z.boolean(),
})
export type PlanLimits = z.infer<typeof PlanLimits>
export const PlanFeature = z.enum([
  'uploads',
  'apiUsers',
  'seals',
  'retention',
  'branding',
  'part11',
  'bulkSend',
  'api',
])
export type PlanFeature = z.infer<typeof PlanFeature>

/**
 * The signature levels that plans count separately. Seals of a business have their own count; regulated records count
 * by their signature level.
 */
export const CountedQuality = z.enum(['ses', 'aes', 'qes', 'seal'])
export type CountedQuality = z.infer<typeof CountedQuality>
const byQuality = <T extends z.ZodMiniType>(one: T) => z.object({ ses: one, aes: one, qes: one, seal: one })

/** Included per month and seat; null: unlimited. */
export const IncludedSignatures = byQuality(limit)
export type IncludedSignatures = z.infer<typeof IncludedSignatures>

/** The plan of a business; null where the installation has no billing. */
export const PricePlan = z.object({
  name: PlanName,
  limits: PlanLimits,
  licenses: z.object({
    idents: z.object({
      eidas: z.object({ payForMembers: z.boolean(), payForInvitations: z.boolean() }),
      zertes: z.object({ payForMembers: z.boolean(), payForInvitations: z.boolean() }),
    }),
  }),
  current: z.object({ base: PlanPeriod }),
  next: z.object({ base: z.nullable(PlanPeriod) }),
  discounts: z.array(Discount),
  /** Of an old price plan, which is offered the new one: the dialog of the fair-flat migration. */
  fairFlatMigration: z.boolean(),
})
export type PricePlan = z.infer<typeof PricePlan>

/** What the business sees of its customer record at Stripe; told to its admins alone. */
export const StripeState = z.object({
  /** By the call for a session of the portal; null without a customer. */
  customerPortalURL: z.nullable(z.string()),
  subscriptionErrorCode: z.nullable(z.string()),
  subscriptionStatus: z.nullable(SubscriptionStatus),
})
export type StripeState = z.infer<typeof StripeState>

/** A plan as the upgrade page shows it. */
export const OfferedPlan = z.object({
  name: PlanName,
  seats: z.object({ min: z.int(), max: limit }),
  included: IncludedSignatures,
  /** Whether signatures beyond that are charged each; otherwise they wait for the next month. */
  chargesExtra: z.boolean(),
  limits: PlanLimits,
  /** For each seat and cycle, as the payment provider has them; none of a plan that is sold by contract. */
  prices: z.array(z.object({ cycle: BillingCycle, currency: Currency, amount: Amount })),
})
export type OfferedPlan = z.infer<typeof OfferedPlan>

/** One line of what is due. */
export const PreviewLine = z.object({
  /** Of seats of this plan; null of anything else, which the description names. */
  plan: z.nullable(PlanName),
  /** The payment provider's words. */
  description: z.string(),
  amount: Amount,
  quantity: z.nullable(z.int()),
  /** For the rest of a period that runs. */
  proration: z.boolean(),
  startAt: Instant,
  endAt: Instant,
})
export type PreviewLine = z.infer<typeof PreviewLine>
const Due = z.object({ subtotal: Amount, discount: Amount, tax: Amount, total: Amount })

/** What a change would cost, by the provider's own sums. */
export const BillingPreview = z.object({
  currency: Currency,
  dueToday: Due,
  nextPeriod: z.object({ at: Instant, total: Amount }),
  lines: z.array(PreviewLine),
  /** Sent back with the change, so that the amount charged is the one shown. */
  prorationDate: GivenInstant,
  /** Fewer seats take effect from the next period. */
  applies: z.enum(['now', 'next_period']),
  discount: z.nullable(Discount),
})
export type BillingPreview = z.infer<typeof BillingPreview>

/** What the browser has to do at the payment provider before it continues. */
export const PaymentAction = z.object({
  provider: z.enum(['STRIPE', 'CHARGEBEE']),
  /** Stripe: for its element in the page. */
  clientSecret: z.nullable(z.string()),
  publishableKey: z.nullable(z.string()),
  /** Where Stripe's script is, in place of Stripe's own address. */
  scriptUrl: z.nullable(z.string()),
  /** Chargebee: its page. */
  redirectUrl: z.nullable(z.string()),
})
export type PaymentAction = z.infer<typeof PaymentAction>

export const Invoice = z.object({
  id: z.string(),
  number: z.nullable(z.string()),
  status: z.enum(['draft', 'open', 'paid', 'void', 'uncollectible']),
  at: Instant,
  currency: Currency,
  total: Amount,
  due: Amount,
  /** The provider's page, where an open one can be paid. */
  pageUrl: z.nullable(z.string()),
  pdfUrl: z.nullable(z.string()),
})
export type Invoice = z.infer<typeof Invoice>

/** Signatures of one month against what is included. */
export const Allowance = z.object({
  /** Null: not limited. */
  included: z.nullable(z.int()),
  used: z.int(),
  /** Beyond what is included, charged each. */
  extra: z.int(),
})
export const UsageByQuality = byQuality(Allowance)
export const MonthOfUsage = z.object({
  /** 2026-11 */
  month: z.string(),
  ses: z.int(),
  aes: z.int(),
  qes: z.int(),
  seal: z.int(),
})
