import type { AddressColumn } from '#api/platform/db/conversion/address-column.ts'
import { sql } from 'kysely'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import { knownTimeZone } from '#api/platform/values/time-zone.ts'
import type { Account, AccountChange } from './account.ts'
import { findByEmail, toAccount } from './repository.ts'

/** What is undefined stays as it is. */
export async function updateSettings(
  tx: Transaction,
  id: string,
  given: Omit<AccountChange, 'email' | 'password'>,
): Promise<Account> {
  const row = await tx
    .updateTable('accounts')
    .set({
      // An UPDATE has to set something, even where nothing was given.
      id,
      first_name: given.firstName,
      last_name: given.lastName,
      language: given.language,
      time_zone: given.timeZone,
      mobile: given.mobile,
      notification_level: given.notificationLevel,
      default_legislation: given.defaultLegislation,
      default_quality: given.defaultQuality,
      signer_identity_email: given.signerIdentityEmail,
      part11_signing_name: given.part11SigningName,
      part11_signing_reason: given.part11SigningReason,
      frontend_version: given.frontendVersion,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toAccount(row)
}

/** The zone of the browser that signs in is the account's, where none is known yet. */
export async function noteTimeZone(db: Reader, id: string, timeZone: string | undefined): Promise<void> {
  const known = knownTimeZone(timeZone)
  if (known !== undefined) await adoptTimeZone(db, id, { timeZone: known, former: null })
}

/** A zone that the account has where it has none yet, or still the one that was named for it before. */
export async function adoptTimeZone(
  db: Reader,
  id: string,
  { timeZone, former }: { readonly timeZone: string; readonly former: string | null },
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ time_zone: timeZone })
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('time_zone', 'is', null), eb('time_zone', '=', former)]))
    .where('deleted_at', 'is', null)
    .execute()
}

export async function setPendingEmail(tx: Transaction, id: string, email: string | null): Promise<Account> {
  const row = await tx
    .updateTable('accounts')
    .set({ pending_email: email })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toAccount(row)
}

/**
 * The account's email is another one. Null where that has an account: the unique index decides, for there is no
 * telling what is added at this very moment.
 */
export async function moveEmail(tx: Transaction, before: Account, email: string): Promise<Account | null> {
  const holder = await findByEmail(tx, email)
  if (holder && holder.id !== before.id) return null
  // A refused statement would end the transaction; a savepoint keeps it.
  await sql`SAVEPOINT move_email`.execute(tx)
  const moved = await tx
    .updateTable('accounts')
    .set({ email, pending_email: null, signer_identity_email: null })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirst()
    .catch(async (error: unknown) => {
      if ((error as { code?: string }).code !== uniqueViolation) throw error
      await sql`ROLLBACK TO SAVEPOINT move_email`.execute(tx)
      return undefined
    })
  if (!moved) return null
  return toAccount(moved)
}

const uniqueViolation = '23505'

/** What is accepted once stays accepted at that time; going on without a business is confirmed with the terms. */
export async function acceptTerms(
  tx: Transaction,
  id: string,
  given: { readonly terms: boolean; readonly trustServiceTerms: boolean },
  now: Date,
): Promise<Account> {
  const row = await tx
    .updateTable('accounts')
    .set((eb) => ({
      id,
      ...(given.terms
        ? {
            // Anyone who has a personal account again accepts them again.
            terms_accepted_at: sql<Date>`CASE WHEN removed_from_business OR business_deleted THEN ${now}::timestamptz
              ELSE coalesce(terms_accepted_at, ${now}::timestamptz) END`,
            removed_from_business: false,
            business_deleted: false,
          }
        : {}),
      ...(given.trustServiceTerms
        ? {
            trust_service_terms_accepted_at: eb.fn.coalesce(
              'trust_service_terms_accepted_at',
              sql<Date>`${now}::timestamptz`,
            ),
          }
        : {}),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toAccount(row)
}

/** Whose business is gone: before anything else they are told so, and accept the terms for a personal account. */
export async function noteBusinessDeleted(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('accounts').set({ business_deleted: true }).where('id', 'in', ids).execute()
}

/** They belong to a business again. */
export async function forgetDowngrade(tx: Transaction, id: string): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ removed_from_business: false, business_deleted: false })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('removed_from_business', '=', true), eb('business_deleted', '=', true)]))
    .execute()
}

/** Written down for good; whether another one waits is looked up. */
export async function noteInviteAccepted(tx: Transaction, id: string): Promise<void> {
  await tx.updateTable('accounts').set({ business_invite_accepted: true }).where('id', '=', id).execute()
}

/** They are told so before anything else, as those whose business is gone. */
export async function noteRemovedFromBusiness(tx: Transaction, id: string): Promise<void> {
  await tx.updateTable('accounts').set({ removed_from_business: true }).where('id', '=', id).execute()
}

/** What is proved is not typed over; a number that was proved is the account's from then on. */
export async function setProved(
  tx: Transaction,
  id: string,
  { fields, mobile }: { readonly fields: Account['immutableFields']; readonly mobile?: string },
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ immutable_fields: [...fields], ...(mobile === undefined ? {} : { mobile }) })
    .where('id', '=', id)
    .execute()
}

/** Nothing personal is left in the row. It stays: an id is never used again (21 CFR 11.100(a)). */
export async function erase(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({
      email: '',
      first_name: '',
      last_name: '',
      password_hash: null,
      time_zone: null,
      mobile: null,
      cello_ucc: null,
      pending_email: null,
      signer_identity_email: null,
      immutable_fields: sql<string[]>`'{}'`,
      part11_signing_name: null,
      part11_signing_reason: null,
      frontend_version: null,
      deleted_at: now,
    })
    .where('id', '=', id)
    .execute()
}

/** An API user is called as its business is. */
export async function renameApiUserAccounts(
  tx: Transaction,
  ids: readonly string[],
  businessName: string,
): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('accounts').set({ last_name: businessName }).where('id', 'in', ids).execute()
}

/** Kept in their canonical form. */
export const addressColumns: readonly AddressColumn[] = [
  { table: 'accounts', update: sql`UPDATE accounts`, column: 'pending_email' },
  { table: 'accounts', update: sql`UPDATE accounts`, column: 'signer_identity_email' },
]
