import { type Selectable, sql } from 'kysely'
import { prepared } from '#api/platform/db/statements/prepared.ts'
import type { EventActor, SigningVisual, Tables } from '#api/platform/db/tables.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { FinalValues } from '#api/signing/signer-fields/final-values.ts'
import type { SigningPlan } from '#api/signing/qualities/plan.ts'
import { nextTurn, type Turn } from './turn-repository.ts'

export type Signing = Selectable<Tables['signings']>

export interface NewSigning {
  readonly id: string
  readonly requestId: string
  readonly signatureId: string
  /** Where it is a group's: which member signs. */
  readonly memberId: string | null
  readonly signingName: string
  readonly signingReason: string | null
  readonly timeZone: string | null
  /** PNG in base64: one that came with the call by its document, a kept one by the visual signature's id. */
  readonly images: Record<string, string>
  /** By document. */
  readonly visual: Record<string, SigningVisual>
  /** By document and field. */
  readonly fieldValues: FinalValues
  readonly actor: EventActor
  readonly plan: Pick<SigningPlan, 'quality' | 'legislation' | 'service' | 'party' | 'approval'>
}

/**
 * Starts a signing, and says whether it is its turn: null where an approval comes first. The request's row is locked, and its
 * newest signing has been looked at: it isn't under way or done. Throws where one is all the same.
 */
export async function insertOpen(tx: Transaction, signing: NewSigning): Promise<Turn | null> {
  const inserted = await tx
    .insertInto('signings')
    .values({
      id: signing.id,
      request_id: signing.requestId,
      signature_id: signing.signatureId,
      member_id: signing.memberId,
      status: 'OPEN',
      signing_name: signing.signingName,
      signing_reason: signing.signingReason,
      time_zone: signing.timeZone,
      images: JSON.stringify(signing.images),
      visual: JSON.stringify(signing.visual),
      field_values: JSON.stringify(signing.fieldValues),
      actor: JSON.stringify(signing.actor),
      quality: signing.plan.quality,
      legislation: signing.plan.legislation,
      service: signing.plan.service,
      party: signing.plan.party && JSON.stringify(signing.plan.party),
      turn: signing.plan.approval ? null : nextTurn(signing.requestId, signing.id),
      // When it begins, not when its transaction did, which may have waited for another signing of this signature.
      created_at: sql<Date>`clock_timestamp()`,
    })
    .onConflict((conflict) =>
      // In words, not as parameters: a prepared statement finds the partial index by them.
      conflict
        .column('signature_id')
        .where(sql<boolean>`status IN ('OPEN', 'SIGNED')`)
        .doNothing(),
    )
    .returning('turn')
    .modifyEnd(prepared)
    .executeTakeFirst()
  if (!inserted) throw new Error(`signature ${signing.signatureId} is being signed already`)
  return inserted.turn
}

/** What was submitted last takes the place of what was there: it is open still. */
export async function replaceSubmission(
  tx: Transaction,
  id: string,
  submitted: Pick<
    NewSigning,
    'signingName' | 'signingReason' | 'timeZone' | 'images' | 'visual' | 'fieldValues'
  >,
): Promise<void> {
  await tx
    .updateTable('signings')
    .set({
      signing_name: submitted.signingName,
      signing_reason: submitted.signingReason,
      time_zone: submitted.timeZone,
      images: JSON.stringify(submitted.images),
      visual: JSON.stringify(submitted.visual),
      field_values: JSON.stringify(submitted.fieldValues),
    })
    .where('id', '=', id)
    .where('status', '=', 'OPEN')
    .execute()
}

