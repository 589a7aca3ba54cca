import type { Account } from '../account.ts'
import type { Invoice } from '../billing-resources.ts'
import { cardError, declineError, StripeError } from '../errors.ts'
import type { DeclineCode } from '../errors.ts'
import { methodOf } from '../payments/method-of.ts'
import { nextAction } from '../payments/next-action.ts'
import type { PaymentIntent, PaymentMethod } from '../resources.ts'
import { countDelinquent, settle } from './settle-invoice.ts'
import { shown } from '../shown.ts'

export type PaymentOutcome = 'paid' | 'no_method' | 'authenticate' | DeclineCode

/** Tries to pay an open invoice. What fails is written into its payment intent. */
export function payInvoice(
  account: Account,
  invoice: Invoice,
  given: { method?: PaymentMethod | undefined; isAuthenticated?: boolean; returnUrl?: string | null } = {},
): PaymentOutcome {
  const intent = account.tables.paymentIntents.get(invoice.hidden.paymentIntent)
  if (invoice.status !== 'open' || !intent) return 'paid'
  const method = given.method ?? methodOf(account, invoice)
  invoice.attempted = true
  invoice.attempt_count += 1
  if (given.returnUrl !== undefined) intent.hidden.returnUrl = given.returnUrl
  const outcome = method ? chargeCard(account, method, given.isAuthenticated ?? false) : 'no_method'
  if (outcome === 'accepted' && method) {
    attachUsed(account, intent, method)
    settle(account, invoice, method)
    return 'paid'
  }
  const failure = outcome === 'accepted' ? 'no_method' : outcome
  if (failure === 'authenticate' && method) askCustomer(account, invoice, intent, method)
  else if (failure !== 'no_method' && failure !== 'authenticate')
    refusePayment(account, intent, failure, method)
  account.record('invoice.payment_failed', invoice)
  countDelinquent(account, invoice.customer)
  return failure
}

/** A card that a customer pays with is kept for the next time. */
function attachUsed(account: Account, intent: PaymentIntent, method: PaymentMethod): void {
  if (method.customer !== null || intent.setup_future_usage === null) return
  method.customer = intent.customer
  method.hidden.isSetUp = true
  account.record('payment_method.attached', method)
}

function askCustomer(account: Account, invoice: Invoice, intent: PaymentIntent, method: PaymentMethod): void {
  Object.assign(intent, {
    status: 'requires_action',
    payment_method: method.id,
    next_action: nextAction(account, intent),
    last_payment_error: null,
  })
  account.record('payment_intent.requires_action', intent)
  account.record('invoice.payment_action_required', invoice)
}

function refusePayment(
  account: Account,
  intent: PaymentIntent,
  decline: DeclineCode,
  method?: PaymentMethod,
): void {
  Object.assign(intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: { ...declineError(decline), ...(method && { payment_method: shown(method) }) },
  })
  account.record('payment_intent.payment_failed', intent)
}

/** What the customer answered the bank. */
export function authenticatePayment(
  account: Account,
  intent: PaymentIntent,
  isApproved: boolean,
): PaymentIntent {
  const invoice = account.tables.invoices.get(intent.hidden.invoice)
  const method = account.tables.paymentMethods.get(intent.payment_method)
  if (intent.status !== 'requires_action' || !invoice || !method) return intent
  if (isApproved) payInvoice(account, invoice, { method, isAuthenticated: true })
  else refusePayment(account, intent, 'authentication_failed', method)
  return intent
}

/** What a call is refused with when the payment that it is about failed. */
export function paymentError(
  account: Account,
  invoice: Invoice,
  outcome: Exclude<PaymentOutcome, 'paid'>,
  what: 'subscription' | 'invoice',
): StripeError {
  const intent = account.tables.paymentIntents.get(invoice.hidden.paymentIntent)
  const more = intent ? { payment_intent: shown(intent) } : {}
  if (outcome === 'authenticate')
    return new StripeError(
      402,
      what === 'subscription'
        ? 'Payment for this subscription requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with `subscription.latest_invoice`.'
        : 'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.',
      { type: 'card_error', code: `${what}_payment_intent_requires_action`, ...more },
    )
  if (outcome === 'no_method')
    return new StripeError(
      400,
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
      { code: 'resource_missing' },
    )
  return cardError(outcome, more)
}

type ChargeOutcome = 'accepted' | 'authenticate' | DeclineCode

/** What the bank says to a charge. A customer who has just authenticated is not asked again. */
function chargeCard(account: Account, method: PaymentMethod, isAuthenticated: boolean): ChargeOutcome {
  const fault = account.faults.take('stripe', ['card_declined', 'authentication_required'])
  if (fault === 'card_declined') return 'generic_decline'
  if (fault === 'authentication_required') return 'authenticate'
  const { onCharge, isSetUp } = method.hidden
  if (onCharge === 'declined') return 'generic_decline'
  if (onCharge === 'insufficient_funds') return 'insufficient_funds'
  const mustAsk =
    onCharge === 'always_authenticate' || (onCharge === 'authenticate_unless_set_up' && !isSetUp)
  return mustAsk && !isAuthenticated ? 'authenticate' : 'accepted'
}
