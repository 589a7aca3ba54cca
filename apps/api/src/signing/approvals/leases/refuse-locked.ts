import type { Reader } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'
import { findLease, type Lease, type LeasedDocuments } from './lease-repository.ts'

/** While a signer's digests are out, nobody else signs or corrects these documents. */
export async function refuseLocked(context: Context, db: Reader, wanted: LeasedDocuments): Promise<void> {
  refuseLeased(context, await findLease(context, db, wanted))
}

/** The same, where it was looked for already. */
export function refuseLeased(context: Pick<Context, 'now'>, lease: Lease | null): void {
  if (!lease) return
  const retryAfter = Math.max(1, Math.ceil((lease.until.getTime() - context.now().getTime()) / 1000))
  throw new Refusal('signing.locked', { until: lease.until, retryAfter })
}
