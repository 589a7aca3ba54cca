import { Stripe } from 'stripe'
import { PaymentFailed, type PaymentFailureKind } from '../port.ts'
import { refusalReason } from '../provider-client.ts'

const authentication = new Set([
  'authentication_required',
  'invoice_payment_intent_requires_action',
  'subscription_payment_intent_requires_action',
  'payment_intent_action_required',
])
const byCode: Readonly<Record<string, PaymentFailureKind>> = {
  tax_id_invalid: 'vat_malformed',
  customer_tax_ids_invalid: 'vat_malformed',
  coupon_expired: 'promo_expired',
  promotion_code_expired: 'promo_expired',
  promotion_code_max_redemptions_reached: 'promo_used_up',
  promotion_code_customer_not_first_time: 'promo_not_for_plan',
  promotion_code_minimum_amount_not_met: 'promo_not_for_plan',
  idempotency_key_in_use: 'unavailable',
  lock_timeout: 'unavailable',
  rate_limit: 'unavailable',
}

/** What a call of the package threw, in our words; of Stripe's only codes are kept, as its sentences may name people. */
export function stripeFailure(error: unknown): PaymentFailed {
  if (error instanceof PaymentFailed) return error
  if (!(error instanceof Stripe.errors.StripeError))
    return new PaymentFailed('refused', 'STRIPE', 'the call could not be made', { cause: error })
  // What our HTTP client threw, in the package's wrapping.
  if (error.detail instanceof PaymentFailed) return error.detail
  const status = error.statusCode ?? 0
  const code = codeOf(error)
  return new PaymentFailed(kindOf(error, status), 'STRIPE', refusalReason(status, code, error.decline_code))
}

const duplicateUsage = 'duplicate_meter_event'
const taxInactive = 'stripe_tax_inactive'

/** Stripe's code, or ours where it has the sentence alone. */
function codeOf({ code, message }: Stripe.errors.StripeError): string | undefined {
  // Its documentation names this code; older answers don't.
  if (/already exists with identifier/i.test(message)) return duplicateUsage
  return /head office address/i.test(message) ? taxInactive : code
}

function kindOf(error: Stripe.errors.StripeError, status: number): PaymentFailureKind {
  const code = codeOf(error) ?? ''
  if (code === taxInactive) return 'misconfigured'
  if (status === 401 || status === 403) return 'misconfigured'
  if (authentication.has(code) || authentication.has(error.decline_code ?? ''))
    return 'authentication_required'
  const known = byCode[code]
  if (known) return known
  if (status === 402) return 'declined'
  if (status === 409) return 'unavailable'
  if (code === 'resource_missing') return error.param?.includes('price') ? 'misconfigured' : 'conflict'
  // It has no code of its own.
  if (/combine currencies/i.test(error.message)) return 'currency_fixed'
  return 'refused'
}

/** What is wanted is not there (any longer). */
export function isMissing(error: unknown): boolean {
  return error instanceof PaymentFailed && /\bresource_missing\b/.test(error.reason)
}

export function isAlreadyThere(error: unknown): boolean {
  return error instanceof PaymentFailed && /\bresource_already_exists\b/.test(error.reason)
}

/** A signature that was charged before. */
export function isDuplicateUsage(error: unknown): boolean {
  return error instanceof PaymentFailed && error.reason.includes(duplicateUsage)
}
