import * as z from 'zod/mini'

// Of Chargebee's answers what is used here, in the form that its reference of API v2, product catalog 2.0, documents.

const id = z.string().check(z.minLength(1), z.maxLength(255))
const text = z.string().check(z.maxLength(5_000))
const amount = z.int()
const count = z.int().check(z.minimum(0))
const seconds = z.pipe(
  z.int().check(z.minimum(0), z.maximum(10_000_000_000)),
  z.transform((value) => new Date(value * 1000)),
)
const maybe = <T extends z.ZodMiniType>(shape: T) => z.optional(z.nullable(shape))

export const Anything = z.looseObject({})
export const listOf = <T extends z.ZodMiniType>(one: T) =>
  z.object({ list: z.array(one), next_offset: maybe(text) })

export const ItemPrice = z.object({ id, status: z.optional(text), price: maybe(amount) })
export const ItemPriceEntry = z.object({ item_price: ItemPrice })

export const Customer = z.object({
  id,
  deleted: z.optional(z.boolean()),
  primary_payment_source_id: maybe(id),
  vat_number: maybe(text),
})
export const WithCustomer = z.object({ customer: Customer })

export const HostedPage = z.object({
  id: z.optional(id),
  url: z.optional(text),
  state: z.optional(text),
  content: maybe(z.object({ customer: maybe(z.object({ id })) })),
})
export const WithHostedPage = z.object({ hosted_page: HostedPage })

const SubscriptionItem = z.object({
  item_price_id: text,
  item_type: z.optional(text),
  quantity: maybe(z.int()),
  unit_price: maybe(z.int()),
})
export const Subscription = z.object({
  id,
  customer_id: id,
  status: z.enum(['future', 'in_trial', 'active', 'non_renewing', 'paused', 'cancelled', 'transferred']),
  cancel_reason: maybe(text),
  created_at: maybe(seconds),
  started_at: maybe(seconds),
  current_term_start: maybe(seconds),
  current_term_end: maybe(seconds),
  cancelled_at: maybe(seconds),
  has_scheduled_changes: z.optional(z.boolean()),
  due_invoices_count: z.optional(count),
  payment_source_id: maybe(id),
  subscription_items: z.optional(z.array(SubscriptionItem)),
  coupons: z.optional(
    z.array(z.object({ coupon_id: id, coupon_code: maybe(text), apply_till: maybe(seconds) })),
  ),
  meta_data: maybe(z.union([z.looseObject({}), text])),
})
export type Subscription = z.infer<typeof Subscription>
export const WithSubscription = z.object({ subscription: Subscription })

export const Coupon = z.object({
  id,
  status: z.optional(text),
  discount_type: text,
  discount_percentage: maybe(z.number()),
  discount_amount: maybe(amount),
  currency_code: maybe(text),
  duration_type: text,
  valid_from: maybe(seconds),
  valid_till: maybe(seconds),
  max_redemptions: maybe(count),
  redemptions: maybe(count),
  item_constraints: maybe(
    z.array(z.object({ item_type: text, constraint: text, item_price_ids: maybe(z.array(text)) })),
  ),
})
export type Coupon = z.infer<typeof Coupon>
export const WithCoupon = z.object({ coupon: Coupon })

export const Transaction = z.object({
  error_code: maybe(text),
  status: z.optional(text),
})
export const TransactionEntry = z.object({ transaction: Transaction })

export const Invoice = z.object({
  id,
  status: z.enum(['paid', 'posted', 'payment_due', 'not_paid', 'voided', 'pending']),
  date: maybe(seconds),
  generated_at: maybe(seconds),
  currency_code: text,
  total: maybe(amount),
  amount_due: maybe(amount),
  dunning_status: maybe(text),
})
export type Invoice = z.infer<typeof Invoice>
export const InvoiceEntry = z.object({ invoice: Invoice })
export const WithDownload = z.object({ download: z.object({ download_url: text }) })

const LineItem = z.object({
  entity_id: maybe(text),
  description: text,
  amount: maybe(amount),
  quantity: maybe(z.int()),
  date_from: seconds,
  date_to: seconds,
})
export type LineItem = z.infer<typeof LineItem>
const sums = maybe(z.array(z.object({ amount })))
export const InvoiceEstimate = z.object({
  price_type: z.optional(text),
  currency_code: text,
  sub_total: amount,
  total: maybe(amount),
  amount_due: maybe(amount),
  credits_applied: maybe(amount),
  line_items: maybe(z.array(LineItem)),
  discounts: sums,
  taxes: sums,
})
export type InvoiceEstimate = z.infer<typeof InvoiceEstimate>
const CreditEstimate = z.object({ sub_total: amount, total: amount, line_items: maybe(z.array(LineItem)) })
export const Estimate = z.object({
  subscription_estimate: maybe(z.object({ next_billing_at: maybe(seconds) })),
  invoice_estimate: maybe(InvoiceEstimate),
  next_invoice_estimate: maybe(InvoiceEstimate),
  credit_note_estimates: maybe(z.array(CreditEstimate)),
})
export type Estimate = z.infer<typeof Estimate>
export const WithEstimate = z.object({ estimate: Estimate })

export const WithUsage = z.object({ usage: z.object({ id }) })
export const WithPortal = z.object({ portal_session: z.object({ access_url: text }) })

const ofCustomer = maybe(z.object({ customer_id: maybe(id) }))
export const Event = z.object({
  id,
  event_type: text,
  content: z.looseObject({
    customer: maybe(z.object({ id: maybe(id) })),
    subscription: ofCustomer,
    invoice: ofCustomer,
    transaction: ofCustomer,
    payment_source: ofCustomer,
    credit_note: ofCustomer,
  }),
})
