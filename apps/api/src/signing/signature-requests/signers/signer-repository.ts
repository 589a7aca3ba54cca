import type { RespelledAddress } from '#api/platform/values/email-spellings.ts'
import { knownTimeZone } from '#api/platform/values/time-zone.ts'
import type { LinkActor } from '#api/platform/actor.ts'
import { sql } from 'kysely'
import { prepared } from '#api/platform/db/statements/prepared.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import { refreshAccess } from '../lists/access-repository.ts'
import { noteMemberTimeZone } from './members-repository.ts'
import type { Language, Signature } from '../signature-request.ts'

// What happens to one signer, without a change of the request.

/** The requests that ask this email address, and no account, for a signature. */
export async function listSignedByEmail(tx: Transaction, email: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('signatures')
    .innerJoin('signature_requests', 'signature_requests.id', 'signatures.request_id')
    .select('signatures.request_id as id')
    .distinct()
    .where('signature_requests.status', '<>', 'DRAFT')
    .where('signatures.email', '=', email)
    .where('signatures.account_id', 'is', null)
    .whereRef('signatures.released_email', 'is distinct from', 'signatures.email')
    .execute()
  return rows.map(({ id }) => id)
}

export async function adoptOf(
  tx: Transaction,
  requestId: string,
  { accountId, email }: { readonly accountId: string; readonly email: string },
): Promise<void> {
  await tx
    .updateTable('signatures')
    .set({ account_id: accountId })
    .where('request_id', '=', requestId)
    .where('email', '=', email)
    .where('account_id', 'is', null)
    .whereRef('released_email', 'is distinct from', 'email')
    .execute()
}

export async function setLanguage(
  tx: Transaction,
  { id, memberId }: { readonly id: string; readonly memberId: string | null },
  language: Language,
): Promise<void> {
  if (memberId) {
    await tx.updateTable('signature_members').set({ language }).where('id', '=', memberId).execute()
    return
  }
  await tx.updateTable('signatures').set({ language }).where('id', '=', id).execute()
}

/**
 * The zone of the browser in which a signer without an account opens their link, in which emails to them name times. Where it is
 * the one that is known, nothing is written.
 */
export async function noteSignerTimeZone(
  db: Reader,
  { signatureId, memberId, email }: Pick<LinkActor, 'signatureId' | 'memberId' | 'email'>,
  timeZone: string | undefined,
): Promise<void> {
  const known = knownTimeZone(timeZone)
  if (known === undefined) return
  if (memberId) return noteMemberTimeZone(db, { id: memberId, email }, known)
  await db
    .updateTable('signatures')
    .set({ time_zone: known })
    .where('id', '=', signatureId)
    .where('email', '=', email)
    .where('time_zone', 'is distinct from', known)
    .execute()
}

/**
 * Anyone who read the request earlier can no longer correct it, which would undo the change. Its version stays the same, so a
 * signature that is being made isn’t held up.
 */
export async function noteUpdate(tx: Transaction, requestId: string, at: Date): Promise<void> {
  await tx.updateTable('signature_requests').set({ updated_at: at }).where('id', '=', requestId).execute()
  await refreshAccess(tx, requestId)
}

/** False where it was opened before. */
export async function markOpened(tx: Transaction, signatureId: string, at: Date): Promise<boolean> {
  const opened = await tx
    .updateTable('signatures')
    .set({ opened_at: at })
    .where('id', '=', signatureId)
    .where('opened_at', 'is', null)
    .executeTakeFirst()
  return opened.numUpdatedRows === 1n
}

/** Of these signatures those that still belong to the person who looks: one that was delegated meanwhile keeps its id. */
export async function markViewed(
  db: Reader,
  signatures: readonly Pick<Signature, 'id' | 'email'>[],
  at: Date,
): Promise<void> {
  const [ids, emails] = [signatures.map(({ id }) => id), signatures.map(({ email }) => email)]
  await sql`
    UPDATE signatures s SET viewed_at = ${at}
    FROM unnest(${ids}::uuid[], ${emails}::text[]) AS own (id, email)
    WHERE s.id = own.id AND s.email = own.email`.execute(db)
}

/** The person who has it now hasn’t looked at it yet. */
export async function forgetView(tx: Transaction, signatureId: string): Promise<void> {
  await tx.updateTable('signatures').set({ viewed_at: null }).where('id', '=', signatureId).execute()
}

export interface Delivery {
  readonly state: 'pending' | 'sent' | 'failed'
  readonly message: string | null
}

export async function setDelivery(
  tx: Transaction,
  signatureIds: readonly string[],
  { state, message }: Delivery,
): Promise<void> {
  if (signatureIds.length === 0) return
  await tx
    .updateTable('signatures')
    .set({ delivery_state: state, delivery_message: message })
    .where('id', 'in', signatureIds)
    .execute()
}

/** Nothing is on its way to this signer any longer. */
export async function clearPendingDelivery(tx: Transaction, signatureId: string): Promise<void> {
  await tx
    .updateTable('signatures')
    .set({ delivery_state: null, delivery_message: null })
    .where('id', '=', signatureId)
    .where('delivery_state', '=', 'pending')
    .execute()
}

/** A signature that was delegated has dropped the mails to the person who had it before. */
export async function setDeliveryOfMail(
  tx: Transaction,
  signatureId: string,
  mailId: string,
  { state, message }: Delivery,
): Promise<void> {
  await tx
    .updateTable('signatures')
    .set({ delivery_state: state, delivery_message: message })
    .where('id', '=', signatureId)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('mails').select('id').where('id', '=', mailId).where('state', '=', 'pending')),
    )
    .modifyEnd(prepared)
    .execute()
}

/** The request is locked: anyone who is changing it would write the old form back. */
export async function respell(
  tx: Transaction,
  requestId: string,
  { from, to }: RespelledAddress,
): Promise<void> {
  // A text of JSON that is this address, and no other.
  const inJson = (column: string) =>
    sql`replace(${sql.ref(column)}::text, to_json(${from}::text)::text, to_json(${to}::text)::text)::jsonb`
  await sql`
    UPDATE signatures SET email = CASE WHEN email = ${from} THEN ${to} ELSE email END,
      released_email = CASE WHEN released_email = ${from} THEN ${to} ELSE released_email END,
      delegated_by = ${inJson('delegated_by')}
    WHERE request_id = ${requestId}`.execute(tx)
  await sql`
    UPDATE signature_members SET email = CASE WHEN email = ${from} THEN ${to} ELSE email END,
      released_email = CASE WHEN released_email = ${from} THEN ${to} ELSE released_email END
    WHERE request_id = ${requestId}`.execute(tx)
  await sql`UPDATE signature_requests SET summary = ${inJson('summary')} WHERE id = ${requestId}`.execute(tx)
}
