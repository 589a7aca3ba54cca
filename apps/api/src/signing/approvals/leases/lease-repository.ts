import { sql } from 'kysely'
import type { Context } from '#api/providers/context.ts'
import { prepared } from '#api/platform/db/statements/prepared.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { Signature } from '#api/signing/signature-requests/signature-request.ts'

// A lease keeps documents for one signer whose digests are out at a trust service (design 4.3). Anyone who takes or asks
// for one has locked the request's row.

export interface Lease {
  readonly approvalId: string
  readonly heldBy: string
  readonly until: Date
}

/** What a lease is asked for: some documents of a request, or all of them. */
export interface LeasedDocuments {
  readonly requestId: string
  readonly documentIds?: readonly string[] | undefined
}

/** The documents that one signer signs. */
export const leased = (
  { id: requestId }: { readonly id: string },
  { documents }: Pick<Signature, 'documents'>,
): LeasedDocuments => ({ requestId, documentIds: documents.map(({ documentId }) => documentId) })

/** Who holds one of these documents now, if it is not this approval. */
export async function findLease(
  context: Context,
  db: Reader,
  { requestId, documentIds }: LeasedDocuments,
  approvalId: string | null = null,
): Promise<Lease | null> {
  let held = db
    .selectFrom('signing_locks')
    .modifyFront(prepared)
    .select(['approval_id', 'held_by', 'until'])
    .where('request_id', '=', requestId)
    .where('until', '>', context.now())
    .orderBy('until', 'desc')
    .limit(1)
  if (documentIds) held = held.where(sql<boolean>`document_id = ANY(${[...documentIds]}::uuid[])`)
  if (approvalId) held = held.where('approval_id', '!=', approvalId)
  const row = await held.executeTakeFirst()
  return row ? { approvalId: row.approval_id, heldBy: row.held_by, until: row.until } : null
}

export interface LeaseRequest {
  readonly requestId: string
  readonly signatureId: string
  readonly approvalId: string
  readonly heldBy: string
  readonly until: Date
}

/**
 * Takes the documents of a signer for this approval, or keeps them. False where someone else holds one of them, or has a
 * signature on one that is being made: that one comes first, unless this one holds it and is waited for.
 */
export async function takeLease(context: Context, tx: Transaction, wanted: LeaseRequest): Promise<boolean> {
  const { requestId, approvalId, heldBy, until } = wanted
  const documentIds = await documentsOf(tx, wanted.signatureId)
  if (documentIds.length === 0) return true
  if (await findLease(context, tx, { requestId, documentIds }, approvalId)) return false
  const holds = await isHolding(context, tx, { requestId, approvalId })
  if (!holds && (await isAnotherSigned(tx, { requestId, documentIds }, approvalId))) return false
  const lease = { approval_id: approvalId, held_by: heldBy, until }
  await tx
    .insertInto('signing_locks')
    .values(documentIds.map((id) => ({ request_id: requestId, document_id: id, ...lease })))
    .onConflict((conflict) => conflict.columns(['request_id', 'document_id']).doUpdateSet(lease))
    .execute()
  return true
}

async function documentsOf(tx: Transaction, signatureId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('signature_places')
    .select('document_id')
    .where('signature_id', '=', signatureId)
    .orderBy('document_id')
    .execute()
  return rows.map(({ document_id }) => document_id)
}

async function isHolding(
  context: Context,
  tx: Transaction,
  { requestId, approvalId }: Pick<LeaseRequest, 'requestId' | 'approvalId'>,
): Promise<boolean> {
  const held = await tx
    .selectFrom('signing_locks')
    .select('document_id')
    .where('request_id', '=', requestId)
    .where('approval_id', '=', approvalId)
    .where('until', '>', context.now())
    .limit(1)
    .executeTakeFirst()
  return held !== undefined
}

/** Is another signature on one of these documents being made? */
async function isAnotherSigned(
  tx: Transaction,
  { requestId, documentIds }: { readonly requestId: string; readonly documentIds: readonly string[] },
  approvalId: string,
): Promise<boolean> {
  const signing = await tx
    .selectFrom('signings as g')
    .innerJoin('signature_places as p', 'p.signature_id', 'g.signature_id')
    .leftJoin('approvals as a', 'a.id', 'g.approval_id')
    .select('g.id')
    .where('g.request_id', '=', requestId)
    .where('g.status', '=', 'OPEN')
    .where('p.document_id', 'in', [...documentIds])
    .where((eb) => eb.or([eb('g.approval_id', 'is', null), eb('a.status', '=', 'GIVEN')]))
    .where((eb) => eb.or([eb('g.approval_id', 'is', null), eb('g.approval_id', '!=', approvalId)]))
    .executeTakeFirst()
  return signing !== undefined
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

/** The documents of this approval are free: all of them, or those of one request. */
export async function dropLeases(tx: Transaction, approvalId: string, requestId?: string): Promise<void> {
  await tx
    .deleteFrom('signing_locks')
    .where('approval_id', '=', approvalId)
    .$if(requestId !== undefined, (query) => query.where('request_id', '=', requestId ?? ''))
    .execute()
}

/** The approvals whose leases on these requests are over. */
export async function listStale(db: Reader, requestIds: readonly string[], now: Date): Promise<string[]> {
  const stale = await db
    .selectFrom('signing_locks')
    .select('approval_id')
    .distinct()
    .where('until', '<=', now)
    .where('request_id', 'in', requestIds)
    .execute()
  return stale.map(({ approval_id }) => approval_id)
}

export async function isStale(db: Reader, approvalId: string, now: Date): Promise<boolean> {
  const stale = await db
    .selectFrom('signing_locks')
    .select('request_id')
    .where('approval_id', '=', approvalId)
    .where('until', '<=', now)
    .executeTakeFirst()
  return stale !== undefined
}
