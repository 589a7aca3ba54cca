import type { Account } from '../account.ts'
import { automaticTax } from '../billing-resources.ts'
import type { Discount, Invoice, Subscription } from '../billing-resources.ts'
import { draftSubscription } from './draft-subscription.ts'
import { discountParams } from '../catalog/discounts.ts'
import { invalid, refused } from '../errors.ts'
import { periodLine, usageLine } from '../invoices/invoice-lines.ts'
import { addTax, makeInvoice } from '../invoices/make-invoice.ts'
import { readAutomaticTax } from '../invoices/tax-invoice.ts'
import { paramsOf } from '../params.ts'
import type { Params, Tree } from '../params.ts'
import type { Customer } from '../resources.ts'
import { addressFields } from '../route.ts'
import { isMetered, itemParams, periodAt } from './subscription-items.ts'
import { invoiceOf, readUpdate } from './read-update.ts'

const details = [
  ...itemParams,
  'billing_cycle_anchor.type',
  'billing_cycle_anchor.timestamp',
  'billing_mode.type',
  'billing_mode.flexible.proration_discounts',
  'cancel_at',
  'cancel_at_period_end',
  'cancel_now',
  'metadata.*',
  'proration_behavior',
  'proration_date',
  'start_date',
  'trial_end',
].map((name) => `subscription_details.${name}`)

export const previewParams = [
  ...details,
  ...discountParams,
  'customer',
  'currency',
  'subscription',
  'preview_mode',
  'automatic_tax.enabled',
  'customer_details.tax_exempt',
  'customer_details.tax_ids[].type',
  'customer_details.tax_ids[].value',
  ...addressFields.map((name) => `customer_details.address.${name}`),
]

/** The invoice that would come next if these changes were made. Nothing is changed, and nothing is kept. */
export function createPreview(account: Account, params: Params): Invoice {
  const customerId = params.text('customer')
  const subscriptionId = params.text('subscription')
  const subscription = subscriptionId
    ? account.tables.subscriptions.need(subscriptionId, 'subscription')
    : undefined
  const customer = account.tables.customers.get(subscription?.customer)
  if (customerId) {
    account.tables.customers.need(customerId, 'customer')
    if (subscription && subscription.customer !== customerId)
      throw invalid(
        'subscription',
        `The subscription ${subscription.id} does not belong to the customer ${customerId}.`,
      )
  }
  const invoice =
    subscription && customer
      ? previewChange(account, subscription, customer, params)
      : previewNew(account, params)
  taxAsGiven(account, invoice, params)
  return asUpcoming(invoice)
}

/** With the tax that the call asks for, by the customer's details that it gives in place of those that are kept. */
function taxAsGiven(account: Account, invoice: Invoice, params: Params): void {
  const details = params.part('customer_details')
  const address = details?.part('address')
  if (address)
    invoice.customer_address = Object.fromEntries(
      addressFields.map((name) => [name, address.text(name) ?? null]),
    )
  const ids = details?.list('tax_ids')
  if (ids)
    invoice.customer_tax_ids = ids.map((one) => ({
      type: one.required('type'),
      value: one.required('value'),
    }))
  const country = invoice.customer_address?.['country']
  const lines = invoice.hidden.lines.map(({ pricing }) => ({
    price: account.tables.prices.need(pricing.price_details.price),
  }))
  const isTaxed = readAutomaticTax(account, params, { country, lines })
  if (isTaxed !== undefined && invoice.automatic_tax)
    Object.assign(invoice.automatic_tax, automaticTax(isTaxed))
  addTax(account, invoice)
}

function asUpcoming(invoice: Invoice): Invoice {
  const id = invoice.id.replace('in_', 'upcoming_in_')
  for (const line of invoice.hidden.lines) line.invoice = id
  return { ...invoice, id, billing_reason: invoice.billing_reason }
}

function previewNew(account: Account, params: Params): Invoice {
  const given = params.part('subscription_details')
  if (!given)
    throw invalid('subscription_details', 'You must pass a subscription, or subscription_details with items.')
  const tree: Tree = { ...given.tree }
  const anchor = given.part('billing_cycle_anchor')
  for (const name of [
    'cancel_now',
    'start_date',
    'metadata',
    'cancel_at',
    'cancel_at_period_end',
    'billing_cycle_anchor',
  ])
    delete tree[name]
  // When a subscription is created, it is a mere time.
  if (anchor?.text('type') === 'timestamp') tree['billing_cycle_anchor'] = anchor.required('timestamp')
  if (params.tree['discounts'] !== undefined) tree['discounts'] = params.tree['discounts']
  if (params.tree['currency'] !== undefined) tree['currency'] = params.tree['currency']
  const { customers } = account.tables
  const customer = customers.get(params.text('customer'))
  const draft = draftSubscription(account, paramsOf(tree, 'subscription_details'), customer)
  const { lines } = draft.invoice.hidden
  for (const line of lines) {
    line.subscription = null
    line.parent.subscription_item_details.subscription = null
  }
  draft.invoice.parent.subscription_details.subscription = null
  return draft.invoice
}

function previewChange(account: Account, before: Subscription, customer: Customer, params: Params): Invoice {
  if (before.status === 'canceled')
    throw refused('No upcoming invoices for customer: the subscription is canceled', 'invoice_upcoming_none')
  const subscription = structuredClone(before)
  const given = params.part('subscription_details')
  const tree: Tree = { ...given?.tree }
  for (const name of ['cancel_now', 'start_date', 'billing_mode']) delete tree[name]
  if (params.tree['discounts'] !== undefined) tree['discounts'] = params.tree['discounts']
  const update = readUpdate(account, subscription, paramsOf(tree, 'subscription_details'))
  const now = invoiceOf(account, subscription, update, 'subscription_update')
  if (now) return now
  subscription.hidden.pendingLines.push(...update.change.lines)
  Object.assign(subscription, {
    ...update.changes,
    hidden: { ...subscription.hidden, items: update.change.items },
  })
  return upcoming(account, subscription, customer, update.discounts)
}

/** The invoice of the next renewal. */
function upcoming(
  account: Account,
  subscription: Subscription,
  customer: Customer,
  discounts: readonly Discount[],
): Invoice {
  const { items, pendingLines } = subscription.hidden
  const at = Math.min(...items.map((item) => item.current_period_end))
  const isOver = subscription.cancel_at !== null && subscription.cancel_at <= at
  const ending = items.filter((item) => item.current_period_end === at)
  const lines = ending.flatMap((item) => {
    if (isMetered(item.price)) return usageLine(account, item, customer, item.hidden.invoicedUntil, at, true)
    const { start, end } = periodAt(subscription.billing_cycle_anchor, item.price, at)
    return isOver ? [] : [periodLine(account, item, start, end)]
  })
  if (isOver && lines.length + pendingLines.length === 0)
    throw refused(
      'No upcoming invoices for customer: the subscription ends with its period',
      'invoice_upcoming_none',
    )
  const start = Math.min(...ending.map((item) => item.current_period_start))
  const invoice = makeInvoice(account, {
    customer,
    subscription,
    currency: subscription.currency,
    lines: [...pendingLines, ...lines],
    discounts,
    reason: 'upcoming',
    period: { start, end: at },
  })
  return { ...invoice, created: at, next_payment_attempt: at + 3600 }
}
