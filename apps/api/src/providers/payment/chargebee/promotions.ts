import { planKey } from '#api/providers/payment/lookup-keys.ts'
import { PaymentFailed, type PaymentProvider, type Promotion } from '../port.ts'
import type { ChargebeeClient } from './client.ts'
import { isAlreadyThere } from './failures.ts'
import { Anything, type Coupon } from './shapes.ts'
import { findCoupon } from './subscription-state.ts'

type Choice = Parameters<PaymentProvider['findPromotion']>[1]

export async function findPromotion(
  client: ChargebeeClient,
  code: string,
  choice: Choice,
): Promise<Promotion> {
  const coupon = /^[\w.@ -]{1,100}$/.test(code) ? await findCoupon(client, code) : null
  if (!coupon) throw new PaymentFailed('promo_unknown', 'CHARGEBEE', 'there is no such coupon')
  refuseOver(client, coupon)
  const ofPlan = coupon.item_constraints?.find(({ item_type: type }) => type === 'plan')
  const isForPlan =
    !ofPlan ||
    ofPlan.constraint === 'all' ||
    (ofPlan.constraint === 'specific' && ofPlan.item_price_ids?.includes(planKey(choice)) === true)
  const isForCurrency = coupon.discount_type !== 'fixed_amount' || coupon.currency_code === choice.currency
  if (!isForPlan || !isForCurrency)
    throw new PaymentFailed('promo_not_for_plan', 'CHARGEBEE', 'the coupon is for something else')
  return promotionOf(coupon, choice)
}

function refuseOver(client: ChargebeeClient, coupon: Coupon): void {
  const isOver = coupon.valid_till != null && coupon.valid_till <= client.now()
  if (isOver) throw new PaymentFailed('promo_expired', 'CHARGEBEE', 'the coupon is over')
  const isUsedUp = coupon.max_redemptions != null && (coupon.redemptions ?? 0) >= coupon.max_redemptions
  if (isUsedUp) throw new PaymentFailed('promo_used_up', 'CHARGEBEE', 'the coupon is used up')
  if (coupon.status === 'expired') throw new PaymentFailed('promo_expired', 'CHARGEBEE', 'the coupon is over')
  const isOpen = coupon.status === undefined || coupon.status === 'active'
  if (!isOpen) throw new PaymentFailed('promo_unknown', 'CHARGEBEE', 'the coupon is not active')
}

function promotionOf(coupon: Coupon, { currency }: Pick<Choice, 'currency'>): Promotion {
  const isAmount = coupon.discount_type === 'fixed_amount'
  return {
    id: coupon.id,
    code: coupon.id,
    percentOff: isAmount ? null : (coupon.discount_percentage ?? null),
    amountOff: isAmount ? (coupon.discount_amount ?? null) : null,
    currency: isAmount ? currency : null,
    expiresAt: coupon.valid_till ?? null,
  }
}

export async function ensureReferralPromotion(
  client: ChargebeeClient,
  percentOff: number,
): Promise<Promotion> {
  const id = `countersign-referral-${String(percentOff).replace('.', '-')}`
  const params = {
    id,
    name: `Referral ${percentOff}%`,
    discount_type: 'percentage' as const,
    discount_percentage: percentOff,
    apply_on: 'invoice_amount' as const,
    duration_type: 'one_time' as const,
  }
  const found = await findCoupon(client, id)
  if (!found)
    await client.ask(Anything, client.api.coupon.createForItems(params)).catch((error: unknown) => {
      if (!isAlreadyThere(error)) throw error
    })
  return { id, code: id, percentOff, amountOff: null, currency: null, expiresAt: null }
}
