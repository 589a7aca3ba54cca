import type { Language } from '@countersign/contract/values.ts'
import { type Selectable, sql } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { Reader, Transaction } from '#api/db/transaction.ts'
import type { Account, ImmutableField, Quality } from './account.ts'
import type { AccountChange } from './update-account.ts'

export async function find(db: Reader, id: string): Promise<Account | null> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? account(row) : null
}

export async function findByEmail(db: Reader, email: string): Promise<Account | null> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? account(row) : null
}

export async function findPasswordHash(
  db: Reader,
  email: string,
): Promise<{ readonly id: string; readonly passwordHash: string | null } | null> {
  const row = await db
    .selectFrom('accounts')
    .select(['id', 'password_hash'])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? { id: row.id, passwordHash: row.password_hash } : null
}

export async function findPasswordHashById(db: Reader, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.password_hash ?? null
}

/**
 * The account as it now is, and nobody else changes it until the transaction is over. Rows that refer to it may be
 * added meanwhile (NO KEY).
 */
export async function lock(tx: Transaction, id: string): Promise<Account | null> {
  const row = await tx
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? account(row) : null
}

/** Writes a password down that was judged to be good. With `before` only where that is still the old one's hash. */
export async function setPassword(
  tx: Transaction,
  id: string,
  passwordHash: string,
  options: { readonly before?: string | null } = {},
): Promise<boolean> {
  const { before } = options
  const written = await tx
    .updateTable('accounts')
    .set({ password_hash: passwordHash, weak_password: false })
    .where('id', '=', id)
    .$if(before !== undefined, (query) =>
      query.where('password_hash', 'is not distinct from', before ?? null),
    )
    .executeTakeFirst()
  return written.numUpdatedRows === 1n
}

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
  return account(row)
}

export async function setPendingEmail(tx: Transaction, id: string, email: string | null): Promise<Account> {
  const row = await tx
    .updateTable('accounts')
    .set({ pending_email: email })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return account(row)
}

/**
 * The account's e-mail is another one. Null where that has an account: the unique index decides, for there is no
 * telling what is added at this very moment. What the lists show and find of its requests follows.
 */
export async function moveEmail(tx: Transaction, before: Account, email: string): Promise<Account | null> {
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
  await sql`
    UPDATE request_access SET owner_email = ${email}, search = search || ' ' || ${email}
    WHERE request_id IN (SELECT request_id FROM request_access WHERE account_id = ${before.id} AND is_owner)
  `.execute(tx)
  return account(moved)
}

const uniqueViolation = '23505'

/** What is accepted once stays accepted at that time; going on without a business is confirmed with the terms. */
export async function acceptTerms(
  tx: Transaction,
  id: string,
  given: { readonly terms: boolean; readonly trustServiceTerms: boolean; readonly invite: boolean },
  now: Date,
): Promise<Account> {
  const row = await tx
    .updateTable('accounts')
    .set((eb) => ({
      id,
      ...(given.terms
        ? {
            terms_accepted_at: eb.fn.coalesce('terms_accepted_at', sql<Date>`${now}::timestamptz`),
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
      ...(given.invite ? { business_invite_accepted: true } : {}),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return account(row)
}

export interface NewAccount {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** Null for whoever signs in at their company's provider. */
  readonly passwordHash: string | null
  readonly termsAccepted: boolean
  readonly language: Language
  readonly mobile: string | null
  readonly celloUcc: string | null
  readonly now: Date
}

/** Null where the e-mail has an account already: the unique index decides, so that of two at once one is added. */
export async function add(tx: Transaction, given: NewAccount): Promise<Account | null> {
  const row = await tx
    .insertInto('accounts')
    .values({
      email: given.email,
      first_name: given.firstName,
      last_name: given.lastName,
      password_hash: given.passwordHash,
      language: given.language,
      mobile: given.mobile,
      cello_ucc: given.celloUcc,
      terms_accepted_at: given.termsAccepted ? given.now : null,
      created_at: given.now,
    })
    .onConflict((conflict) => conflict.column('email').where('deleted_at', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ? account(row) : null
}

function account(row: Selectable<Tables['accounts']>): Account {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    language: row.language as Language,
    mobile: row.mobile,
    termsAcceptedAt: row.terms_accepted_at,
    celloUcc: row.cello_ucc,
    hasPassword: row.password_hash !== null,
    hasWeakPassword: row.weak_password,
    pendingEmail: row.pending_email,
    notificationLevel: row.notification_level,
    defaultLegislation: row.default_legislation,
    defaultQuality: row.default_quality as Quality | null,
    signerIdentityEmail: row.signer_identity_email,
    immutableFields: row.immutable_fields as ImmutableField[],
    part11SigningName: row.part11_signing_name,
    part11SigningReason: row.part11_signing_reason,
    frontendVersion: row.frontend_version,
    freeAccountType: row.free_account_type,
    trustServiceTermsAcceptedAt: row.trust_service_terms_accepted_at,
    businessInviteAccepted: row.business_invite_accepted,
    removedFromBusiness: row.removed_from_business,
    businessDeleted: row.business_deleted,
  }
}
