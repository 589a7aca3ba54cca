import { PaymentFailed, type PaymentFailureKind } from '../port.ts'
import { refusalReason } from '../provider-client.ts'

interface Refusal {
  readonly http_status_code?: unknown
  readonly type?: unknown
  readonly api_error_code?: unknown
  readonly error_cause_id?: unknown
  readonly param?: unknown
}

/** What a call of the package threw, in our words: of Chargebee's only codes are kept, as its sentences may name people. */
export function chargebeeFailure(error: unknown): PaymentFailed {
  if (error instanceof PaymentFailed) return error
  const refusal: Refusal = typeof error === 'object' && error !== null ? error : {}
  const status = Number(refusal.http_status_code) || 0
  const { api_error_code: code, error_cause_id: cause, param } = refusal
  return new PaymentFailed(kindOf(refusal, status), 'CHARGEBEE', refusalReason(status, code, cause, param))
}

function kindOf(
  { type, api_error_code, error_cause_id, param }: Refusal,
  status: number,
): PaymentFailureKind {
  const [code, cause, name] = [api_error_code, error_cause_id, param].map(String)
  if (status === 401 || status === 403) return 'misconfigured'
  if (status === 409 || status === 429 || status >= 500 || code === 'api_request_limit_exceeded')
    return 'unavailable'
  if (type === 'payment' || code?.startsWith('payment_'))
    return /authenti|3ds|three_d/i.test(`${code} ${cause}`) ? 'authentication_required' : 'declined'
  if (name?.includes('vat_number')) return 'vat_malformed'
  if (name?.includes('coupon')) return code === 'resource_not_found' ? 'promo_unknown' : 'promo_not_for_plan'
  if (name?.includes('currency')) return 'currency_fixed'
  if (code === 'resource_not_found') return name?.includes('item_price') ? 'misconfigured' : 'conflict'
  if (code === 'duplicate_entry' || code === 'invalid_state_for_request') return 'conflict'
  return 'refused'
}

export function isMissing(error: unknown): boolean {
  return error instanceof PaymentFailed && /\bresource_not_found\b/.test(error.reason)
}

export function isAlreadyThere(error: unknown): boolean {
  return error instanceof PaymentFailed && /\bduplicate_entry\b/.test(error.reason)
}

/** Null in place of what is not there. */
export async function orMissing<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
