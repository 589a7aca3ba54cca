/** What can go wrong with Chargebee. */
export const apiFaults = [
  /** 409: another request works on the same resource. */
  'request_blocked',
  /** 429, with Retry-After. */
  'rate_limited',
  'internal_error',
  'status_503',
  /** Never answers, and nothing happened. */
  'timeout',
  /** Never answers, but it happened. */
  'timeout_after_effect',
  'refused',
  'broken_json',
] as const

export const cardFaults = [
  /** The next charge is declined, whatever the card. */
  'card_declined',
  /** The next charge needs the customer, who is not there. */
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
  'webhook_wrong_credentials',
] as const

export const chargebeeFaults = [...apiFaults, ...cardFaults, ...webhookFaults] as const
