/** What the site keeps, in the words of the wire. Times are seconds since 1970, amounts are cents. */
export type PeriodUnit = 'day' | 'week' | 'month' | 'year'
export type ItemType = 'plan' | 'addon' | 'charge'
export type Currency = string

export interface Resource {
  id: string
  object: string
  created_at?: number
  updated_at: number
  resource_version: number
}

export interface ItemFamily extends Resource {
  name: string
  description?: string
  status: 'active' | 'deleted'
  deleted: boolean
}

export interface Item extends Resource {
  name: string
  external_name?: string
  description?: string
  item_family_id: string
  type: ItemType
  status: 'active' | 'archived' | 'deleted'
  unit?: string
  metered: boolean
  usage_calculation?: 'sum_of_usages' | 'last_usage' | 'max_usage'
  enabled_for_checkout: boolean
  enabled_in_portal: boolean
  is_giftable: boolean
  is_shippable: boolean
  deleted: boolean
  metadata?: unknown
}

export interface ItemPrice extends Resource {
  name: string
  external_name?: string
  item_id: string
  item_family_id: string
  item_type: ItemType
  status: 'active' | 'archived' | 'deleted'
  pricing_model: 'flat_fee' | 'per_unit'
  price: number
  currency_code: Currency
  period?: number
  period_unit?: PeriodUnit
  trial_period?: number
  trial_period_unit?: 'day' | 'month'
  free_quantity: number
  is_taxable: boolean
  deleted: boolean
  metadata?: unknown
}

export type Address = Record<string, string>

export interface Customer extends Resource {
  created_at: number
  first_name?: string
  last_name?: string
  email?: string
  phone?: string
  company?: string
  locale?: string
  vat_number?: string
  vat_number_status?: 'valid' | 'not_validated'
  vat_number_validated_time?: number
  billing_address?: Address
  meta_data?: unknown
  preferred_currency_code?: Currency
  auto_collection: 'on' | 'off'
  net_term_days: number
  allow_direct_debit: boolean
  taxability: 'taxable' | 'exempt'
  promotional_credits: number
  refundable_credits: number
  excess_payments: number
  unbilled_charges: number
  primary_payment_source_id?: string
  card_status: 'no_card' | 'valid'
  deleted: boolean
}

/** What happens when the card is charged. */
export type CardBehaviour = 'accepted' | 'declined' | 'authentication_required'

export interface PaymentSource extends Resource {
  created_at: number
  customer_id: string
  type: 'card'
  reference_id: string
  status: 'valid' | 'expiring' | 'expired' | 'invalid'
  gateway: 'chargebee'
  gateway_account_id: string
  card: Record<string, string | number>
  deleted: boolean
  hidden: { behaviour: CardBehaviour }
}

export interface PaymentIntent extends Resource {
  created_at: number
  modified_at: number
  status: 'inited' | 'in_progress' | 'authorized' | 'consumed' | 'expired'
  amount: number
  currency_code: Currency
  customer_id?: string
  gateway_account_id: string
  gateway: 'chargebee'
  payment_method_type: 'card'
  success_url?: string
  failure_url?: string
  expires_at: number
  hidden: { card?: string }
}

export interface Coupon extends Resource {
  created_at: number
  name: string
  invoice_name?: string
  discount_type: 'fixed_amount' | 'percentage'
  discount_percentage?: number
  discount_amount?: number
  currency_code?: Currency
  duration_type: 'one_time' | 'forever' | 'limited_period'
  period?: number
  period_unit?: PeriodUnit
  valid_from?: number
  valid_till?: number
  max_redemptions?: number
  redemptions: number
  status: 'active' | 'archived' | 'expired' | 'future'
  apply_on: 'invoice_amount' | 'each_specified_item'
  apply_discount_on: 'not_applicable'
  plan_constraint: 'not_applicable'
  addon_constraint: 'not_applicable'
  item_constraints: ItemConstraint[]
  archived_at?: number
  deleted: boolean
}

export interface ItemConstraint {
  item_type: ItemType
  constraint: 'none' | 'all' | 'specific'
  item_price_ids?: string[]
}

export interface Usage extends Resource {
  created_at: number
  usage_date: number
  subscription_id: string
  item_price_id: string
  quantity: string
  note?: string
  source: 'api'
  invoice_id?: string
}

export interface Event {
  id: string
  object: 'event'
  occurred_at: number
  source: EventSource
  api_version: 'v2'
  event_type: string
  webhook_status: 'not_configured' | 'scheduled' | 'succeeded' | 're_scheduled' | 'failed'
  webhooks: { id: string; object: 'webhook'; webhook_status: Event['webhook_status'] }[]
  content: Record<string, unknown>
}

export type EventSource = 'api' | 'hosted_page' | 'portal' | 'scheduled_job'
