import type { Account } from '../account.ts'
import { bareSubscription } from './bare-subscription.ts'
import type { Discount, Invoice, Subscription, SubscriptionItem } from '../billing-resources.ts'
import { readDiscounts } from '../catalog/discounts.ts'
import { invalid, missing } from '../errors.ts'
import { linkDebits, periodLine, remainingLine, trialLine } from '../invoices/invoice-lines.ts'
import { makeInvoice } from '../invoices/make-invoice.ts'
import { readAutomaticTax } from '../invoices/tax-invoice.ts'
import type { Params } from '../params.ts'
import type { Customer } from '../resources.ts'
import {
  checkTogether,
  isMetered,
  needPrice,
  newItem,
  periodAt,
  quantityOf,
  setPeriod,
} from './subscription-items.ts'

export interface Draft {
  subscription: Subscription
  customer: Customer | undefined
  discounts: Discount[]
  invoice: Invoice
}

/** The subscription and its first invoice, not kept yet. `customer` may be missing in a preview. */
export function draftSubscription(account: Account, params: Params, customer: Customer | undefined): Draft {
  const now = account.now()
  const id = account.newId('sub')
  const mode = params.part('billing_mode')?.oneOf('type', ['flexible', 'classic'] as const) ?? 'flexible'
  const items = readItems(account, params, id)
  checkTogether(items, mode, params.text('currency')?.toLowerCase())
  const currency = items[0]?.price.currency ?? ''
  if (customer?.currency && customer.currency !== currency)
    throw invalid(
      'currency',
      `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${customer.currency}`,
    )
  const trialEnd = readTrial(account, params)
  const anchor = params.int('billing_cycle_anchor') ?? trialEnd ?? now
  if (anchor < now) throw invalid('billing_cycle_anchor', 'billing_cycle_anchor cannot be in the past')
  const discounts = readDiscounts(account, params, { customer, subscription: id }) ?? []
  const prorates = params.text('proration_behavior') !== 'none'
  const lines = items.flatMap((item) => firstLines(account, item, anchor, trialEnd, prorates))
  const subscription = bareSubscription(account, params, {
    id,
    mode,
    items,
    currency,
    customer,
    anchor,
    trialEnd,
    isTaxed:
      readAutomaticTax(account, params, { country: customer?.address?.['country'], lines: items }) ?? false,
  })
  subscription.discounts = discounts.map((one) => one.id)
  const period = { start: now, end: now }
  const invoice = makeInvoice(account, {
    customer,
    subscription,
    currency,
    lines,
    discounts,
    reason: 'subscription_create',
    period,
  })
  linkDebits(items, invoice)
  return { subscription, customer, discounts, invoice }
}

function readItems(account: Account, params: Params, id: string): SubscriptionItem[] {
  const given = params.list('items')
  if (!given || given.length === 0) throw missing('items')
  return given.map((one, index) => {
    const price = needPrice(account, one.required('price'), `items[${index}][price]`)
    const quantity = quantityOf(one, price, `items[${index}]`)
    return newItem(account, id, price, { quantity, metadata: one.named('metadata') })
  })
}

function readTrial(account: Account, params: Params): number | undefined {
  const days = params.int('trial_period_days')
  if (params.text('trial_end') === 'now') return undefined
  const end = params.int('trial_end') ?? (days ? account.now() + days * 86_400 : undefined)
  if (end !== undefined && end <= account.now()) throw invalid('trial_end', 'trial_end must be in the future')
  return end
}

function firstLines(
  account: Account,
  item: SubscriptionItem,
  anchor: number,
  trialEnd: number | undefined,
  prorates: boolean,
) {
  const now = account.now()
  const isAnchored = anchor > now
  const whole = periodAt(anchor, item.price, now)
  setPeriod(
    item,
    trialEnd !== undefined || isAnchored
      ? { start: now, end: trialEnd ?? Math.min(anchor, whole.end) }
      : whole,
  )
  const { current_period_end: end } = item
  if (isMetered(item.price)) return []
  if (trialEnd !== undefined) return [trialLine(account, item, now, end)]
  if (!isAnchored) return [periodLine(account, item, now, end)]
  if (!prorates) return []
  const line = remainingLine(account, { ...item, current_period_start: whole.start }, now, 1)
  return [line]
}
