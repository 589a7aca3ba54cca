import * as z from 'zod/mini'

// Of Stripe's answers what is used here, in the form that its reference of 2026-10-28.endive documents.

export const id = z.string().check(z.minLength(1), z.maxLength(255))
const text = z.string().check(z.maxLength(5_000))
const amount = z.int()
const seconds = z.pipe(
  z.int().check(z.minimum(0), z.maximum(10_000_000_000)),
  z.transform((value) => new Date(value * 1000)),
)
const orNull = <T extends z.ZodMiniType>(shape: T) => z.optional(z.nullable(shape))
const metadata = z.optional(z.nullable(z.record(z.string(), z.string())))
/** An id, or what it stands for. */
const reference = z.pipe(
  z.union([id, z.object({ id })]),
  z.transform((value) => (typeof value === 'string' ? value : value.id)),
)

export const Identified = z.object({ id })
export const pageOf = <T extends z.ZodMiniType>(one: T) =>
  z.object({ data: z.array(one), has_more: z.boolean() })

export const Price = z.object({
  id,
  active: z.boolean(),
  currency: z.string(),
  unit_amount: z.nullable(amount),
  lookup_key: orNull(text),
  tax_behavior: orNull(z.string()),
  metadata,
  product: reference,
  recurring: orNull(
    z.object({ interval: z.string(), usage_type: z.optional(z.string()), meter: orNull(z.string()) }),
  ),
})
export type Price = z.infer<typeof Price>

export const Customer = z.object({
  id,
  deleted: z.optional(z.boolean()),
  metadata,
  invoice_settings: z.optional(z.object({ default_payment_method: orNull(reference) })),
})

export const PaymentMethod = z.object({ id, customer: orNull(reference) })
const PaymentError = z.object({ code: orNull(text), decline_code: orNull(text) })
export const SetupIntent = z.object({
  id,
  status: z.string(),
  client_secret: z.nullable(text),
  customer: orNull(reference),
  payment_method: orNull(reference),
  last_setup_error: orNull(PaymentError),
})
export const PaymentIntent = z.object({
  id,
  status: z.string(),
  last_payment_error: orNull(PaymentError),
})

export const Coupon = z.object({
  id,
  valid: z.boolean(),
  percent_off: z.nullable(z.number()),
  amount_off: z.nullable(amount),
  currency: z.nullable(z.string()),
  duration: z.string(),
  redeem_by: orNull(seconds),
  max_redemptions: orNull(z.int()),
  times_redeemed: z.optional(z.int()),
  applies_to: orNull(z.object({ products: z.array(z.string()) })),
  currency_options: z.optional(z.record(z.string(), z.object({ amount_off: amount }))),
})
export const PromotionCode = z.object({
  id,
  code: text,
  active: z.boolean(),
  expires_at: z.nullable(seconds),
  max_redemptions: z.nullable(z.int()),
  times_redeemed: z.int(),
  customer: orNull(reference),
  promotion: z.object({ coupon: z.nullable(z.union([id, Coupon])) }),
})
export type PromotionCode = z.infer<typeof PromotionCode>

const Discount = z.object({
  id,
  end: orNull(seconds),
  promotion_code: orNull(z.union([id, z.object({ id, code: text })])),
  source: z.object({ coupon: orNull(z.union([id, Coupon])) }),
})
export type Discount = z.infer<typeof Discount>

const LatestInvoice = z.object({
  id,
  status: z.nullable(z.string()),
  confirmation_secret: orNull(z.object({ client_secret: text })),
})
const SubscriptionItem = z.object({
  id,
  quantity: z.optional(z.int()),
  current_period_start: seconds,
  current_period_end: seconds,
  price: Price,
})
const PendingItem = z.object({
  id: z.optional(id),
  quantity: z.optional(z.int()),
  price: z.union([id, z.object({ id })]),
})
export const Subscription = z.object({
  id,
  customer: reference,
  status: z.enum([
    'incomplete',
    'incomplete_expired',
    'trialing',
    'active',
    'past_due',
    'unpaid',
    'canceled',
    'paused',
  ]),
  start_date: seconds,
  ended_at: orNull(seconds),
  cancel_at: orNull(seconds),
  cancel_at_period_end: z.boolean(),
  metadata,
  default_payment_method: orNull(reference),
  items: pageOf(SubscriptionItem),
  discounts: z.array(z.union([id, Discount])),
  latest_invoice: orNull(z.union([id, LatestInvoice])),
  automatic_tax: z.optional(z.object({ enabled: z.boolean() })),
  pending_update: orNull(
    z.object({
      expires_at: seconds,
      subscription_items: orNull(z.array(PendingItem)),
    }),
  ),
})
export type Subscription = z.infer<typeof Subscription>
export type SubscriptionItem = z.infer<typeof SubscriptionItem>

export const InvoicePayment = z.object({
  status: z.string(),
  payment: z.object({ payment_intent: orNull(z.union([id, PaymentIntent])) }),
})

export const Invoice = z.object({
  id,
  number: z.nullable(text),
  status: z.nullable(z.enum(['draft', 'open', 'paid', 'void', 'uncollectible'])),
  created: seconds,
  currency: z.string(),
  total: amount,
  amount_remaining: amount,
  hosted_invoice_url: orNull(text),
  invoice_pdf: orNull(text),
})
export type Invoice = z.infer<typeof Invoice>

const taxes = orNull(z.array(z.object({ amount })))
const ItemDetails = orNull(z.object({ proration: z.optional(z.boolean()) }))
const PreviewLine = z.object({
  description: orNull(text),
  amount,
  quantity: orNull(z.int()),
  period: z.object({ start: seconds, end: seconds }),
  parent: orNull(z.object({ invoice_item_details: ItemDetails, subscription_item_details: ItemDetails })),
  pricing: orNull(z.object({ price_details: orNull(z.object({ price: reference })) })),
})
export type PreviewLine = z.infer<typeof PreviewLine>
export const PreviewInvoice = z.object({
  currency: z.string(),
  subtotal: amount,
  total: amount,
  amount_due: amount,
  total_discount_amounts: taxes,
  total_taxes: taxes,
  lines: pageOf(PreviewLine),
})
export type PreviewInvoice = z.infer<typeof PreviewInvoice>

export const TaxId = z.object({ id, type: z.string(), value: text })
export const MeterEvent = z.object({ identifier: text, event_name: text })
export const PortalSession = z.object({ url: text })
export const MeterEventSummary = z.object({ id, aggregated_value: z.number() })

export const Meter = z.object({ id, event_name: text, status: z.string() })
export const Event = z.object({
  id,
  type: text,
  data: z.object({
    object: z.object({
      id: z.optional(z.string()),
      object: z.optional(z.string()),
      customer: orNull(reference),
    }),
  }),
})
