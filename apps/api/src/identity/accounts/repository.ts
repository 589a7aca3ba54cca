import { toE164 } from '@countersign/contract/e164.ts'
import type { Config } from '#api/platform/settings/config.ts'
import type { Language, Quality } from '@countersign/contract/values.ts'
import { type Selectable, sql } from 'kysely'
import type { Tables } from '#api/platform/db/tables.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import { spellingsOf } from '#api/platform/values/email-spellings.ts'
import type { Account, ImmutableField } from './account.ts'

export async function find(db: Reader, id: string): Promise<Account | null> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? toAccount(row) : null
}

export async function findByEmail(db: Reader, email: string): Promise<Account | null> {
  const row = await ofMailbox(db, email).selectAll().executeTakeFirst()
  return row ? toAccount(row) : null
}

export async function findPasswordHash(
  db: Reader,
  email: string,
): Promise<{ readonly id: string; readonly passwordHash: string | null } | null> {
  const row = await ofMailbox(db, email).select(['id', 'password_hash']).executeTakeFirst()
  return row ? { id: row.id, passwordHash: row.password_hash } : null
}

/** Where its address isn't converted yet, by each form that it may have; of two accounts the one with the canonical form. */
function ofMailbox(db: Reader, email: string) {
  const [canonical = '', ...others] = spellingsOf(email)
  const query = db.selectFrom('accounts').where('deleted_at', 'is', null)
  if (others.length === 0) return query.where('email', '=', canonical)
  return query
    .where('email', 'in', [canonical, ...others])
    .orderBy(sql`email <> ${canonical}`)
    .orderBy('created_at')
    .limit(1)
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

/** Only as long as it is the judged password's hash that the account has. */
export async function markWeakPassword(
  db: Reader,
  account: { readonly id: string; readonly passwordHash: string },
  isWeak: boolean,
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ weak_password: isWeak })
    .where('id', '=', account.id)
    .where('password_hash', '=', account.passwordHash)
    .where('weak_password', '!=', isWeak)
    .execute()
}

/** Of a password that isn't accepted any longer. Once it is again, the next sign-in with it judges it. */
export async function forgetWeakPassword(db: Reader, id: string): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ weak_password: false })
    .where('id', '=', id)
    .where('weak_password', '=', true)
    .execute()
}

export interface NewAccount {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** Null for the person who signs in at their company's provider. */
  readonly passwordHash: string | null
  readonly termsAccepted: boolean
  readonly language: Language
  /** Null where it isn't known yet. */
  readonly timeZone: string | null
  readonly mobile: string | null
  readonly celloUcc: string | null
  /** What a new personal account may do. */
  readonly freePlan: Config['freePlan']
  readonly now: Date
}

/** Null where the email has an account already: the unique index decides, so that of two at once one is added. */
export async function add(tx: Transaction, given: NewAccount): Promise<Account | null> {
  if (await findByEmail(tx, given.email)) return null
  const row = await tx
    .insertInto('accounts')
    .values({
      email: given.email,
      first_name: given.firstName,
      last_name: given.lastName,
      password_hash: given.passwordHash,
      language: given.language,
      time_zone: given.timeZone,
      mobile: given.mobile,
      cello_ucc: given.celloUcc,
      free_account_type: given.freePlan === 'legacy' ? 'free_legacy' : 'free_v1',
      terms_accepted_at: given.termsAccepted ? given.now : null,
      created_at: given.now,
    })
    .onConflict((conflict) => conflict.column('email').where('deleted_at', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ? toAccount(row) : null
}

/**
 * The account as which an API user takes part in requests. Its email is its user name: without an @ nobody signs in with
 * it and nothing is sent to it.
 */
export async function addApiUserAccount(
  tx: Transaction,
  { username, businessName, language, now }: ApiUserAccount,
): Promise<string> {
  const row = await tx
    .insertInto('accounts')
    .values({
      email: username,
      first_name: '',
      last_name: businessName,
      language,
      notification_level: 'none',
      terms_accepted_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

interface ApiUserAccount {
  readonly username: string
  readonly businessName: string
  readonly language: Language
  readonly now: Date
}

/** The row as the account it is. */
export function toAccount(row: Selectable<Tables['accounts']>): Account {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    language: row.language as Language,
    timeZone: row.time_zone,
    // One that was kept without its country is none.
    mobile: toE164(row.mobile ?? ''),
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
