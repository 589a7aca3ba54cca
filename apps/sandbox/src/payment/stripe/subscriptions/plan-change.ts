import type { Account } from '../account.ts'
import type { Discount, InvoiceLine, Subscription, SubscriptionItem } from '../billing-resources.ts'
import { invalid } from '../errors.ts'
import { creditLines, debitOf, periodLine, remainingLine, usageLine } from '../invoices/invoice-lines.ts'
import { mergeMetadata } from '../params.ts'
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

export type ProrationBehavior = 'create_prorations' | 'always_invoice' | 'none'

/** What a change of items comes to: how the items are after it, and what it adds to an invoice. */
export interface PlanChange {
  items: SubscriptionItem[]
  anchor: number
  lines: InvoiceLine[]
  /** A new period begins, so that there is an invoice at once. */
  isReset: boolean
}

interface PlanChangeInput {
  subscription: Subscription
  customer: Customer
  /** Of `items`. */
  items: readonly Params[]
  /** A new period begins now, whatever else changes. */
  isAnchoredNow: boolean
  behavior: ProrationBehavior
  at: number
  discounts: readonly Discount[]
}

export function planChange(account: Account, given: PlanChangeInput): PlanChange {
  const { subscription, customer, behavior, at } = given
  const before = subscription.hidden.items
  const { items, changed } = changedItems(account, given)
  checkTogether(items, subscription.billing_mode.type, subscription.currency)
  const isTrialing = subscription.status === 'trialing' && (subscription.trial_end ?? 0) > at
  // In flexible billing mode the anchor moves only where the call says so.
  const isClassic = subscription.billing_mode.type === 'classic'
  const resetsItself = isClassic && !isTrialing && items.some((item) => hasOtherInterval(before, item))
  const isReset = given.isAnchoredNow || resetsItself
  const anchor = isReset ? at : subscription.billing_cycle_anchor
  const prorates = behavior !== 'none' && !isTrialing
  const lines: InvoiceLine[] = []
  for (const old of before) {
    const next = items.find((one) => one.id === old.id)
    if (isMetered(old.price)) {
      // What was used at the price before is charged at that price.
      const isOtherPrice = next !== undefined && next.price.id !== old.price.id
      const isBilled = isReset || isOtherPrice || (!next && behavior !== 'none')
      if (isBilled) lines.push(...usageLine(account, old, customer, old.hidden.invoicedUntil, at))
    } else if (prorates && (isReset || !next || changed.has(old.id)))
      lines.push(...creditLines(account, old, at))
  }
  for (const item of items) {
    const old = before.find((one) => one.id === item.id)
    if (isReset || !old || hasOtherInterval(before, item))
      setPeriod(item, isTrialing && !isReset ? trialPeriod(subscription) : periodAt(anchor, item.price, at))
    if (isMetered(item.price)) {
      const isSamePrice = old?.price.id === item.price.id
      if (isReset || !isSamePrice) item.hidden = { debits: [], invoicedUntil: at }
    } else if (isReset)
      charge(item, lines, periodLine(account, item, item.current_period_start, item.current_period_end))
    else if (prorates && (!old || changed.has(item.id)))
      charge(item, lines, remainingLine(account, item, at, shareAfter(account, item, given.discounts)))
  }
  return { items, anchor, lines, isReset }
}

/** What is credited later is what is charged now. */
function charge(item: SubscriptionItem, lines: InvoiceLine[], line: InvoiceLine): void {
  lines.push(line)
  item.hidden.debits = [debitOf(line, null)]
}

const trialPeriod = (subscription: Subscription) => ({
  start: subscription.trial_start ?? subscription.start_date,
  end: subscription.trial_end ?? subscription.start_date,
})

function changedItems(account: Account, { subscription, items: given }: PlanChangeInput) {
  const items = structuredClone(subscription.hidden.items)
  const changed = new Set<string>()
  for (const [index, one] of given.entries()) {
    const param = `items[${index}]`
    const id = one.text('id')
    const found = items.find((item) => item.id === id)
    if (id !== undefined && !found)
      throw invalid(
        `${param}[id]`,
        `The subscription item ${id} does not belong to the subscription ${subscription.id}.`,
        'resource_missing',
      )
    if (found && one.flag('deleted')) {
      items.splice(items.indexOf(found), 1)
      changed.add(found.id)
    } else if (found) {
      if (changeItem(account, found, one, param)) changed.add(found.id)
    } else {
      const price = needPrice(account, one.required('price'), `${param}[price]`)
      const quantity = quantityOf(one, price, param)
      items.push(newItem(account, subscription.id, price, { quantity, metadata: one.named('metadata') }))
    }
  }
  if (items.length === 0) throw invalid('items', 'A subscription must have at least one active plan.')
  return { items, changed }
}

function changeItem(account: Account, item: SubscriptionItem, given: Params, param: string): boolean {
  const { price: before, quantity } = item
  const id = given.text('price')
  const price = id && id !== before.id ? needPrice(account, id, `${param}[price]`) : before
  // Another price without a quantity means one of it.
  const after = quantityOf(given, price, param, price.id === before.id ? quantity : undefined)
  item.metadata = mergeMetadata(item.metadata, given.named('metadata'))
  item.price = structuredClone(price)
  if (after === undefined) delete item.quantity
  else item.quantity = after
  return price.id !== before.id || after !== quantity
}

function hasOtherInterval(before: readonly SubscriptionItem[], item: SubscriptionItem): boolean {
  const old = before.find((one) => one.id === item.id)?.price.recurring
  const { recurring } = item.price
  return (
    old !== undefined &&
    (old?.interval !== recurring?.interval || old?.interval_count !== recurring?.interval_count)
  )
}

/** The share that lasting percentages leave of a charge. They are in the amount of a proration already. */
function shareAfter(account: Account, item: SubscriptionItem, discounts: readonly Discount[]): number {
  return discounts.reduce((share, { source, end }) => {
    const coupon = account.tables.coupons.get(source.coupon)
    const isOver = end !== null && end <= account.now()
    const isFor =
      coupon && (coupon.hidden.products.length === 0 || coupon.hidden.products.includes(item.price.product))
    return isOver || !isFor || coupon.duration === 'once'
      ? share
      : share * (1 - (coupon.percent_off ?? 0) / 100)
  }, 1)
}
