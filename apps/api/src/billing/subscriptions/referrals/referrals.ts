import type { Discount } from '@countersign/contract/billing-shapes.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import type { Context } from '#api/providers/context.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { PlanChoice } from '../orders/check-choice.ts'
import { findDiscount, referralPercentOff } from './find-discount.ts'
import { inTurn } from '../in-turn.ts'
import { withBilling } from '../lock-billing.ts'
import { findCustomer } from '../customers/find-customer.ts'
import { providerForNew } from '../provider-refusal.ts'
import { readBilling } from '../read-billing.ts'
import { countReferred, ensureReferralCode } from './referral-repository.ts'

/** The code by which the business recommends the product. */
export async function getReferralCode(context: Context, actor: AccountActor, businessId: string) {
  providerForNew(context)
  await allowAdmin(context.db, actor, businessId)
  const known = (await readBilling(context, businessId)).billing.referralCode
  const code =
    known ??
    (await inTurn(context.pool, businessId, () =>
      withBilling(context, businessId, (tx) => ensureReferralCode(tx, businessId)),
    ))
  return {
    code,
    url: `${context.config.publicUrl}/register?ucc=${code}`,
    used: await countReferred(context.db, businessId),
    percentOff: referralPercentOff,
  }
}

/** Whether a code holds for a plan; refuses one that does not. */
export async function validatePromo(
  context: Context,
  actor: AccountActor,
  businessId: string,
  given: Pick<PlanChoice, 'plan' | 'cycle'> & {
    readonly promoCode: string
    readonly type: 'promo' | 'referral'
    readonly currency?: PlanChoice['currency'] | undefined
  },
): Promise<Discount> {
  providerForNew(context)
  await allowAdmin(context.db, actor, businessId)
  const { billing } = await readBilling(context, businessId)
  const provider = (await findCustomer(context, context.db, billing))?.provider ?? providerForNew(context)
  const { plan, cycle, promoCode: code, type } = given
  const found = await findDiscount(context, provider, businessId, {
    ...{ plan, cycle, currency: given.currency ?? billing.currency ?? 'CHF' },
    ...(type === 'promo' ? { promoCode: code } : { referralCode: code }),
  })
  if (!found) throw new Refusal('billing.promo_unknown')
  return found.discount
}
