import { sql } from 'kysely'
import type { EncryptedColumn } from '#api/platform/secrets/encrypted-column-repository.ts'
import type { Selectable } from 'kysely'
import type { Tables } from '#api/platform/db/tables.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import {
  encryptionContext,
  type PasskeyFactor,
  type SecondFactor,
  type SecondFactorKind,
  type TotpFactor,
} from './second-factor.ts'

type Row = Selectable<Tables['second_factors']>

/** Does signing in with the account's password take a second factor? */
export async function hasSecondFactor(db: Reader, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('second_factors')
    .select('id')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Those that are set up, the oldest first. */
export async function listFactors(db: Reader, accountId: string): Promise<(TotpFactor | PasskeyFactor)[]> {
  const rows = await db
    .selectFrom('second_factors')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(factor)
}

/** Begins to set one up; what was begun before of that kind is given up. */
export async function addPending(
  tx: Transaction,
  pending: {
    readonly id: string
    readonly accountId: string
    readonly kind: SecondFactorKind
    readonly encrypted: Uint8Array
    readonly now: Date
  },
): Promise<void> {
  await tx
    .deleteFrom('second_factors')
    .where('account_id', '=', pending.accountId)
    .where('kind', '=', pending.kind)
    .where('confirmed_at', 'is', null)
    .execute()
  await tx
    .insertInto('second_factors')
    .values({
      id: pending.id,
      account_id: pending.accountId,
      kind: pending.kind,
      name: '',
      secret_encrypted: Buffer.from(pending.encrypted),
      created_at: pending.now,
    })
    .execute()
}

/** The encrypted value of a factor that was begun after `since`. */
export async function findPending(
  db: Reader,
  wanted: { readonly id: string; readonly accountId: string; readonly kind: SecondFactorKind },
  since: Date,
): Promise<Buffer | null> {
  const row = await db
    .selectFrom('second_factors')
    .select('secret_encrypted')
    .where('id', '=', wanted.id)
    .where('account_id', '=', wanted.accountId)
    .where('kind', '=', wanted.kind)
    .where('confirmed_at', 'is', null)
    .where('created_at', '>', since)
    .executeTakeFirst()
  return row?.secret_encrypted ?? null
}

export interface ConfirmedFactor {
  readonly id: string
  readonly name: string
  readonly now: Date
}

/** Null where it is confirmed already, or gone. */
export async function confirmTotp(
  tx: Transaction,
  given: ConfirmedFactor & { readonly step: number },
): Promise<SecondFactor | null> {
  return confirm(tx, given, { last_step: given.step })
}

export async function confirmPasskey(
  tx: Transaction,
  given: ConfirmedFactor & Pick<PasskeyFactor, 'credentialId' | 'publicKey' | 'signCount' | 'transports'>,
): Promise<SecondFactor | null> {
  return confirm(tx, given, {
    // The challenge is signed: nobody needs it any longer.
    secret_encrypted: null,
    credential_id: given.credentialId,
    public_key: given.publicKey,
    sign_count: given.signCount,
    transports: [...given.transports],
  })
}

async function confirm(
  tx: Transaction,
  { id, name, now }: ConfirmedFactor,
  proved: Partial<{
    last_step: number
    secret_encrypted: null
    credential_id: Buffer
    public_key: Buffer
    sign_count: number
    transports: string[]
  }>,
): Promise<SecondFactor | null> {
  const row = await tx
    .updateTable('second_factors')
    .set({ ...proved, name, created_at: now, confirmed_at: now })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row ? factor(row) : null
}

export async function remove(tx: Transaction, accountId: string, id: string): Promise<SecondFactor | null> {
  const row = await tx
    .deleteFrom('second_factors')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .returningAll()
    .executeTakeFirst()
  return row ? factor(row) : null
}

export async function removeAll(tx: Transaction, accountId: string): Promise<void> {
  await tx.deleteFrom('second_factors').where('account_id', '=', accountId).execute()
}

/** Deletes those that were begun before and never used. Answers how many. */
export async function purgeUnconfirmed(db: Reader, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('second_factors')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Uses up every code until this step: of two at once, and of any that come again, one gets it (RFC 6238 § 5.2). */
export async function advanceStep(tx: Transaction, id: string, step: number, now: Date): Promise<boolean> {
  const advanced = await tx
    .updateTable('second_factors')
    .set({ last_step: step, last_used_at: now })
    .where('id', '=', id)
    .where((row) => row.or([row('last_step', 'is', null), row('last_step', '<', String(step))]))
    .executeTakeFirst()
  return advanced.numUpdatedRows > 0n
}

/** A count that does not grow is that of a copied key (WebAuthn § 6.1.1); authenticators without one say 0. */
export async function advanceCount(tx: Transaction, id: string, count: number, now: Date): Promise<boolean> {
  const advanced = await tx
    .updateTable('second_factors')
    .set({ sign_count: count, last_used_at: now })
    .where('id', '=', id)
    .where((row) => (count === 0 ? row('sign_count', '=', '0') : row('sign_count', '<', String(count))))
    .executeTakeFirst()
  return advanced.numUpdatedRows > 0n
}

function factor(row: Row): TotpFactor | PasskeyFactor {
  const shared = { id: row.id, name: row.name, createdAt: row.created_at, lastUsedAt: row.last_used_at }
  if (row.kind === 'totp')
    return { ...shared, kind: row.kind, secretEncrypted: present(row.secret_encrypted) }
  return {
    ...shared,
    kind: row.kind,
    credentialId: present(row.credential_id),
    publicKey: present(row.public_key),
    signCount: Number(row.sign_count),
    transports: row.transports,
  }
}

function present(value: Buffer | null): Buffer {
  if (!value) throw new Error('a second factor lacks what it is checked with')
  return value
}

export const encryptedColumns: readonly EncryptedColumn[] = [
  {
    table: 'second_factors',
    update: sql`UPDATE second_factors`,
    key: 'id',
    column: 'secret_encrypted',
    context: encryptionContext,
  },
]
