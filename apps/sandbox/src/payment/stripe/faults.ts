/** What can go wrong with Stripe. */
export const apiFaults = [
  /** 409, `lock_timeout`: another request works on the same object. */
  'lock_timeout',
  /** 429, `rate_limit`. */
  'rate_limited',
  /** 500, and nothing happened; a call with a key of idempotency is answered so again. */
  'internal_error',
  /** 503 before the call has begun. */
  'status_503',
  /** Never answers, and nothing happened. */
  'timeout',
  /** Never answers, but it happened. */
  'timeout_after_effect',
  'refused',
  'broken_json',
] as const

/** Those that befall also a call whose answer is kept under its key. */
export const refusedFaults = ['lock_timeout', 'rate_limited', 'status_503', 'timeout', 'refused'] as const

export const payFaults = [
  /** 503 to the next call that pays an invoice, and nothing happened; kept under the call's key. */
  'payment_unavailable',
] as const

export const subscriptionFaults = [
  /** 500 to the next call that makes or changes a subscription, and nothing happened; kept under the call's key. */
  'subscription_failed',
  /** The same, but it happened. */
  'subscription_failed_after_effect',
] as const

export const cardFaults = [
  /** The next charge is declined, whatever the card. */
  'card_declined',
  /** The next charge needs the customer, whatever the card. */
  'authentication_required',
  /** The next card is not accepted as a payment method. */
  'verification_failed',
] as const

export const webhookFaults = [
  'webhook_lost',
  'webhook_duplicated',
  'webhook_delayed',
  /** The next webhook arrives after the one that follows it. */
  'webhook_out_of_order',
  'webhook_wrong_signature',
] as const

export const stripeFaults = [
  ...apiFaults,
  ...payFaults,
  ...subscriptionFaults,
  ...cardFaults,
  ...webhookFaults,
] as const
