import type { Account } from '../account.ts'
import { cardError, declineError, refused } from '../errors.ts'
import { nextAction } from './next-action.ts'
import type { PaymentMethod, SetupIntent } from '../resources.ts'
import { shown } from '../shown.ts'

export function confirmSetup(
  account: Account,
  intent: SetupIntent,
  given: { method?: PaymentMethod | undefined; returnUrl?: string | null },
): SetupIntent {
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status))
    throw unexpected(intent, 'confirm')
  const method = given.method ?? account.tables.paymentMethods.get(intent.payment_method)
  if (!method)
    throw refused(
      'You cannot confirm this SetupIntent because it’s missing a payment method. Update the SetupIntent with a payment method and then confirm again.',
      'setup_intent_unexpected_state',
    )
  intent.hidden.returnUrl = given.returnUrl ?? intent.hidden.returnUrl
  const isRefused = account.faults.take('stripe', ['verification_failed']) !== undefined
  if (isRefused || method.hidden.onSetup === 'declined') {
    const decline =
      method.hidden.onCharge === 'insufficient_funds' && !isRefused ? 'insufficient_funds' : 'generic_decline'
    fail(account, intent, { ...declineError(decline), payment_method: shown(method) })
    throw cardError(decline, { setup_intent: shown(intent), payment_method: shown(method) })
  }
  Object.assign(intent, { payment_method: method.id, last_setup_error: null, next_action: null })
  if (method.hidden.onSetup === 'authenticate') {
    Object.assign(intent, { status: 'requires_action', next_action: nextAction(account, intent) })
    account.record('setup_intent.requires_action', intent)
    return intent
  }
  return succeed(account, intent, method)
}

/** What the customer answered the bank. */
export function authenticateSetup(account: Account, intent: SetupIntent, isApproved: boolean): SetupIntent {
  const method = account.tables.paymentMethods.get(intent.payment_method)
  if (intent.status !== 'requires_action' || !method) return intent
  if (isApproved) return succeed(account, intent, method)
  fail(account, intent, {
    ...declineError('authentication_failed'),
    code: 'setup_intent_authentication_failure',
    payment_method: shown(method),
  })
  return intent
}

function succeed(account: Account, intent: SetupIntent, method: PaymentMethod): SetupIntent {
  Object.assign(intent, { status: 'succeeded', next_action: null, last_setup_error: null })
  method.hidden.isSetUp = true
  const customer = account.tables.customers.get(intent.customer)
  if (customer && method.customer === null) {
    method.customer = customer.id
    account.record('payment_method.attached', method)
  }
  account.record('setup_intent.succeeded', intent)
  for (const subscription of account.tables.subscriptions.all())
    if (subscription.pending_setup_intent === intent.id) {
      const change = { pending_setup_intent: null, default_payment_method: method.id }
      account.update('customer.subscription.updated', subscription, (row) => Object.assign(row, change))
    }
  return intent
}

function fail(account: Account, intent: SetupIntent, error: object): void {
  Object.assign(intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: error,
  })
  account.record('setup_intent.setup_failed', intent)
}

export const unexpected = (intent: SetupIntent, verb: string) =>
  refused(
    `You cannot ${verb} this SetupIntent because it has a status of ${intent.status}.`,
    'setup_intent_unexpected_state',
  )
