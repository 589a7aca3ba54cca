import type { Quality } from '@countersign/contract/values.ts'
import type { Context } from '#api/providers/context.ts'
import type { CountedQualityRow } from '#api/platform/db/billing-tables.ts'
import type { SigningQuality } from '#api/platform/db/tables.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { monthOf } from '#api/billing/plans/plan.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { countedAs, qualitiesOf } from './counted-as.ts'
import { type Entitlement, findEntitlement } from './entitlement.ts'
import { findPayer } from './payer-repository.ts'
import * as repository from './repository.ts'

/**
 * Before something is sent or signed: refused where the plan that pays for it has ended, or where its signatures of this
 * month are used up and none beyond them are charged. Those under way count as used.
 */
export async function refuseExhausted(
  context: Pick<Context, 'now' | 'config' | 'payment'>,
  tx: Transaction,
  signing: { readonly ownerId: string; readonly quality: SigningQuality | Quality },
): Promise<void> {
  if (!context.payment.forNew) return
  const payer = await findPayer(tx, signing.ownerId)
  const entitlement = await findEntitlement({ db: tx, now: context.now, config: context.config }, payer)
  if (!entitlement.hasPlan) throw new Refusal('business.payment_required')
  const quality = countedAs(signing.quality)
  const limit = limitOf(entitlement, quality)
  if (limit === null) return
  await repository.lockPayer(tx, payer)
  const counts = await repository.count(tx, payer, monthOf(context.now()))
  const counting = entitlement.total === null ? quality : null
  const used = counting ? counts[counting].used : repository.total(counts)
  const underWay = await repository.countInProgress(tx, payer, qualitiesOf(counting))
  if (used + underWay >= limit) throw new Refusal('plan.signatures_exhausted', { quality })
}

function limitOf(entitlement: Entitlement, quality: CountedQualityRow): number | null {
  if (entitlement.chargesExtra) return null
  return entitlement.total ?? entitlement.included[quality]
}
