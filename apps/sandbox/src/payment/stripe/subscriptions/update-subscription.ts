import type { Account } from '../account.ts'
import type { Invoice, Subscription } from '../billing-resources.ts'
import { discountParams, redeem } from '../catalog/discounts.ts'
import { invalid, refused } from '../errors.ts'
import { addInvoice, finalizeInvoice, isOver, voidInvoice } from '../invoices/finalize-invoice.ts'
import { liveCustomer } from '../customers/live-customer.ts'
import type { Params } from '../params.ts'
import { payInvoice, paymentError } from '../invoices/pay-invoice.ts'
import { behaviours } from './payment-behaviours.ts'
import { applyChanges, dropPendingUpdate, keepPendingUpdate } from './pending-update.ts'
import type { Changes } from './pending-update.ts'
import { readUpdate, invoiceOf } from './read-update.ts'
import type { Update } from './read-update.ts'
import { itemParams } from './subscription-items.ts'
import { touchedRows } from '../touched-rows.ts'

export const updateParams = [
  ...itemParams,
  ...discountParams,
  'automatic_tax.enabled',
  'billing_cycle_anchor.type',
  'cancel_at',
  'cancel_at_period_end',
  'cancellation_details.comment',
  'cancellation_details.feedback',
  'collection_method',
  'default_payment_method',
  'description',
  'metadata.*',
  'off_session',
  'payment_behavior',
  'payment_settings.save_default_payment_method',
  'payment_settings.payment_method_types[]',
  'proration_behavior',
  'proration_date',
  'trial_end',
]

/** What a call with `pending_if_incomplete` may have, by the reference of pending updates. */
const pendingParams = [
  'expand',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
  'billing_cycle_anchor',
  'items',
  'trial_end',
  'metadata',
  'discounts',
  'cancel_at_period_end',
]

export function updateSubscription(
  account: Account,
  subscription: Subscription,
  params: Params,
): Subscription {
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired')
    throw refused(
      'A canceled subscription can only update its cancellation_details and metadata.',
      'resource_missing',
    )
  const payment = params.oneOf('payment_behavior', behaviours) ?? 'allow_incomplete'
  if (payment === 'pending_if_incomplete')
    for (const name of updateParams.map((one) => one.split(/[.[]/)[0] ?? ''))
      if (params.has(name) && !pendingParams.includes(name))
        throw invalid(
          name,
          `You cannot set \`${name}\` when \`payment_behavior\` is \`pending_if_incomplete\`.`,
        )
  const customer = liveCustomer(account, subscription.customer)
  return account.atomic(touchedRows(account, customer), () => {
    const update = readUpdate(account, subscription, params)
    if (update.isNewDiscounts) redeem(account, update.discounts)
    const invoice = invoiceOf(account, subscription, update, 'subscription_update')
    if (!invoice) {
      const { lines } = update.change
      const pendingLines = [...subscription.hidden.pendingLines, ...lines]
      settleChange(account, subscription, { ...update.changes, pendingLines })
      return subscription
    }
    dropFormerUpdate(account, subscription)
    const changes = { ...update.changes, pendingLines: [] }
    if (payment === 'pending_if_incomplete')
      return applyIfPaid(account, subscription, invoice, update, changes)
    settleChange(account, subscription, changes)
    addInvoice(account, invoice, update.discounts)
    finalizeInvoice(account, invoice)
    if (invoice.status !== 'open') return subscription
    const outcome = payment === 'default_incomplete' ? 'no_method' : payInvoice(account, invoice)
    if (outcome === 'paid') return subscription
    if (payment === 'error_if_incomplete') throw paymentError(account, invoice, outcome, 'subscription')
    account.update('customer.subscription.updated', subscription, () => (subscription.status = 'past_due'))
    return subscription
  })
}

function settleChange(account: Account, subscription: Subscription, changes: Changes): void {
  account.update('customer.subscription.updated', subscription, () => applyChanges(subscription, changes))
}

function applyIfPaid(
  account: Account,
  subscription: Subscription,
  invoice: Invoice,
  update: Update,
  wanted: Changes,
): Subscription {
  addInvoice(account, invoice, update.discounts)
  const left = update.discounts.filter((discount) => !isOver(account, invoice, discount))
  const changes = wanted.discounts ? { ...wanted, discounts: left.map(({ id }) => id) } : wanted
  // What is due is known only now; settling the invoice applies the change.
  subscription.hidden.pendingUpdate = { invoice: invoice.id, after: JSON.stringify(changes) }
  finalizeInvoice(account, invoice)
  if (invoice.status === 'open' && payInvoice(account, invoice) !== 'paid')
    keepPendingUpdate(account, subscription, invoice.id, changes)
  return subscription
}

/** A later change takes the place of one that still waits. */
export function dropFormerUpdate(account: Account, subscription: Subscription): void {
  const invoice = account.tables.invoices.get(dropPendingUpdate(account, subscription))
  if (invoice) voidInvoice(account, invoice)
}
