import type { RespelledAddress } from '#api/platform/values/email-spellings.ts'
import type { AddressColumn } from '#api/platform/db/conversion/address-column.ts'
import type { Legislation } from '@countersign/contract/values.ts'
import { sql } from 'kysely'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import {
  type PersonDetails,
  type Holder,
  holderKey,
  type Identification,
  type Method,
  type ProviderName,
  running,
} from './identification.ts'
import { type Keys, encryptJson, toIdentification } from './encrypted-rows-repository.ts'

/** All of one person’s, the newest first. */
export async function listOf(keys: Keys, db: Reader, holder: Holder): Promise<Identification[]> {
  const rows = await db
    .selectFrom('identifications')
    .selectAll()
    .where('holder', '=', holderKey(holder))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => toIdentification(keys, row))
}

export async function find(keys: Keys, db: Reader, id: string): Promise<Identification | null> {
  const row = await db.selectFrom('identifications').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toIdentification(keys, row) : null
}

/** The same; nobody else moves it until the transaction is over. */
export async function lockForUpdate(keys: Keys, tx: Transaction, id: string): Promise<Identification | null> {
  const row = await tx
    .selectFrom('identifications')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ? toIdentification(keys, row) : null
}

export async function findByReference(
  keys: Keys,
  db: Reader,
  provider: ProviderName,
  reference: string,
): Promise<Identification | null> {
  const row = await db
    .selectFrom('identifications')
    .selectAll()
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row ? toIdentification(keys, row) : null
}

export interface NewIdentification {
  readonly holder: Holder
  readonly language: Identification['language']
  readonly legislation: Legislation
  readonly method: Method
  readonly provider: ProviderName
  readonly returnUrl: string
  readonly person: PersonDetails
  readonly paidBy: string | null
  readonly askAt: Date
  readonly now: Date
}

/** Null where the person has one that runs: the unique index decides, so that of two at once one is added. */
export async function insert(
  keys: Keys,
  tx: Transaction,
  given: NewIdentification,
): Promise<Identification | null> {
  const id = crypto.randomUUID()
  const { holder, now } = given
  const guest = holder.kind === 'guest' ? holder : null
  const row = await tx
    .insertInto('identifications')
    .values({
      id,
      account_id: holder.kind === 'account' ? holder.accountId : null,
      request_id: guest?.requestId ?? null,
      signature_id: guest?.signatureId ?? null,
      member_id: guest?.memberId ?? null,
      email: holder.email,
      holder: holderKey(holder),
      language: given.language,
      legislation: given.legislation,
      method: given.method,
      provider: given.provider,
      return_url: given.returnUrl,
      person_encrypted: encryptJson(keys, given.person, `identifications/${id}/person`),
      paid_by: given.paidBy,
      // Where the process dies before the order has gone out.
      poll_after: given.askAt,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['holder', 'legislation']).where('status', 'in', running).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  return row ? toIdentification(keys, row) : null
}

/** One that no provider knows of. */
export async function removeUnstarted(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('identifications').where('id', '=', id).where('reference', 'is', null).execute()
}

export async function acceptTerms(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.updateTable('identifications').set({ terms_accepted_at: at }).where('id', '=', id).execute()
}

/** The ids of those it was new for. */
export async function markMeansChanged(
  tx: Transaction,
  of: { readonly holder: string; readonly legislation: Legislation | null; readonly at: Date },
): Promise<string[]> {
  const rows = await tx
    .updateTable('identifications')
    .set({ means_changed_at: of.at, updated_at: of.at })
    .where('holder', '=', of.holder)
    .$if(of.legislation !== null, (query) => query.where('legislation', '=', of.legislation))
    .where('status', '=', 'success')
    .where('means_changed_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function removeOfAccount(
  tx: Transaction,
  accountId: string,
): Promise<Pick<Identification, 'id' | 'provider' | 'reference'>[]> {
  return tx
    .deleteFrom('identifications')
    .where('account_id', '=', accountId)
    .returning(['id', 'provider', 'reference'])
    .execute()
}

/** Those of a request’s guests, apart from who stays. */
export async function removeOfGuests(
  tx: Transaction,
  requestId: string,
  kept: { readonly signatureIds: readonly string[]; readonly memberIds: readonly string[] },
): Promise<Pick<Identification, 'id' | 'provider' | 'reference'>[]> {
  const [signatureIds, memberIds] = [[...kept.signatureIds], [...kept.memberIds]]
  return tx
    .deleteFrom('identifications')
    .where('signature_id', 'in', (eb) =>
      eb.selectFrom('signatures').select('id').where('request_id', '=', requestId),
    )
    .where(
      sql<boolean>`(signature_id <> ALL(${signatureIds}::uuid[])
        OR (member_id IS NOT NULL AND member_id <> ALL(${memberIds}::uuid[])))`,
    )
    .returning(['id', 'provider', 'reference'])
    .execute()
}

/** Without reading what is encrypted of it. Null where it is gone. */
export async function remove(
  tx: Transaction,
  id: string,
): Promise<Pick<Identification, 'provider' | 'reference'> | null> {
  const removed = await tx
    .deleteFrom('identifications')
    .where('id', '=', id)
    .returning(['provider', 'reference'])
    .executeTakeFirst()
  return removed ?? null
}

/** Kept in their canonical form. */
export const addressColumns: readonly AddressColumn[] = [
  { table: 'identifications', update: sql`UPDATE identifications`, column: 'email' },
]

/** Of a guest, whom the request asks; the key of the holder ends with the address. */
export async function respellGuest(
  tx: Transaction,
  requestId: string,
  { from, to }: RespelledAddress,
): Promise<void> {
  await sql`
    UPDATE identifications
    SET email = ${to}, holder = left(holder, length(holder) - length(${from}::text)) || ${to}
    WHERE request_id = ${requestId} AND email = ${from} AND account_id IS NULL AND right(holder, length(${from}::text)) = ${from}`.execute(
    tx,
  )
}
