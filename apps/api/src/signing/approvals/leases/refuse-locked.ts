import type { Reader } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'
import { findLease, type LeasedDocuments } from './lease-repository.ts'

/** While a signer's digests are out, nobody else signs or corrects these documents. */
export async function refuseLocked(context: Context, db: Reader, wanted: LeasedDocuments): Promise<void> {
  const lease = await findLease(context, db, wanted)
  if (!lease) return
  const retryAfter = Math.max(1, Math.ceil((lease.until.getTime() - context.now().getTime()) / 1000))
  throw new Refusal('signing.locked', { until: lease.until, retryAfter })
}
