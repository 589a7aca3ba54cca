import type { Account } from '../account.ts'
import type { Subscription } from '../billing-resources.ts'
import { discountParams, redeem } from '../catalog/discounts.ts'
import { draftSubscription } from './draft-subscription.ts'
import { addInvoice, finalizeInvoice } from '../invoices/finalize-invoice.ts'
import { liveCustomer } from '../customers/live-customer.ts'
import { newToken } from '../payments/next-action.ts'
import type { Params } from '../params.ts'
import { payInvoice, paymentError } from '../invoices/pay-invoice.ts'
import { behaviours } from './payment-behaviours.ts'
import type { Customer } from '../resources.ts'
import { itemParams } from './subscription-items.ts'
import { touchedRows } from '../touched-rows.ts'

export const createParams = [
  ...itemParams,
  ...discountParams,
  'automatic_tax.enabled',
  'customer',
  'currency',
  'billing_cycle_anchor',
  'billing_mode.type',
  'billing_mode.flexible.proration_discounts',
  'cancel_at',
  'cancel_at_period_end',
  'collection_method',
  'default_payment_method',
  'description',
  'metadata.*',
  'off_session',
  'payment_behavior',
  'payment_settings.save_default_payment_method',
  'payment_settings.payment_method_types[]',
  'proration_behavior',
  'trial_end',
  'trial_period_days',
  'trial_settings.end_behavior.missing_payment_method',
]

export function createSubscription(account: Account, params: Params): Subscription {
  const customer = liveCustomer(account, params.required('customer'))
  const behavior = params.oneOf('payment_behavior', behaviours) ?? 'allow_incomplete'
  return account.atomic(touchedRows(account, customer), () => {
    const { subscription, discounts, invoice } = draftSubscription(account, params, customer)
    account.tables.subscriptions.add(subscription)
    redeem(account, discounts)
    account.record('customer.subscription.created', subscription)
    addInvoice(account, invoice, discounts)
    finalizeInvoice(account, invoice)
    if (subscription.status === 'trialing') prepareSetup(account, subscription, customer)
    if (invoice.status !== 'open' || behavior === 'default_incomplete') return subscription
    const outcome = payInvoice(account, invoice)
    if (outcome !== 'paid' && behavior === 'error_if_incomplete')
      throw paymentError(account, invoice, outcome, 'subscription')
    return subscription
  })
}

/** A trial without a card asks for one. */
function prepareSetup(account: Account, subscription: Subscription, customer: Customer): void {
  if (subscription.default_payment_method ?? customer.invoice_settings.default_payment_method) return
  const id = account.newId('seti')
  const intent = account.tables.setupIntents.add({
    ...account.head('setup_intent', id),
    client_secret: `${id}_secret_${newToken()}`,
    customer: customer.id,
    description: null,
    payment_method: null,
    status: 'requires_payment_method',
    cancellation_reason: null,
    usage: 'off_session',
    next_action: null,
    last_setup_error: null,
    payment_method_types: ['card'],
    hidden: { returnUrl: null, token: newToken() },
  })
  subscription.pending_setup_intent = intent.id
  account.record('setup_intent.created', intent)
}
