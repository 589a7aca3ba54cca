import type { Account } from '../account.ts'
import type { Debit, Invoice, InvoiceLine, SubscriptionItem } from '../billing-resources.ts'
import { usageOf } from '../catalog/meters.ts'
import type { Customer, Price } from '../resources.ts'

interface LineOf {
  item: SubscriptionItem
  price: Price
  amount: number
  quantity: number | null
  description: string
  from: number
  to: number
  isProration?: boolean
  credited?: { invoice: string; invoice_line_items: string[] } | null
}

export function makeLine(account: Account, given: LineOf): InvoiceLine {
  const { item, price, from, to, isProration = false } = given
  const subscription = item.subscription || null
  return {
    id: account.newId('il'),
    object: 'line_item',
    amount: given.amount,
    currency: price.currency,
    description: given.description,
    quantity: given.quantity,
    // What a proration takes off or adds includes the discounts already.
    discountable: !isProration,
    discount_amounts: [],
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    period: { start: from, end: to },
    pretax_credit_amounts: [],
    pricing: {
      type: 'price_details',
      price_details: { price: price.id, product: price.product },
      unit_amount_decimal: price.unit_amount_decimal,
    },
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: {
        subscription,
        subscription_item: item.id,
        proration: isProration,
        invoice_item: isProration ? account.newId('ii') : null,
        proration_details: { credited_items: given.credited ?? null },
      },
    },
    subscription,
    subtotal: given.amount,
    taxes: [],
  }
}

const nameOf = (account: Account, price: Price): string =>
  account.tables.products.get(price.product)?.name ?? price.product
const money = (price: Price): string =>
  `${price.currency.toUpperCase()} ${(price.unit_amount / 100).toFixed(2)}`
const dayOf = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString('en-GB', {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })

/** A whole period of a licensed price, in advance. */
export function periodLine(account: Account, item: SubscriptionItem, from: number, to: number): InvoiceLine {
  const { price, quantity = 1 } = item
  const name = nameOf(account, price)
  const interval = price.recurring?.interval ?? 'month'
  return makeLine(account, {
    item,
    price,
    amount: price.unit_amount * quantity,
    quantity,
    description: `${quantity} × ${name} (at ${money(price)} / ${interval})`,
    from,
    to,
  })
}

export function trialLine(account: Account, item: SubscriptionItem, from: number, to: number): InvoiceLine {
  const quantity = item.quantity ?? 1
  const description = `Free trial for ${quantity} × ${nameOf(account, item.price)}`
  return makeLine(account, { item, price: item.price, amount: 0, quantity, description, from, to })
}

/** What was used of a metered price, in arrears. None where nothing was used, but for the invoices of renewals. */
export function usageLine(
  account: Account,
  item: SubscriptionItem,
  customer: Customer,
  from: number,
  to: number,
  isRenewal = false,
): InvoiceLine[] {
  const { price } = item
  const quantity = usageOf(account, price.recurring?.meter ?? '', customer, from, to)
  if (quantity === 0 && !isRenewal) return []
  const description = `${quantity} × ${nameOf(account, price)} (at ${money(price)} / ${price.recurring?.interval})`
  const amount = Math.round(price.unit_amount * quantity)
  return [makeLine(account, { item, price, amount, quantity, description, from, to })]
}

/** Credits for the rest of what was charged in advance: a share of each amount that was debited. */
export function creditLines(account: Account, item: SubscriptionItem, at: number): InvoiceLine[] {
  const { price } = item
  return item.hidden.debits.flatMap((debit) => {
    const { quantity, invoice, line } = debit
    const amount = -Math.round(debit.amount * shareLeft(debit, at))
    if (amount === 0) return []
    const description = `Unused time on ${counted(account, price, quantity)} after ${dayOf(at)}`
    const credited = invoice ? { invoice, invoice_line_items: [line] } : null
    const period = { from: at, to: debit.to }
    return [
      makeLine(account, {
        item,
        price,
        amount,
        quantity,
        description,
        ...period,
        isProration: true,
        credited,
      }),
    ]
  })
}

const counted = (account: Account, price: Price, quantity: number): string =>
  `${quantity > 1 ? `${quantity} × ` : ''}${nameOf(account, price)}`

/** The charge for the rest of a period, to the second. `share` is what is left after discounts. */
export function remainingLine(
  account: Account,
  item: SubscriptionItem,
  at: number,
  share: number,
): InvoiceLine {
  const { price, quantity = 1, current_period_start: from, current_period_end: to } = item
  const whole = price.unit_amount * quantity * share
  const amount = Math.round(whole * shareLeft({ from, to }, at))
  const description = `Remaining time on ${counted(account, price, quantity)} after ${dayOf(at)}`
  return makeLine(account, { item, price, amount, quantity, description, from: at, to, isProration: true })
}

function shareLeft({ from, to }: Pick<Debit, 'from' | 'to'>, at: number): number {
  return to <= from ? 0 : Math.min(1, Math.max(0, (to - at) / (to - from)))
}

/** What the line charged in advance, to credit a share of it later. */
export function debitOf(line: InvoiceLine, invoice: string | null): Debit {
  const discount = line.discount_amounts.reduce((sum, one) => sum + one.amount, 0)
  const { start: from, end: to } = line.period
  return { from, to, amount: line.amount - discount, quantity: line.quantity ?? 1, invoice, line: line.id }
}

/** Notes with the items what the invoice charges in advance for them, after its discounts. */
export function linkDebits(items: readonly SubscriptionItem[], invoice: Invoice): void {
  for (const line of invoice.hidden.lines) {
    const { subscription_item: id, proration } = line.parent.subscription_item_details
    const item = items.find((one) => one.id === id)
    if (!item || item.price.recurring?.usage_type === 'metered' || line.amount < 0) continue
    const isSame = item.hidden.debits.some((debit) => debit.line === line.id)
    if (isSame || !proration || item.hidden.debits.length === 0)
      item.hidden.debits = [debitOf(line, invoice.id)]
  }
}
