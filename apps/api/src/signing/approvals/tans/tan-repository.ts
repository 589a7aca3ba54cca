import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { LinkActor } from '#api/platform/actor.ts'
import type { Approval } from '../repository.ts'

export interface NewCode {
  /** Which of the approval's codes it is: how often it was sent again. */
  readonly round: number
  readonly hash: Buffer
  /** Null where it is another worker's to send. */
  readonly encrypted: Buffer | null
  readonly madeAt: Date
  readonly expiresAt: Date
}

/** From now on this is the code, and no other. */
export async function setCode(tx: Transaction, id: string, code: NewCode): Promise<void> {
  await tx
    .updateTable('approvals')
    .set({
      code_hash: code.hash,
      code_encrypted: code.encrypted,
      code_made_at: code.madeAt,
      sent_at: code.encrypted ? null : code.madeAt,
      resends: code.round,
      expires_at: code.expiresAt,
    })
    .where('id', '=', id)
    .execute()
}

export async function setDestination(
  tx: Transaction,
  id: string,
  { channel, encrypted }: { readonly channel: 'sms' | 'email'; readonly encrypted: Buffer },
): Promise<void> {
  await tx
    .updateTable('approvals')
    .set({ channel, destination_encrypted: encrypted })
    .where('id', '=', id)
    .execute()
}

/** It is on the signer's phone: its time begins, and nobody but the signer has it any longer. False where it is over. */
export async function markDelivered(
  tx: Transaction,
  { id, round, at, expiresAt }: { id: string; round: number; at: Date; expiresAt: Date },
): Promise<boolean> {
  const marked = await tx
    .updateTable('approvals')
    .set({ sent_at: at, expires_at: expiresAt, code_encrypted: null })
    .where('id', '=', id)
    .where('resends', '=', round)
    .where('status', '=', 'OPEN')
    .executeTakeFirst()
  return marked.numUpdatedRows === 1n
}

export async function countWrong(tx: Transaction, id: string): Promise<void> {
  await tx
    .updateTable('approvals')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** What is signed with it, by its title. */
export async function titlesOf(db: Reader, approvalId: string): Promise<{ id: string; title: string }[]> {
  return db
    .selectFrom('signature_requests')
    .select(['id', 'title'])
    .where('id', 'in', (eb) =>
      eb.selectFrom('signings').select('request_id').where('approval_id', '=', approvalId),
    )
    .orderBy('id')
    .execute()
}

/** The newest one by a code of the person who came by this link. */
export async function findTanOfLink(
  db: Reader,
  { signatureId, memberId }: Pick<LinkActor, 'signatureId' | 'memberId'>,
): Promise<Approval | null> {
  const row = await db
    .selectFrom('approvals')
    .selectAll()
    .where('kind', '=', 'TAN')
    .where('signature_id', '=', signatureId)
    .where('member_id', memberId === null ? 'is' : '=', memberId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** The email of the guest who has this signature, or this place in a group, now. */
export async function findGuestEmail(
  db: Reader,
  guest: Pick<Approval, 'signature_id' | 'member_id'>,
): Promise<string | null> {
  const [table, id] = guest.member_id
    ? (['signature_members', guest.member_id] as const)
    : (['signatures', guest.signature_id ?? ''] as const)
  const row = await db.selectFrom(table).select('email').where('id', '=', id).executeTakeFirst()
  return row?.email ?? null
}

/** The approvals by a code that signings of these signatures have or had, newest first, with all their signatures. */
export async function findTansOf(
  db: Reader,
  signatureIds: readonly string[],
): Promise<{ approval: Approval; signatureIds: string[] }[]> {
  const approvals = await db
    .selectFrom('approvals')
    .selectAll()
    .where('kind', '=', 'TAN')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('signings')
        .select('approval_id')
        .where('signature_id', 'in', signatureIds)
        .where('approval_id', 'is not', null)
        .$castTo<{ approval_id: string }>(),
    )
    .orderBy('created_at', 'desc')
    .execute()
  if (approvals.length === 0) return []
  const ids = approvals.map(({ id }) => id)
  const signings = await db
    .selectFrom('signings')
    .select(['approval_id', 'signature_id'])
    .where('approval_id', 'in', ids)
    .execute()
  return approvals.map((approval) => ({
    approval,
    signatureIds: signings.filter((one) => one.approval_id === approval.id).map((one) => one.signature_id),
  }))
}
