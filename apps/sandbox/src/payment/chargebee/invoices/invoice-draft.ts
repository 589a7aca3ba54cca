import { isApplicable } from '../catalog/coupons.ts'
import type { AppliedCoupon, Discount, Line, SubscriptionItem } from '../billing-resources.ts'
import type { Coupon } from '../resources.ts'
import type { Site } from '../site.ts'

/** What an invoice would say, before credits and payments. */
export interface Draft {
  lines: Line[]
  discounts: Discount[]
  subTotal: number
  total: number
}

interface LineDetails {
  customerId?: string
  subscriptionId?: string
  from: number
  to: number
  /** What is charged instead of the full amount. */
  amount?: number
  quantity?: number
}

/** One line for an item. Its price was fixed when the item was added. */
export function lineOf(site: Site, item: SubscriptionItem, details: LineDetails): Line {
  const price = site.tables.itemPrices.need(item.item_price_id)
  const { metered } = site.tables.items.need(price.item_id)
  const quantity = details.quantity ?? item.quantity ?? 1
  return {
    id: site.newId('li_'),
    object: 'line_item',
    subscription_id: details.subscriptionId,
    customer_id: details.customerId,
    date_from: details.from,
    date_to: details.to,
    unit_amount: item.unit_price,
    quantity,
    amount: details.amount ?? amountFor(price.pricing_model, item.unit_price, quantity, item.free_quantity),
    pricing_model: price.pricing_model,
    is_taxed: false,
    tax_amount: 0,
    discount_amount: 0,
    item_level_discount_amount: 0,
    metered,
    description: price.external_name ?? price.name,
    entity_type: `${item.item_type}_item_price`,
    entity_id: price.id,
    tax_exempt_reason: 'tax_not_configured',
  }
}

export function amountFor(
  model: 'flat_fee' | 'per_unit',
  unit: number,
  quantity: number,
  free: number,
): number {
  return model === 'flat_fee' ? unit : Math.round(unit * Math.max(0, quantity - free))
}

/** Takes the discounts off: of single items first, then of the rest of the invoice. */
export function draftInvoice(site: Site, given: Line[], coupons: AppliedCoupon[], now: number): Draft {
  const lines = structuredClone(given)
  const valid = coupons
    .filter(({ apply_till: till }) => till === undefined || till > now)
    .flatMap(({ coupon_id: id }) => site.tables.coupons.get(id) ?? [])
  const discounts: Discount[] = []
  for (const coupon of valid.filter((one) => one.apply_on === 'each_specified_item'))
    for (const line of lines.filter((one) => isApplicable(site, coupon, one.entity_id))) {
      const amount = discountOf(coupon, netOf(line))
      line.discount_amount += amount
      line.item_level_discount_amount += amount
      if (amount > 0) discounts.push(discount(coupon, amount, line.id))
    }
  for (const coupon of valid.filter((one) => one.apply_on === 'invoice_amount')) {
    const amount = discountOf(coupon, sum(lines, netOf))
    if (amount > 0) discounts.push(discount(coupon, amount))
    spread(lines, amount)
  }
  const subTotal = sum(lines, (line) => line.amount - line.item_level_discount_amount)
  return { lines, discounts, subTotal, total: sum(lines, netOf) }
}

export const netOf = (line: Line): number => line.amount - line.discount_amount
export const sum = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((total, row) => total + of(row), 0)

function discountOf(coupon: Coupon, amount: number): number {
  const off =
    coupon.discount_type === 'percentage'
      ? Math.round((amount * (coupon.discount_percentage ?? 0)) / 100)
      : (coupon.discount_amount ?? 0)
  return Math.max(0, Math.min(off, amount))
}

function discount(coupon: Coupon, amount: number, lineId?: string): Discount {
  return {
    object: 'discount',
    entity_type: lineId ? 'item_level_coupon' : 'document_level_coupon',
    entity_id: coupon.id,
    description: coupon.invoice_name ?? coupon.name,
    discount_type: coupon.discount_type,
    amount,
    ...(lineId && { line_item_id: lineId }),
  }
}

/** Over the lines by their share; what rounding leaves goes to the last one. */
function spread(lines: Line[], amount: number): void {
  const total = sum(lines, netOf)
  let left = amount
  for (const [index, line] of lines.entries()) {
    const share = index === lines.length - 1 ? left : Math.round((amount * netOf(line)) / (total || 1))
    line.discount_amount += share
    left -= share
  }
}