export async function findSigning(db: Reader, id: string): Promise<Signing | null> {
  return (await db.selectFrom('signings').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

export async function findNewest(db: Reader, signatureId: string): Promise<Signing | null> {
  const row = await db
    .selectFrom('signings')
    .selectAll()
    .where('signature_id', '=', signatureId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export interface SigningEnd {
  readonly status: 'SIGNED' | 'ERROR'
  readonly error: string | null
  readonly at: Date
}

/**
 * Ends an open signing, once: null where someone else did. Anyone who waits for it is told when this commits. The
 * pictures of a signature are kept for the audit trail, until the documents are deleted.
 */
export async function close(
  tx: Transaction,
  id: string,
  end: SigningEnd,
): Promise<{
  readonly approvalId: string | null
  readonly requestId: string
  readonly startedAt: Date
  /** Others of its request wait for their turn. */
  readonly isWaitedFor: boolean
} | null> {
  const closed = await tx
    .with('closed', (db) =>
      db
        .updateTable('signings')
        .set({
          status: end.status,
          error: end.error,
          finished_at: end.at,
          field_values: '{}',
          turn: null,
          ...(end.status === 'ERROR' && { images: '{}' }),
        })
        .where('id', '=', id)
        .where('status', '=', 'OPEN')
        .returning((eb) => [
          'approval_id',
          'request_id',
          'actor',
          'created_at',
          eb
            .exists(
              eb
                .selectFrom('signings as waiting')
                .select('waiting.id')
                .whereRef('waiting.request_id', '=', 'signings.request_id')
                .where('waiting.turn', '=', 'WAITING'),
            )
            .as('is_waited_for'),
        ]),
    )
    .selectFrom('closed')
    .selectAll('closed')
    .select(sql`pg_notify('signing_finished', ${id})`.as('told'))
    .modifyEnd(prepared)
    .executeTakeFirst()
  // A signature changes what the request shows, which is told with it; that it failed changes nothing else.
  if (end.status === 'ERROR' && closed?.actor.accountId)
    await sql`SELECT pg_notify('request_access_changed', ${`${closed.actor.accountId} ${closed.request_id}`})`.execute(
      tx,
    )
  if (closed?.approval_id) await tx.deleteFrom('prepared_signatures').where('signing_id', '=', id).execute()
  return closed
    ? {
        approvalId: closed.approval_id,
        requestId: closed.request_id,
        startedAt: closed.created_at,
        isWaitedFor: closed.is_waited_for === true,
      }
    : null
}

/** PNG in base64 by signature, each picture once. */
export async function listSignedPictures(db: Reader, requestId: string): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('signings')
    .select(['signature_id', 'images'])
    .where('request_id', '=', requestId)
    .where('status', '=', 'SIGNED')
    .orderBy('finished_at')
    .execute()
  const bySignature = Map.groupBy(rows, (row) => row.signature_id)
  return new Map(
    [...bySignature].map(([id, signings]) => [
      id,
      [...new Set(signings.flatMap(({ images }) => Object.values(images)))],
    ]),
  )
}

/** Which of these will move by themselves: the others wait for their signer. */
export async function withoutStep(db: Reader, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('signings as g')
    .leftJoin('approvals as a', 'a.id', 'g.approval_id')
    .select('g.id')
    .where('g.id', 'in', ids)
    .where((eb) => eb.or([eb('a.id', 'is', null), eb('a.status', '!=', 'OPEN'), eb('a.step', 'is', null)]))
    .execute()
  return rows.map(({ id }) => id)
}

export async function countFailure(tx: Transaction, id: string): Promise<number> {
  const row = await tx
    .updateTable('signings')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('id', '=', id)
    .returning('failures')
    .executeTakeFirst()
  return row?.failures ?? 0
}

/** The approval that has to be given for these. */
export async function setApproval(
  tx: Transaction,
  ids: readonly string[],
  approvalId: string,
): Promise<void> {
  await tx.updateTable('signings').set({ approval_id: approvalId }).where('id', 'in', ids).execute()
}

/** The signatures of this approval are executed now. */
export async function setExecuted(tx: Transaction, approvalId: string, at: Date): Promise<void> {
  await tx.updateTable('signings').set({ executed_at: at }).where('approval_id', '=', approvalId).execute()
}

export async function removeFailed(tx: Transaction, signatureId: string): Promise<void> {
  await tx
    .deleteFrom('signings')
    .where('signature_id', '=', signatureId)
    .where('status', '=', 'ERROR')
    .execute()
}

/** Nothing is kept of how the signatures of this request were to look. */
export async function forgetSubmissions(tx: Transaction, requestId: string): Promise<void> {
  await tx
    .updateTable('signings')
    .set({ images: '{}', visual: null, field_values: '{}' })
    .where('request_id', '=', requestId)
    .execute()
}

export interface SignedLevel {
  readonly quality: string
  readonly legislation: string | null
}

/** How those of these signatures that are made were made, by signature. */
export async function listSignedLevels(
  db: Reader,
  signatureIds: readonly string[],
): Promise<Map<string, SignedLevel>> {
  if (signatureIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('signings')
    .select(['signature_id', 'quality', 'legislation'])
    .where('signature_id', 'in', signatureIds)
    .where('status', '=', 'SIGNED')
    .execute()
  return new Map(rows.map(({ signature_id, ...level }) => [signature_id, level]))
}
