// The objects as the API shows them (API version 2026-10-28.endive). Times are seconds, amounts the smallest unit.
// What is in `hidden` only the account itself knows.

export const apiVersion = '2026-10-28.endive'

export interface Base<Name extends string> {
  id: string
  object: Name
  created: number
  livemode: false
  metadata: Record<string, string>
}

export type PeriodUnit = 'day' | 'week' | 'month' | 'year'

export interface Product extends Base<'product'> {
  name: string
  active: boolean
  description: string | null
  default_price: string | null
  updated: number
}

export interface Price extends Base<'price'> {
  active: boolean
  currency: string
  unit_amount: number
  unit_amount_decimal: string
  billing_scheme: 'per_unit'
  type: 'recurring' | 'one_time'
  lookup_key: string | null
  nickname: string | null
  product: string
  recurring: {
    interval: PeriodUnit
    interval_count: number
    usage_type: 'licensed' | 'metered'
    meter: string | null
  } | null
  tax_behavior: string
}

export interface Meter extends Omit<Base<'billing.meter'>, 'metadata'> {
  display_name: string
  event_name: string
  status: 'active' | 'inactive'
  updated: number
  event_time_window: null
  default_aggregation: { formula: 'sum' | 'count' | 'last' }
  customer_mapping: { type: 'by_id'; event_payload_key: string }
  value_settings: { event_payload_key: string }
}

export interface MeterEvent {
  id: string
  object: 'billing.meter_event'
  created: number
  livemode: false
  event_name: string
  identifier: string
  payload: Record<string, string>
  timestamp: number
}

export interface MeterEventSummary {
  id: string
  object: 'billing.meter_event_summary'
  livemode: false
  meter: string
  start_time: number
  end_time: number
  aggregated_value: number
}

export interface Customer extends Base<'customer'> {
  name: string | null
  email: string | null
  phone: string | null
  description: string | null
  address: Record<string, string | null> | null
  shipping: null
  balance: number
  currency: string | null
  default_source: null
  delinquent: boolean
  discount: null
  invoice_prefix: string
  next_invoice_sequence: number
  invoice_settings: {
    default_payment_method: string | null
    custom_fields: null
    footer: null
    rendering_options: null
  }
  preferred_locales: string[]
  tax_exempt: 'none' | 'exempt' | 'reverse'
  test_clock: null
  deleted?: true
}

export interface TaxId extends Omit<Base<'tax_id'>, 'metadata'> {
  country: string | null
  customer: string
  type: string
  value: string
  owner: { type: 'customer'; customer: string }
  verification: { status: 'pending' | 'verified' | 'unverified'; verified_name: null; verified_address: null }
}

export interface CardBehaviour {
  onSetup: 'accepted' | 'declined' | 'authenticate'
  onCharge:
    | 'accepted'
    | 'declined'
    | 'insufficient_funds'
    | 'always_authenticate'
    | 'authenticate_unless_set_up'
}

export interface PaymentMethod extends Base<'payment_method'> {
  type: 'card'
  customer: string | null
  allow_redisplay: 'unspecified'
  billing_details: { address: null; email: null; name: string | null; phone: null; tax_id: null }
  card: {
    brand: string
    display_brand: string
    last4: string
    exp_month: number
    exp_year: number
    country: string
    funding: 'credit'
    fingerprint: string
  }
  hidden: CardBehaviour & { isSetUp: boolean }
}

export interface SetupIntent extends Base<'setup_intent'> {
  client_secret: string
  customer: string | null
  description: string | null
  payment_method: string | null
  status: 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'succeeded' | 'canceled'
  cancellation_reason: string | null
  usage: 'off_session' | 'on_session'
  next_action: object | null
  last_setup_error: object | null
  payment_method_types: string[]
  hidden: { returnUrl: string | null; token: string }
}

export interface PaymentIntent extends Base<'payment_intent'> {
  client_secret: string
  customer: string
  description: string | null
  amount: number
  amount_received: number
  currency: string
  payment_method: string | null
  payment_method_types: string[]
  setup_future_usage: 'off_session' | null
  status: 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'succeeded' | 'canceled'
  canceled_at: number | null
  cancellation_reason: string | null
  next_action: object | null
  last_payment_error: Record<string, unknown> | null
  hidden: { invoice: string; returnUrl: string | null; token: string }
}

export interface PortalSession extends Omit<Base<'billing_portal.session'>, 'metadata'> {
  configuration: string
  customer: string
  flow: object | null
  locale: string | null
  on_behalf_of: null
  return_url: string | null
  url: string
}

export interface Event {
  id: string
  object: 'event'
  api_version: string
  created: number
  livemode: false
  type: string
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  data: { object: object; previous_attributes?: object }
  hidden: { isDelivered: boolean }
}
