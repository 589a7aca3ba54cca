import type { EncryptedColumn } from '#api/platform/secrets/encrypted-column-repository.ts'
import { type Selectable, sql } from 'kysely'
import type { Participant } from '#api/platform/actor.ts'
import type { ApprovalOutcome, Tables } from '#api/platform/db/tables.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { Signing } from '#api/signing/signing/repository.ts'

export type Approval = Selectable<Tables['approvals']>

export interface NewApproval {
  readonly kind: Approval['kind']
  /** What the signer is shown; null where the trust service is still to be asked. */
  readonly step: Approval['step']
  readonly actor: Participant
  readonly language: string
  readonly service: string | null
  readonly expiresAt: Date
}

/** Who has to give it: this actor, and nobody else. */
export async function insertApproval(tx: Transaction, approval: NewApproval): Promise<string> {
  const { kind, step, actor, language, service, expiresAt } = approval
  const { id } = await tx
    .insertInto('approvals')
    .values({ kind, step, language, service, expires_at: expiresAt, ...holderOf(actor) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function holderOf(actor: Participant) {
  return actor.kind === 'account'
    ? { account_id: actor.accountId }
    : { signature_id: actor.signatureId, member_id: actor.memberId }
}

/** Is it this one's to give, to cancel and to see? Nobody else may know of it. */
export function isHeldBy(
  approval: Pick<Approval, 'account_id' | 'signature_id' | 'member_id'>,
  actor: Participant,
): boolean {
  return actor.kind === 'account'
    ? approval.account_id === actor.accountId
    : approval.account_id === null &&
        approval.signature_id === actor.signatureId &&
        approval.member_id === actor.memberId
}

export async function findApproval(db: Reader, id: string): Promise<Approval | null> {
  return (await db.selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Its own row alone: `lock-approval.ts` locks its requests first. */
export async function lockForNoKeyUpdate(tx: Transaction, id: string): Promise<Approval | null> {
  const row = await tx
    .selectFrom('approvals')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** The requests that it is given for, in the order of their ids. */
export async function listRequestIds(db: Reader, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('signings')
    .select('request_id')
    .distinct()
    .where('approval_id', '=', id)
    .orderBy('request_id')
    .execute()
  return rows.map(({ request_id }) => request_id)
}

/** What it is given for, in the order of the requests. */
export async function signingsOf(db: Reader, approvalId: string): Promise<Signing[]> {
  return db
    .selectFrom('signings')
    .selectAll()
    .where('approval_id', '=', approvalId)
    .orderBy('request_id')
    .execute()
}

/**
 * Ends an open one, once: false where it is over already. What would open it at the service is forgotten, and so are the
 * code and where it went. By its state a browser that comes back once more is still told how it ended.
 */
export async function end(
  tx: Transaction,
  id: string,
  to: {
    readonly status: 'GIVEN' | 'FAILED'
    readonly error: string | null
    readonly at: Date
    /** Left out: what is known of how it was given stays. */
    readonly outcome?: ApprovalOutcome | undefined
  },
): Promise<boolean> {
  const ended = await tx
    .updateTable('approvals')
    .set({
      status: to.status,
      error: to.error,
      finished_at: to.at,
      ...(to.outcome && { outcome: JSON.stringify(to.outcome) }),
      ticket_encrypted: null,
      url_encrypted: null,
      destination_encrypted: null,
      code_hash: null,
      code_encrypted: null,
      query_encrypted: null,
    })
    .where('id', '=', id)
    .where('status', '=', 'OPEN')
    .executeTakeFirst()
  return ended.numUpdatedRows === 1n
}

/** Nobody comes back to those that ended before. */
export async function forgetWaysBack(db: Reader, before: Date): Promise<void> {
  await db
    .updateTable('approvals')
    .set({ state_hash: null, return_query: null })
    .where('state_hash', 'is not', null)
    .where('status', '!=', 'OPEN')
    .where('finished_at', '<=', before)
    .execute()
}

/** How often in a row it has gone wrong by now. */
export async function countMiss(db: Reader, id: string): Promise<number> {
  const row = await db
    .updateTable('approvals')
    .set((eb) => ({ misses: eb('misses', '+', 1) }))
    .where('id', '=', id)
    .returning('misses')
    .executeTakeFirst()
  return row?.misses ?? 0
}

/** What will be signed was replaced: the signer looks at the step again. */
export async function replaceShown(tx: Transaction, id: string): Promise<void> {
  await tx
    .updateTable('approvals')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await notifyOfStep(tx, id)
}

/** Anyone who waits for one of its signings looks again: there is a step, or another one. Other tabs do as well. */
export async function notifyOfStep(tx: Transaction, approvalId: string): Promise<void> {
  await sql`SELECT pg_notify('signing_finished', id::text) FROM signings WHERE approval_id = ${approvalId}`.execute(
    tx,
  )
  await sql`SELECT pg_notify('request_access_changed', a.account_id || ' ' || g.request_id)
    FROM signings g JOIN approvals a ON a.id = g.approval_id
    WHERE a.id = ${approvalId} AND a.account_id IS NOT NULL`.execute(tx)
}

export const encryptedColumns: readonly EncryptedColumn[] = (
  ['ticket', 'url', 'destination', 'query', 'code'] as const
).map((what) => ({
  table: 'approvals',
  update: sql`UPDATE approvals`,
  key: 'id',
  column: `${what}_encrypted`,
  context: (id) => `approval-${what}:${id}`,
}))
