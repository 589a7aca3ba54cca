import type { Currency, ItemType, PeriodUnit, Resource } from './resources.ts'

export interface SubscriptionItem {
  object: 'subscription_item'
  item_price_id: string
  item_type: ItemType
  quantity?: number
  unit_price: number
  amount?: number
  metered_quantity?: string
  free_quantity: number
}

export interface AppliedCoupon {
  coupon_id: string
  applied_count: number
  apply_till?: number
}

/** What was charged for an item in the current term: what a credit is worked out from. */
export interface TermCharge {
  entity_id: string
  amount: number
  date_from: number
  date_to: number
  /** What was charged on top, in percent. */
  tax_rate?: number
  invoice_id: string
}

export interface ScheduledChange {
  at: number
  items: SubscriptionItem[]
  coupons: AppliedCoupon[]
}

export interface Subscription extends Resource {
  created_at: number
  customer_id: string
  currency_code: Currency
  status: 'future' | 'in_trial' | 'active' | 'non_renewing' | 'paused' | 'cancelled'
  billing_period: number
  billing_period_unit: PeriodUnit
  subscription_items: SubscriptionItem[]
  coupons?: AppliedCoupon[]
  auto_collection?: 'on' | 'off'
  start_date?: number
  started_at?: number
  activated_at?: number
  trial_start?: number
  trial_end?: number
  trial_end_action?: string
  current_term_start?: number
  current_term_end?: number
  next_billing_at?: number
  cancelled_at?: number
  cancel_reason?: 'not_paid' | 'no_card'
  cancel_schedule_created_at?: number
  changes_scheduled_at?: number
  has_scheduled_changes: boolean
  has_scheduled_advance_invoices: boolean
  due_invoices_count: number
  due_since?: number
  total_dues?: number
  mrr: number
  meta_data?: unknown
  deleted: boolean
  decommissioned: boolean
  hidden: {
    /** The day of the month that terms begin on, which a short month does not change. */
    day: number
    charges: TermCharge[]
    scheduled?: ScheduledChange
    unbilled: Line[]
    hasBeenInvoiced: boolean
  }
}

export interface Line {
  id: string
  object: 'line_item'
  subscription_id?: string
  customer_id?: string
  date_from: number
  date_to: number
  unit_amount: number
  quantity: number
  amount: number
  pricing_model: 'flat_fee' | 'per_unit'
  is_taxed: boolean
  tax_amount: number
  tax_rate?: number
  discount_amount: number
  item_level_discount_amount: number
  metered: boolean
  description: string
  entity_type: 'plan_item_price' | 'addon_item_price' | 'charge_item_price'
  entity_id: string
  tax_exempt_reason?: 'tax_not_configured' | 'reverse_charge'
}

export interface Tax {
  object: 'tax'
  name: string
  description: string
  amount: number
}

export interface Discount {
  object: 'discount'
  entity_type: 'document_level_coupon' | 'item_level_coupon'
  entity_id: string
  description: string
  discount_type: 'fixed_amount' | 'percentage'
  amount: number
  line_item_id?: string
}

export interface Invoice extends Resource {
  customer_id: string
  subscription_id?: string
  recurring: boolean
  status: 'paid' | 'posted' | 'payment_due' | 'not_paid' | 'voided' | 'pending'
  vat_number?: string
  price_type: 'tax_exclusive'
  date: number
  due_date: number
  net_term_days: number
  currency_code: Currency
  sub_total: number
  tax: number
  total: number
  amount_paid: number
  amount_adjusted: number
  credits_applied: number
  write_off_amount: number
  amount_due: number
  amount_to_collect: number
  paid_at?: number
  dunning_status?: 'in_progress' | 'exhausted' | 'stopped' | 'success'
  next_retry_at?: number
  first_invoice: boolean
  term_finalized: boolean
  is_gifted: boolean
  has_advance_charges: boolean
  generated_at: number
  line_items: Line[]
  /** Missing in what was kept before there was such a thing. */
  taxes?: Tax[]
  discounts: Discount[]
  linked_payments: Record<string, unknown>[]
  dunning_attempts: Record<string, unknown>[]
  applied_credits: Record<string, unknown>[]
  adjustment_credit_notes: Record<string, unknown>[]
  issued_credit_notes: Record<string, unknown>[]
  billing_address?: Record<string, string>
  deleted: boolean
}

export interface CreditNote extends Resource {
  customer_id: string
  subscription_id?: string
  reference_invoice_id: string
  type: 'adjustment' | 'refundable'
  reason_code: 'subscription_change' | 'subscription_cancellation'
  status: 'adjusted' | 'refund_due'
  date: number
  price_type: 'tax_exclusive'
  currency_code: Currency
  sub_total: number
  total: number
  amount_allocated: number
  amount_refunded: number
  amount_available: number
  line_items: Line[]
  deleted: boolean
}

export interface Transaction extends Resource {
  customer_id: string
  subscription_id?: string
  payment_source_id?: string
  gateway: 'chargebee'
  payment_method: 'card'
  type: 'payment'
  date: number
  currency_code: Currency
  amount: number
  status: 'success' | 'failure'
  error_code?: string
  error_text?: string
  linked_invoices: Record<string, unknown>[]
  deleted: boolean
}

export interface HostedPage extends Resource {
  created_at: number
  type: 'checkout_new' | 'manage_payment_sources' | 'collect_now'
  url: string
  state: 'created' | 'requested' | 'succeeded' | 'cancelled' | 'acknowledged'
  embed: boolean
  expires_at: number
  pass_thru_content?: string
  content: Record<string, unknown>
  hidden: { request: string; redirectUrl?: string; cancelUrl?: string; card?: string }
}

export interface PortalSession extends Resource {
  created_at: number
  token: string
  access_url: string
  redirect_url?: string
  status: 'created' | 'logged_in' | 'logged_out'
  customer_id: string
  expires_at: number
}
