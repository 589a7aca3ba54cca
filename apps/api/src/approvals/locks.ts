import type { Context } from '#api/context.ts'
import type { Reader, Transaction } from '#api/db/transaction.ts'
import { Refusal } from '#api/refusal.ts'

// A lease keeps a request for one signer whose digests are out at a trust service (design 4.3). Whoever takes or asks
// for one has locked the request's row.

export interface Lease {
  readonly approvalId: string
  readonly heldBy: string
  readonly until: Date
}

/** Who holds the request now, if it is not this approval. */
export async function findLease(
  context: Context,
  db: Reader,
  requestId: string,
  approvalId: string | null = null,
): Promise<Lease | null> {
  const row = await db
    .selectFrom('signing_locks')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('until', '>', context.now())
    .executeTakeFirst()
  if (!row || row.approval_id === approvalId) return null
  return { approvalId: row.approval_id, heldBy: row.held_by, until: row.until }
}

/** While somebody's digests are out nobody else signs or corrects. */
export async function refuseLocked(context: Context, db: Reader, requestId: string): Promise<void> {
  const lease = await findLease(context, db, requestId)
  if (!lease) return
  const retryAfter = Math.max(1, Math.ceil((lease.until.getTime() - context.now().getTime()) / 1000))
  throw new Refusal('signing.locked', { until: lease.until, retryAfter })
}

export interface Wanted {
  readonly requestId: string
  readonly approvalId: string
  readonly heldBy: string
  readonly until: Date
}

/**
 * Takes a request for this approval, or keeps it. False where somebody else holds it, or has a signature that is being
 * made: that one comes first, unless this one holds the request and is waited for.
 */
export async function takeLease(
  context: Context,
  tx: Transaction,
  { requestId, approvalId, heldBy, until }: Wanted,
): Promise<boolean> {
  const held = await findLease(context, tx, requestId)
  if (held && held.approvalId !== approvalId) return false
  if (!held && (await isAnotherSealed(tx, requestId, approvalId))) return false
  const lease = { approval_id: approvalId, held_by: heldBy, until }
  await tx
    .insertInto('signing_locks')
    .values({ request_id: requestId, ...lease })
    .onConflict((conflict) => conflict.column('request_id').doUpdateSet(lease))
    .execute()
  return true
}

/** Is another signature of this request being made? */
async function isAnotherSealed(tx: Transaction, requestId: string, approvalId: string): Promise<boolean> {
  const sealing = await tx
    .selectFrom('signings as g')
    .leftJoin('approvals as a', 'a.id', 'g.approval_id')
    .select('g.id')
    .where('g.request_id', '=', requestId)
    .where('g.status', '=', 'OPEN')
    .where((eb) => eb.or([eb('g.approval_id', 'is', null), eb('a.status', '=', 'GIVEN')]))
    .where((eb) => eb.or([eb('g.approval_id', 'is', null), eb('g.approval_id', '!=', approvalId)]))
    .executeTakeFirst()
  return sealing !== undefined
}

/** The signer is still at it, or the signature is about to be made. */
export async function renewLeases(tx: Transaction, approvalId: string, until: Date): Promise<void> {
  await tx.updateTable('signing_locks').set({ until }).where('approval_id', '=', approvalId).execute()
}

/** Leases of approvals that are over and have nothing open: nobody needs them, and nobody may be shown them. */
export async function dropEmptyLeases(context: Context): Promise<void> {
  await context.db
    .deleteFrom('signing_locks')
    .where('until', '<=', context.now())
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('signings as g')
            .select('g.id')
            .whereRef('g.approval_id', '=', 'signing_locks.approval_id')
            .where('g.status', '=', 'OPEN'),
        ),
      ),
    )
    .execute()
}
