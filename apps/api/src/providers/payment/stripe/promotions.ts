import { PaymentFailed, type PaymentProvider, type Promotion } from '../port.ts'
import type { StripeClient } from './client.ts'
import { amountOff } from './coupons.ts'
import { isAlreadyThere } from './failures.ts'
import { makeOnce } from './make-once.ts'
import { pricesOf } from './prices.ts'
import { Coupon, pageOf, PromotionCode } from './shapes.ts'

type Choice = Parameters<PaymentProvider['findPromotion']>[1]
type Terms = ReturnType<typeof termsOf>

const expand = ['data.promotion.coupon.applies_to', 'data.promotion.coupon.currency_options']

export async function findPromotion(client: StripeClient, code: string, choice: Choice): Promise<Promotion> {
  const { data } = await client.ask(
    pageOf(PromotionCode),
    client.api.promotionCodes.list({ code, limit: 100, expand }),
  )
  const found = data.find(({ active }) => active) ?? data[0]
  // One that is for a certain customer is nobody else's business.
  if (!found || found.customer != null)
    throw new PaymentFailed('promo_unknown', 'STRIPE', 'there is no such promotion code')
  const terms = termsOf(found)
  refuseOver(client, terms)
  await refuseElsewhere(client, terms, choice)
  return promotionOf(terms, choice)
}

function termsOf(code: PromotionCode) {
  const { coupon } = code.promotion
  if (coupon === null || typeof coupon === 'string')
    throw new PaymentFailed('answer_invalid', 'STRIPE', 'a promotion code without its coupon')
  return { code, coupon }
}

function refuseOver(client: StripeClient, { code, coupon }: Terms): void {
  if (code.active && coupon.valid) return
  const over = [code.expires_at, coupon.redeem_by].some((at) => at != null && at <= client.now())
  if (over) throw new PaymentFailed('promo_expired', 'STRIPE', 'the promotion is over')
  const isUsedUp =
    (code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions) ||
    (coupon.max_redemptions != null && (coupon.times_redeemed ?? 0) >= coupon.max_redemptions)
  if (isUsedUp) throw new PaymentFailed('promo_used_up', 'STRIPE', 'the promotion is used up')
  throw new PaymentFailed('promo_unknown', 'STRIPE', 'the promotion was ended')
}

async function refuseElsewhere(client: StripeClient, { coupon }: Terms, choice: Choice): Promise<void> {
  const isForPlan =
    coupon.applies_to == null ||
    coupon.applies_to.products.includes((await pricesOf(client, choice)).plan.product)
  if (!isForPlan || (coupon.amount_off !== null && amountOff(coupon, choice.currency) === null))
    throw new PaymentFailed('promo_not_for_plan', 'STRIPE', 'the promotion is for something else')
}

function promotionOf({ code, coupon }: Terms, choice: Choice): Promotion {
  const amount = coupon.amount_off === null ? null : amountOff(coupon, choice.currency)
  const ends = [code.expires_at, coupon.redeem_by].flatMap((at) => at?.getTime() ?? [])
  return {
    id: code.id,
    code: code.code,
    percentOff: coupon.percent_off,
    amountOff: amount,
    currency: amount === null ? null : choice.currency,
    expiresAt: ends.length > 0 ? new Date(Math.min(...ends)) : null,
  }
}

/** Of a code that Stripe thinks up: it is for those who came by another business, and not to be guessed. */
export async function ensureReferralPromotion(client: StripeClient, percentOff: number): Promise<Promotion> {
  const { api } = client
  const coupon = `countersign-referral-${String(percentOff).replace('.', '-')}`
  const params = { id: coupon, percent_off: percentOff, duration: 'once' as const, name: 'Referral' }
  await client.ask(Coupon, api.coupons.create(params)).catch((error: unknown) => {
    if (!isAlreadyThere(error)) throw error
  })
  const found = (await findReferralCode(client, coupon)) ?? (await createReferralCode(client, coupon))
  const { code, expires_at: expiresAt } = found
  return { id: found.id, code, percentOff, amountOff: null, currency: null, expiresAt }
}

async function findReferralCode({ api, ask }: StripeClient, coupon: string): Promise<PromotionCode | null> {
  const list = { coupon, active: true, limit: 1, expand: ['data.promotion.coupon'] }
  return (await ask(pageOf(PromotionCode), api.promotionCodes.list(list))).data[0] ?? null
}

function createReferralCode(client: StripeClient, coupon: string): Promise<PromotionCode> {
  const params = {
    promotion: { type: 'coupon' as const, coupon },
    // Each customer once: the one who has paid before is no new one.
    restrictions: { first_time_transaction: true },
  }
  return makeOnce(
    `referral:${coupon}`,
    () => findReferralCode(client, coupon),
    (idempotencyKey) =>
      client.ask(PromotionCode, client.api.promotionCodes.create(params, { idempotencyKey })),
  )
}
