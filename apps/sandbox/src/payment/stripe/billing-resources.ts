import type { Base, Price } from './resources.ts'

export interface Coupon extends Base<'coupon'> {
  name: string | null
  percent_off: number | null
  amount_off: number | null
  currency: string | null
  duration: 'once' | 'repeating' | 'forever'
  duration_in_months: number | null
  max_redemptions: number | null
  redeem_by: number | null
  times_redeemed: number
  valid: boolean
  hidden: { products: string[]; amountsOff?: Record<string, number> }
}

export interface PromotionCode extends Base<'promotion_code'> {
  code: string
  active: boolean
  promotion: { type: 'coupon'; coupon: string }
  customer: string | null
  expires_at: number | null
  max_redemptions: number | null
  times_redeemed: number
  restrictions: {
    first_time_transaction: boolean
    minimum_amount: number | null
    minimum_amount_currency: string | null
  }
}

export interface Discount {
  id: string
  object: 'discount'
  source: { type: 'coupon'; coupon: string }
  promotion_code: string | null
  customer: string | null
  subscription: string | null
  subscription_item: null
  start: number
  end: number | null
  checkout_session: null
  invoice: string | null
  invoice_item: null
}

/** What was charged in advance for an item and a time, after discounts; credits are a share of it. */
export interface Debit {
  from: number
  to: number
  amount: number
  quantity: number
  invoice: string | null
  line: string
}

export interface SubscriptionItem extends Omit<Base<'subscription_item'>, 'livemode'> {
  subscription: string
  price: Price
  quantity?: number
  billing_thresholds: null
  current_period_start: number
  current_period_end: number
  discounts: string[]
  tax_rates: []
  hidden: { debits: Debit[]; invoicedUntil: number }
}

export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'canceled'

export interface Subscription extends Base<'subscription'> {
  customer: string
  status: SubscriptionStatus
  currency: string
  billing_mode: { type: 'flexible' | 'classic'; flexible: { proration_discounts: 'included' } | null }
  billing_cycle_anchor: number
  start_date: number
  trial_start: number | null
  trial_end: number | null
  trial_settings: { end_behavior: { missing_payment_method: string } }
  cancel_at_period_end: boolean
  cancel_at: number | null
  canceled_at: number | null
  cancellation_details: { comment: string | null; feedback: string | null; reason: string | null }
  ended_at: number | null
  collection_method: 'charge_automatically'
  days_until_due: null
  default_payment_method: string | null
  default_source: null
  description: string | null
  discounts: string[]
  latest_invoice: string | null
  payment_settings: {
    payment_method_options: null
    payment_method_types: string[] | null
    save_default_payment_method: 'on_subscription' | 'off'
  }
  pending_setup_intent: string | null
  /** Missing in one that was kept before there was such a thing. */
  automatic_tax?: AutomaticTax
  pending_update: PendingUpdate | null
  pause_collection: null
  schedule: null
  hidden: {
    items: SubscriptionItem[]
    /** Prorations that wait for the next invoice. */
    pendingLines: InvoiceLine[]
    /** What is applied once the invoice of a pending update is paid. */
    pendingUpdate: { invoice: string; after: string } | null
    isTrialEndTold: boolean
  }
}

export interface AutomaticTax {
  enabled: boolean
  disabled_reason: null
  liability: { type: 'self' } | null
}

export const automaticTax = (enabled: boolean): AutomaticTax => ({
  enabled,
  disabled_reason: null,
  liability: enabled ? { type: 'self' } : null,
})

export interface TaxAmount {
  amount: number
  tax_behavior: 'exclusive'
  tax_rate_details: null
  taxability_reason: 'standard_rated' | 'reverse_charge' | 'not_collecting'
  taxable_amount: number
  type: 'tax_rate_details'
}

export interface PendingUpdate {
  billing_cycle_anchor: number | null
  cancel_at_period_end: boolean | null
  discount: null
  discounts: null
  expires_at: number
  metadata: Record<string, string> | null
  subscription_items: object[] | null
  trial_end: number | null
  trial_from_plan: null
}

export interface InvoiceLine {
  id: string
  object: 'line_item'
  amount: number
  currency: string
  description: string
  quantity: number | null
  discountable: boolean
  discount_amounts: { amount: number; discount: string }[]
  discounts: string[]
  invoice: string | null
  livemode: false
  metadata: Record<string, string>
  period: { start: number; end: number }
  pretax_credit_amounts: []
  pricing: {
    type: 'price_details'
    price_details: { price: string; product: string }
    unit_amount_decimal: string
  }
  parent: {
    type: 'subscription_item_details'
    invoice_item_details: null
    subscription_item_details: {
      subscription: string | null
      subscription_item: string
      proration: boolean
      invoice_item: string | null
      proration_details: { credited_items: { invoice: string; invoice_line_items: string[] } | null } | null
    }
  }
  subscription: string | null
  subtotal: number
  taxes: TaxAmount[]
}

export interface Invoice extends Base<'invoice'> {
  customer: string | null
  number: string | null
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  currency: string
  subtotal: number
  subtotal_excluding_tax: number
  total: number
  total_excluding_tax: number
  total_taxes: TaxAmount[]
  automatic_tax?: AutomaticTax & { provider: 'stripe'; status: 'complete' | null }
  total_discount_amounts: { amount: number; discount: string }[]
  amount_due: number
  amount_paid: number
  amount_remaining: number
  amount_overpaid: number
  amount_shipping: 0
  starting_balance: number
  ending_balance: number | null
  attempt_count: number
  attempted: boolean
  auto_advance: boolean
  automatically_finalizes_at: number | null
  next_payment_attempt: number | null
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming' | 'manual'
  collection_method: 'charge_automatically'
  default_payment_method: null
  description: null
  due_date: null
  effective_at: number | null
  period_start: number
  period_end: number
  hosted_invoice_url: string | null
  invoice_pdf: string | null
  discounts: string[]
  parent: {
    type: 'subscription_details'
    quote_details: null
    subscription_details: { subscription: string | null; metadata: Record<string, string> }
  }
  status_transitions: {
    finalized_at: number | null
    marked_uncollectible_at: number | null
    paid_at: number | null
    voided_at: number | null
  }
  customer_address: Record<string, string | null> | null
  customer_email: string | null
  customer_name: string | null
  customer_tax_ids: { type: string; value: string }[]
  hidden: { lines: InvoiceLine[]; token: string; paymentIntent: string | null; retries: number }
}

export interface InvoicePayment {
  id: string
  object: 'invoice_payment'
  created: number
  livemode: false
  amount_paid: number | null
  amount_requested: number
  currency: string
  invoice: string
  is_default: boolean
  payment: { type: 'payment_intent'; payment_intent: string }
  status: 'open' | 'paid' | 'canceled'
  status_transitions: { canceled_at: number | null; paid_at: number | null }
}
