import { isApplicable } from '../catalog/coupons.ts'
import type { AppliedCoupon, Discount, Line, SubscriptionItem, Tax } from '../billing-resources.ts'
import type { Coupon } from '../resources.ts'
import type { Site } from '../site.ts'
import { taxOn, taxRuleFor } from '../../tax-registrations.ts'

/** What an invoice would say, before credits and payments. */
export interface Draft {
  lines: Line[]
  discounts: Discount[]
  subTotal: number
  taxes: Tax[]
  tax: number
  /** With tax. */
  total: number
}

/** By whom tax is computed. */
export interface Buyer {
  country?: string | undefined
  hasVatNumber: boolean
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

/** Takes the discounts off: of single items first, then of the rest of the invoice. What is left is taxed. */
export function draftInvoice(
  site: Site,
  given: Line[],
  coupons: AppliedCoupon[],
  now: number,
  buyer: Buyer = buyerOf(site, given[0]?.customer_id),
): Draft {
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
  const taxes = addTaxes(site, lines, buyer)
  const tax = sum(taxes, (one) => one.amount)
  return { lines, discounts, subTotal, taxes, tax, total: sum(lines, netOf) + tax }
}

export function buyerOf(site: Site, customerId: string | undefined): Buyer {
  const customer = site.tables.customers.get(customerId)
  return {
    country: customer?.billing_address?.['country'],
    hasVatNumber: customer?.vat_number !== undefined,
  }
}

function addTaxes(site: Site, lines: Line[], buyer: Buyer): Tax[] {
  const rule = taxRuleFor(site.tax.registrations, buyer)
  if (rule.is === 'reverse_charge') for (const line of lines) line.tax_exempt_reason = 'reverse_charge'
  if (rule.is !== 'charged') return []
  for (const line of lines) {
    Object.assign(line, { is_taxed: true, tax_rate: rule.percent, tax_amount: taxOn(netOf(line), rule) })
    delete line.tax_exempt_reason
  }
  const amount = sum(lines, (line) => line.tax_amount)
  return [{ object: 'tax', name: 'VAT', description: `VAT @ ${rule.percent}%`, amount }]
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
