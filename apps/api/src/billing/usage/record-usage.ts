import type { Context } from '#api/providers/context.ts'
import type { SigningQuality } from '#api/platform/db/tables.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { monthOf } from '#api/billing/plans/plan.ts'
import { countedAs } from './counted-as.ts'
import { findEntitlement } from './entitlement.ts'
import { findPayer } from './payer-repository.ts'
import * as repository from './repository.ts'

/**
 * One row for each signature, in the transaction in which it counts: what is not signed is not counted, and nothing is
 * counted twice. Without billing nothing is asked and nothing written.
 */
export async function recordUsage(
  context: Pick<Context, 'now' | 'config' | 'payment'>,
  tx: Transaction,
  signed: { readonly signingId: string; readonly ownerId: string; readonly quality: SigningQuality },
): Promise<void> {
  if (!context.payment.forNew) return
  const quality = countedAs(signed.quality)
  const at = context.now()
  const payer = await findPayer(tx, signed.ownerId)
  const entitlement = await findEntitlement({ db: tx, now: context.now, config: context.config }, payer)
  const included = entitlement.included[quality]
  // Of two at once the second sees the first, so that one of them is charged. Where nothing is, they were refused before.
  if (included !== null && entitlement.chargesExtra) await repository.lockPayer(tx, payer)
  const counts = included === null ? null : await repository.count(tx, payer, monthOf(at))
  const isBeyond = counts !== null && included !== null && counts[quality].used >= included
  const extra = isBeyond && entitlement.chargesExtra
  const { signingId } = signed
  await repository.insert(tx, {
    ...payer,
    signingId,
    quality,
    at,
    extra,
    // The operator invoices those of a plan by invoice: no payment provider is told of them, not even of a later plan.
    reportedAt: extra && !entitlement.paidAtProvider ? at : null,
  })
}
