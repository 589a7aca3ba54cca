import type { Account } from '../account.ts'
import type { Discount, Invoice, Subscription } from '../billing-resources.ts'
import { readDiscounts } from '../catalog/discounts.ts'
import { invalid } from '../errors.ts'
import { linkDebits } from '../invoices/invoice-lines.ts'
import { liveCustomer } from '../customers/live-customer.ts'
import { makeInvoice } from '../invoices/make-invoice.ts'
import type { Params } from '../params.ts'
import type { Changes } from './pending-update.ts'
import { planChange } from './plan-change.ts'
import type { PlanChange, ProrationBehavior } from './plan-change.ts'
import { readSettings } from './subscription-settings.ts'

export interface Update {
  change: PlanChange
  discounts: readonly Discount[]
  behavior: ProrationBehavior
  changes: Changes
  /** Those that are given for the first time. */
  isNewDiscounts: boolean
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
  { change, changes, discounts, behavior }: Update,
  reason: Invoice['billing_reason'],
): Invoice | undefined {
  const lines = [...subscription.hidden.pendingLines, ...change.lines]
  const isNow = change.isReset || (behavior === 'always_invoice' && change.lines.length > 0)
  if (!isNow || lines.length === 0) return undefined
  const invoice = makeInvoice(account, {
    customer: account.tables.customers.get(subscription.customer),
    subscription: { ...subscription, ...(changes.automatic_tax && { automatic_tax: changes.automatic_tax }) },
    currency: subscription.currency,
    lines,
    discounts,
    reason,
    period: { start: account.now(), end: account.now() },
  })
  linkDebits(change.items, invoice)
  return invoice
}
