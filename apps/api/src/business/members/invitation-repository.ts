import type { AddressColumn } from '#api/platform/db/conversion/address-column.ts'
import type { Language } from '@countersign/contract/values.ts'
import { sql } from 'kysely'
import type { BusinessRole } from '#api/business/businesses/business.ts'
import { deleteInParts } from '#api/platform/db/delete-in-parts.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { Invitation } from './invitation.ts'

function invitations(db: Reader) {
  return db
    .selectFrom('business_invitations as i')
    .innerJoin('businesses as b', 'b.id', 'i.business_id')
    .leftJoin('accounts as a', (join) =>
      join.onRef('a.id', '=', 'i.invited_by').on('a.deleted_at', 'is', null),
    )
    .selectAll('i')
    .select(['a.id as inviter_id', 'a.first_name', 'a.last_name', 'a.email as inviter_email'])
    .where('b.deleted_at', 'is', null)
}

type Row = Awaited<ReturnType<ReturnType<typeof invitations>['execute']>>[number]

function toInvitation(row: Row): Invitation {
  return {
    id: row.id,
    businessId: row.business_id,
    email: row.email,
    role: row.role,
    language: row.language as Language,
    message: row.message,
    invitedBy: row.inviter_id
      ? {
          id: row.inviter_id,
          name: `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
          email: row.inviter_email ?? '',
        }
      : null,
    state: row.state,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    expiresAt: row.expires_at,
  }
}

/** What its admins see: those that are open, expired or declined; the newest first. */
export async function list(db: Reader, businessId: string): Promise<Invitation[]> {
  const rows = await invitations(db)
    .where('i.business_id', '=', businessId)
    .where('i.state', 'in', ['OPEN', 'DECLINED'])
    .orderBy('i.created_at', 'desc')
    .orderBy('i.email')
    .execute()
  return rows.map(toInvitation)
}

/** Each of them takes a seat. */
export function listOpen(
  db: Reader,
  businessId: string,
  now: Date,
): Promise<{ readonly id: string; readonly email: string }[]> {
  return db
    .selectFrom('business_invitations')
    .select(['id', 'email'])
    .where('business_id', '=', businessId)
    .where('state', '=', 'OPEN')
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function find(db: Reader, businessId: string, id: string): Promise<Invitation | null> {
  const row = await invitations(db)
    .where('i.business_id', '=', businessId)
    .where('i.id', '=', id)
    .executeTakeFirst()
  return row ? toInvitation(row) : null
}

/** Those that wait for the answer of this email's account, to businesses that aren't about to be deleted; the newest first. */
export async function listWaitingFor(db: Reader, email: string, now: Date): Promise<Invitation[]> {
  const rows = await invitations(db)
    .where('i.email', '=', email)
    .where('i.state', '=', 'OPEN')
    .where('i.expires_at', '>', now)
    .where((eb) => eb.or([eb('b.delete_at', 'is', null), eb('b.delete_at', '>', now)]))
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id')
    .execute()
  return rows.map(toInvitation)
}

/** Those that the business has made since then, whatever became of them; the newest first. */
export async function listSince(
  db: Reader,
  businessId: string,
  since: Date,
): Promise<{ readonly email: string; readonly createdAt: Date }[]> {
  const rows = await db
    .selectFrom('business_invitations')
    .select(['email', 'created_at'])
    .where('business_id', '=', businessId)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(({ email, created_at: createdAt }) => ({ email, createdAt }))
}

export async function insertAll(tx: Transaction, given: readonly Invitation[]): Promise<void> {
  if (given.length === 0) return
  const [{ businessId }] = given as [Invitation]
  const emails = given.map(({ email }) => email)
  // What came of the ones before is in the business's log.
  await tx
    .updateTable('business_invitations')
    .set({ state: 'REPLACED', ended_at: given[0]?.createdAt ?? null })
    .where('business_id', '=', businessId)
    .where('email', 'in', emails)
    .where('state', 'in', ['OPEN', 'DECLINED'])
    .execute()
  await tx
    .insertInto('business_invitations')
    .values(
      given.map((one) => ({
        id: one.id,
        business_id: one.businessId,
        email: one.email,
        role: one.role,
        language: one.language,
        message: one.message,
        invited_by: one.invitedBy?.id ?? null,
        created_at: one.createdAt,
        sent_at: one.sentAt,
        expires_at: one.expiresAt,
      })),
    )
    .execute()
}

export async function noteSending(
  tx: Transaction,
  { id, sentAt, expiresAt }: Pick<Invitation, 'id' | 'sentAt' | 'expiresAt'>,
): Promise<void> {
  await tx
    .updateTable('business_invitations')
    .set({ sent_at: sentAt, expires_at: expiresAt })
    .where('id', '=', id)
    .execute()
}

export async function end(
  tx: Transaction,
  id: string,
  state: 'DECLINED' | 'REVOKED',
  at: Date,
): Promise<void> {
  await tx.updateTable('business_invitations').set({ state, ended_at: at }).where('id', '=', id).execute()
}

/** Anyone who has joined, by whatever way, needs none of its invitations any longer. */
export async function endAsAccepted(
  tx: Transaction,
  joined: { readonly businessId: string; readonly email: string; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('business_invitations')
    .set({ state: 'ACCEPTED', ended_at: joined.at })
    .where('business_id', '=', joined.businessId)
    .where('email', '=', joined.email)
    .where('state', 'in', ['OPEN', 'DECLINED'])
    .execute()
}

/** Of the invitations of an identity provider, by its groups as they are now: those of people at its domains. */
export async function setProvisionedRoles(
  tx: Transaction,
  { businessId, domains }: { readonly businessId: string; readonly domains: readonly string[] },
  admins: readonly string[],
): Promise<void> {
  const role = sql<BusinessRole>`CASE WHEN email = ANY (${admins}::text[]) THEN 'admin' ELSE 'member' END`
  await tx
    .updateTable('business_invitations')
    .set({ role })
    .where('business_id', '=', businessId)
    .where('state', '=', 'OPEN')
    .where('invited_by', 'is', null)
    .where(sql<boolean>`split_part(email, '@', 2) = ANY (${domains}::text[])`)
    .where('role', '<>', role)
    .execute()
}

/** Of a deleted business. */
export async function removeAll(tx: Transaction, businessId: string): Promise<void> {
  await tx.deleteFrom('business_invitations').where('business_id', '=', businessId).execute()
}

/** With an account go those to its email, whatever became of them. */
export async function removeAllTo(tx: Transaction, email: string): Promise<void> {
  await tx.deleteFrom('business_invitations').where('email', '=', email).execute()
}

/** Removes those that were answered, revoked or replaced, or expired, before then. Answers how many. */
export async function purge(db: Reader, before: Date): Promise<number> {
  return deleteInParts(async (atMost) => {
    const { numDeletedRows } = await db
      .deleteFrom('business_invitations')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('business_invitations')
          .select('id')
          .where(({ fn }) => fn.coalesce('ended_at', 'expires_at'), '<', before)
          .limit(atMost)
          .forUpdate()
          .skipLocked(),
      )
      .executeTakeFirst()
    return numDeletedRows
  })
}

/** Kept in their canonical form. */
export const addressColumns: readonly AddressColumn[] = [
  { table: 'business_invitations', update: sql`UPDATE business_invitations`, column: 'email' },
]
