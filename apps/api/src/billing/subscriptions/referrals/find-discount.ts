import type { Discount } from '@countersign/contract/billing-shapes.ts'
import type { Context } from '#api/providers/context.ts'
import type { PaymentProvider, Promotion } from '#api/providers/payment/port.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { PlanChoice } from '../orders/check-choice.ts'
import { atProvider } from '../provider-refusal.ts'
import { findByReferralCode, hasEverBought } from './referral-repository.ts'

export const referralPercentOff = 10

export interface FoundDiscount {
  readonly promotion: Promotion
  readonly discount: Discount
}

type Codes = Pick<PlanChoice, 'plan' | 'cycle' | 'currency' | 'promoCode' | 'referralCode'>

/** What the code that was given takes off; null without one. `businessId` null: one that is not founded yet. */
export async function findDiscount(
  context: Context,
  provider: PaymentProvider,
  businessId: string | null,
  choice: Codes,
): Promise<FoundDiscount | null> {
  const { plan, cycle, currency, promoCode, referralCode } = choice
  if (promoCode) {
    const promotion = await atProvider(context, () =>
      provider.findPromotion(promoCode, { plan, cycle, currency }),
    )
    return present(promotion, 'promo', promotion.code)
  }
  if (!referralCode) return null
  const referrer = await findByReferralCode(context.db, referralCode)
  // It is for newcomers, and nobody is referred by themselves.
  const isOld = businessId !== null && (await hasEverBought(context.db, businessId))
  if (!referrer || referrer === businessId || isOld) throw new Refusal('billing.referral_unknown')
  const promotion = await atProvider(context, () => provider.ensureReferralPromotion(referralPercentOff))
  return present(promotion, 'referral', referralCode)
}

function present(promotion: Promotion, type: Discount['type'], promoCode: string): FoundDiscount {
  const { percentOff, amountOff, expiresAt } = promotion
  return {
    promotion,
    discount: {
      ...{ promoCode, type, percentOff, amountOff },
      status: 'ACTIVE',
      expiresAt: expiresAt?.toISOString() ?? null,
    },
  }
}
