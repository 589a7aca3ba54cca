import type { Account } from './account.ts'
import type { Discount, Invoice, Subscription } from './billing-resources.ts'
import { behaviours } from './create-subscription.ts'
import { liveCustomer } from './live-customer.ts'
import { discountParams, readDiscounts, redeem } from './discounts.ts'
import { invalid, refused } from './errors.ts'
import { addInvoice, finalizeInvoice, voidInvoice } from './finalize-invoice.ts'
import { linkDebits } from './invoice-lines.ts'
import { makeInvoice } from './make-invoice.ts'
import type { Params } from './params.ts'
import { payInvoice, paymentError } from './pay-invoice.ts'
import { applyChanges, dropPendingUpdate, keepPendingUpdate } from './pending-update.ts'
import type { Changes } from './pending-update.ts'
import { planChange } from './plan-change.ts'
import type { PlanChange, ProrationBehavior } from './plan-change.ts'
import { readSettings } from './subscription-settings.ts'
import { itemParams } from './subscription-items.ts'
import { touchedRows } from './touched-rows.ts'

export const updateParams = [
  ...itemParams,
  ...discountParams,
  'billing_cycle_anchor',
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

export interface Update {
  change: PlanChange
  discounts: readonly Discount[]
  behavior: ProrationBehavior
  changes: Changes
  /** Those that are given for the first time. */
  isNewDiscounts: boolean
}

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

/** What a call comes to; nothing has changed yet. */
export function readUpdate(account: Account, subscription: Subscription, params: Params): Update {
  const customer = liveCustomer(account, subscription.customer)
  const behavior =
    params.oneOf('proration_behavior', ['create_prorations', 'always_invoice', 'none'] as const) ??
    'create_prorations'
  const given = readDiscounts(account, params, { customer, subscription: subscription.id })
  const { tables } = account
  const discounts = given ?? subscription.discounts.flatMap((id) => tables.discounts.get(id) ?? [])
  const { changes, isAnchoredNow } = readSettings(account, subscription, params)
  const change = planChange(account, {
    subscription,
    customer,
    items: params.list('items') ?? [],
    isAnchoredNow,
    behavior,
    at: prorationDate(account, subscription, params),
    discounts,
  })
  Object.assign(changes, { items: change.items, billing_cycle_anchor: change.anchor })
  if (given) changes.discounts = given.map((one) => one.id)
  if (changes.cancel_at_period_end)
    changes.cancel_at = Math.min(...change.items.map((item) => item.current_period_end))
  return { change, discounts, behavior, changes, isNewDiscounts: given !== undefined }
}

function prorationDate(account: Account, subscription: Subscription, params: Params): number {
  const at = params.int('proration_date') ?? account.now()
  const starts = subscription.hidden.items.map((item) => item.current_period_start)
  const ends = subscription.hidden.items.map((item) => item.current_period_end)
  if (at < Math.min(...starts) || at > Math.max(...ends))
    throw invalid(
      'proration_date',
      'Cannot specify a proration_date outside of the subscription’s current period.',
    )
  return at
}

/** The invoice that the change makes at once, if it makes one. Not kept yet. */
export function invoiceOf(
  account: Account,
  subscription: Subscription,
  { change, discounts, behavior }: Update,
  reason: Invoice['billing_reason'],
): Invoice | undefined {
  const lines = [...subscription.hidden.pendingLines, ...change.lines]
  const isNow = change.isReset || (behavior === 'always_invoice' && change.lines.length > 0)
  if (!isNow || lines.length === 0) return undefined
  const invoice = makeInvoice(account, {
    customer: account.tables.customers.get(subscription.customer),
    subscription,
    currency: subscription.currency,
    lines,
    discounts,
    reason,
    period: { start: account.now(), end: account.now() },
  })
  linkDebits(change.items, invoice)
  return invoice
}

function settleChange(account: Account, subscription: Subscription, changes: Changes): void {
  account.update('customer.subscription.updated', subscription, () => applyChanges(subscription, changes))
}

function applyIfPaid(
  account: Account,
  subscription: Subscription,
  invoice: Invoice,
  update: Update,
  changes: Changes,
): Subscription {
  addInvoice(account, invoice, update.discounts)
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
