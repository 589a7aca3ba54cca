/** An error as the API answers it. */
export class StripeError extends Error {
  override name = 'StripeError'
  readonly status: number
  readonly more: Readonly<Record<string, unknown>>

  constructor(status: number, message: string, more: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.status = status
    this.more = more
  }

  body(): { error: Record<string, unknown> } {
    return { error: { type: 'invalid_request_error', message: this.message, ...this.more } }
  }
}

export const invalid = (param: string, message: string, code?: string): StripeError =>
  new StripeError(400, message, { param, ...(code ? { code } : {}) })

export const refused = (message: string, code?: string): StripeError =>
  new StripeError(400, message, code ? { code } : {})

export const missing = (param: string): StripeError =>
  invalid(param, `Missing required param: ${param}.`, 'parameter_missing')

export const unknownParameter = (param: string): StripeError =>
  invalid(param, `Received unknown parameter: ${param}`, 'parameter_unknown')

/** 404 when the address names it, 400 when a parameter does. */
export const noSuch = (kind: string, id: string, param = 'id'): StripeError =>
  new StripeError(param === 'id' ? 404 : 400, `No such ${kind}: '${id}'`, { param, code: 'resource_missing' })

export type DeclineCode =
  | 'generic_decline'
  | 'insufficient_funds'
  | 'authentication_required'
  | 'authentication_failed'

/** What a bank's refusal looks like in `error`, `last_payment_error` and `last_setup_error`. */
export function declineError(decline: DeclineCode): Record<string, unknown> & { message: string } {
  if (decline === 'authentication_failed')
    return {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    }
  const messages = {
    generic_decline: 'Your card was declined.',
    insufficient_funds: 'Your card has insufficient funds.',
    authentication_required: 'Your card was declined. This transaction requires authentication.',
  }
  return {
    type: 'card_error',
    code: decline === 'authentication_required' ? 'authentication_required' : 'card_declined',
    decline_code: decline,
    message: messages[decline],
  }
}

/** 402: the bank said no, or wants to ask the customer. */
export function cardError(decline: DeclineCode, more: Record<string, unknown> = {}): StripeError {
  const { message, ...error } = declineError(decline)
  return new StripeError(402, message, { ...error, ...more })
}
