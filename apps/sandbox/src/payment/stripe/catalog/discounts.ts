import { addPeriod } from '../../chargebee/subscriptions/terms.ts'
import type { Account } from '../account.ts'
import type { Coupon, Discount, InvoiceLine, PromotionCode } from '../billing-resources.ts'
import { invalid } from '../errors.ts'
import type { Params } from '../params.ts'
import type { Customer } from '../resources.ts'

export const discountParams = ['coupon', 'promotion_code', 'discount'].map((name) => `discounts[].${name}`)

/** Of `discounts` in a call: those to give, not yet kept. Throws where one may not be used. */
export function readDiscounts(
  account: Account,
  params: Params,
  to: { customer: Customer | undefined; subscription: string | null },
): Discount[] | undefined {
  return params.list('discounts')?.map((given, index) => {
    const kept = given.text('discount')
    if (kept) return account.tables.discounts.need(kept, `discounts[${index}][discount]`)
    const promotionId = given.text('promotion_code')
    const promotion = promotionId
      ? usableCode(account, promotionId, `discounts[${index}][promotion_code]`, to.customer)
      : undefined
    const couponId = promotion?.promotion.coupon ?? given.required('coupon')
    const coupon = account.tables.coupons.need(couponId, `discounts[${index}][coupon]`)
    if (!isValid(account, coupon))
      throw invalid(`discounts[${index}]`, `Coupon ${coupon.id} has expired.`, 'coupon_expired')
    return discountBy(account, coupon, promotion, to)
  })
}

function discountBy(
  account: Account,
  coupon: Coupon,
  promotion: PromotionCode | undefined,
  to: { customer: Customer | undefined; subscription: string | null },
): Discount {
  const start = account.now()
  const months = coupon.duration === 'repeating' ? (coupon.duration_in_months ?? 1) : undefined
  return {
    id: account.newId('di'),
    object: 'discount',
    source: { type: 'coupon', coupon: coupon.id },
    promotion_code: promotion?.id ?? null,
    customer: to.customer?.id ?? null,
    subscription: to.subscription,
    subscription_item: null,
    start,
    end: months === undefined ? null : addPeriod(start, months, 'month'),
    checkout_session: null,
    invoice: null,
    invoice_item: null,
  }
}

/** Keeps discounts that were read, and counts that their coupons and codes were used. */
export function redeem(account: Account, discounts: readonly Discount[]): void {
  for (const discount of discounts) {
    if (account.tables.discounts.get(discount.id)) continue
    account.tables.discounts.add(discount)
    const coupon = account.tables.coupons.need(discount.source.coupon)
    coupon.times_redeemed += 1
    coupon.valid = isValid(account, coupon)
    const code = account.tables.promotionCodes.get(discount.promotion_code)
    if (code) {
      code.times_redeemed += 1
      code.active = code.active && isRedeemable(account, code)
    }
    account.record('customer.discount.created', discount)
  }
}

export function isValid(account: Account, coupon: Coupon): boolean {
  const isUsedUp = coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions
  return !isUsedUp && (coupon.redeem_by === null || coupon.redeem_by > account.now())
}

export function isRedeemable(account: Account, code: PromotionCode): boolean {
  const isUsedUp = code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions
  const coupon = account.tables.coupons.get(code.promotion.coupon)
  return (
    !isUsedUp &&
    (code.expires_at === null || code.expires_at > account.now()) &&
    coupon !== undefined &&
    isValid(account, coupon)
  )
}

function usableCode(
  account: Account,
  id: string,
  param: string,
  customer: Customer | undefined,
): PromotionCode {
  const code = account.tables.promotionCodes.need(id, param)
  if (!code.active || !isRedeemable(account, code))
    throw invalid(
      param,
      'This promotion code cannot be redeemed because it is expired, used up or inactive.',
      'promotion_code_expired',
    )
  if (code.customer !== null && code.customer !== customer?.id)
    throw invalid(
      param,
      'This promotion code cannot be redeemed because the associated customer is not eligible.',
    )
  if (code.restrictions.first_time_transaction && customer && hasPaid(account, customer))
    throw invalid(
      param,
      'This promotion code cannot be redeemed because the associated customer has prior transactions.',
      'promotion_code_customer_not_first_time',
    )
  return code
}

function hasPaid(account: Account, customer: Customer): boolean {
  return account.tables.invoices.all().some((one) => one.customer === customer.id && one.amount_paid > 0)
}

/** Writes into the lines what the discounts take off, one after the other. */
export function applyDiscounts(
  account: Account,
  lines: readonly InvoiceLine[],
  discounts: readonly Discount[],
): void {
  const now = account.now()
  for (const discount of discounts) {
    const coupon = account.tables.coupons.get(discount.source.coupon)
    if (!coupon || (discount.end !== null && discount.end <= now)) continue
    const { products } = coupon.hidden
    const eligible = lines.filter(
      (line) =>
        line.discountable &&
        line.amount > 0 &&
        (products.length === 0 || products.includes(line.pricing.price_details.product)),
    )
    const sums = eligible.map((line) => line.amount - taken(line))
    const off = amountsOff(coupon)[lines[0]?.currency ?? ''] ?? 0
    for (const [index, amount] of shares(coupon.percent_off, off, sums).entries())
      if (amount > 0) eligible[index]?.discount_amounts.push({ amount, discount: discount.id })
  }
}

const taken = (line: InvoiceLine): number => line.discount_amounts.reduce((sum, one) => sum + one.amount, 0)

/** By the currency of the invoice. */
export function amountsOff({ amount_off: amount, currency, hidden }: Coupon): Record<string, number> {
  return amount === null || currency === null ? {} : { [currency]: amount, ...hidden.amountsOff }
}

function shares(percent: number | null, off: number, sums: readonly number[]): number[] {
  if (percent !== null) return sums.map((sum) => Math.round((sum * percent) / 100))
  const total = sums.reduce((left, right) => left + right, 0)
  let left = Math.min(off, total)
  const all = left
  return sums.map((sum, index) => {
    const share = index === sums.length - 1 ? left : Math.round((all * sum) / total)
    left -= share
    return share
  })
}
