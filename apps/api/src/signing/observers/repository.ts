import type { RespelledAddress } from '#api/platform/values/email-spellings.ts'
import { sql } from 'kysely'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'

/** Writes down who looks on now, where that is not how it was before. */
export async function saveObservers(
  tx: Transaction,
  request: SignatureRequest,
  before?: SignatureRequest,
): Promise<void> {
  const ids = request.observers.map((observer) => observer.id)
  if (before?.observers.some((observer) => !ids.includes(observer.id)))
    await tx
      .deleteFrom('observers')
      .where('request_id', '=', request.id)
      .where(sql<boolean>`id <> ALL(${ids}::uuid[])`)
      .execute()
  if (ids.length === 0) return
  await tx
    .insertInto('observers')
    .values(
      request.observers.map((observer) => ({
        id: observer.id,
        request_id: request.id,
        email: observer.email,
        account_id: observer.accountId,
        language: observer.language,
        invited_by: observer.invitedBy,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        account_id: eb.ref('excluded.account_id'),
        language: eb.ref('excluded.language'),
      })),
    )
    .execute()
}

/** The account looks on no more: it left. */
export async function stopObserving(tx: Transaction, requestId: string, accountId: string): Promise<void> {
  await tx
    .deleteFrom('observers')
    .where('request_id', '=', requestId)
    .where('account_id', '=', accountId)
    .execute()
}

/** Who owns the request now observes it no longer, nor will when a draft is sent. Answers who that was. */
export async function removeOwnObserver(
  tx: Transaction,
  requestId: string,
  owner: { readonly id: string; readonly email: string },
): Promise<{ readonly id: string; readonly email: string }[]> {
  return tx
    .deleteFrom('observers')
    .where('request_id', '=', requestId)
    .where((eb) =>
      eb.or([
        eb('account_id', '=', owner.id),
        eb.and([eb('account_id', 'is', null), eb('email', '=', owner.email)]),
      ]),
    )
    .returning(['id', 'email'])
    .execute()
}

/** The requests that wait for the person who has this email to look on. A draft finds them when it is sent. */
export async function listWaitingFor(tx: Transaction, email: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('observers')
    .innerJoin('signature_requests', 'signature_requests.id', 'observers.request_id')
    .select('observers.request_id as id')
    .where('signature_requests.status', '<>', 'DRAFT')
    .where('observers.email', '=', email)
    .where('observers.account_id', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

export async function adopt(
  tx: Transaction,
  requestId: string,
  account: { readonly id: string; readonly email: string },
): Promise<void> {
  await tx
    .updateTable('observers')
    .set({ account_id: account.id })
    .where('request_id', '=', requestId)
    .where('email', '=', account.email)
    .where('account_id', 'is', null)
    .execute()
}

/** Every request on which the account looks. */
export async function listObservedBy(tx: Transaction, accountId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('observers')
    .select('request_id as id')
    .where('account_id', '=', accountId)
    .execute()
  return rows.map(({ id }) => id)
}

/** The language of each of these accounts. */
export async function languagesOf(
  tx: Transaction,
  accountIds: readonly string[],
): Promise<Map<string, string>> {
  if (accountIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('accounts')
    .select(['id', 'language'])
    .where('id', 'in', accountIds)
    .execute()
  return new Map(rows.map((row) => [row.id, row.language]))
}

export interface ObserverInvitation {
  readonly id: string
  readonly requestId: string
  readonly email: string
  /** The inviter's email, or user name. */
  readonly invitedBy: string
  readonly invitedAt: Date
}

/** Who follows these requests, and who invited them when. */
export async function listInvitations(
  db: Reader,
  requestIds: readonly string[],
): Promise<ObserverInvitation[]> {
  if (requestIds.length === 0) return []
  const rows = await db
    .selectFrom('observers as o')
    .innerJoin('accounts as a', 'a.id', 'o.invited_by')
    .select(['o.id', 'o.request_id', 'o.email', 'o.created_at', 'a.email as inviter'])
    .where('o.request_id', 'in', requestIds)
    .orderBy('o.created_at')
    .orderBy('o.email')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    requestId: row.request_id,
    email: row.email,
    invitedBy: row.inviter,
    invitedAt: row.created_at,
  }))
}

/** Someone who is there in both forms stays there twice. */
export async function respell(
  tx: Transaction,
  requestId: string,
  { from, to }: RespelledAddress,
): Promise<void> {
  await sql`
    UPDATE observers SET email = ${to} WHERE request_id = ${requestId} AND email = ${from}
      AND NOT EXISTS (SELECT FROM observers o WHERE o.request_id = ${requestId} AND o.email = ${to})`.execute(
    tx,
  )
}
