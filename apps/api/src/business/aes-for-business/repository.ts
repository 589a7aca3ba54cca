import type { AddressColumn } from '#api/platform/db/conversion/address-column.ts'
import { type Selectable, sql } from 'kysely'
import type { Tables } from '#api/platform/db/tables.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { AesRequest } from './aes-for-business.ts'

export async function find(db: Reader, businessId: string): Promise<AesRequest | null> {
  const row = await db
    .selectFrom('aes_for_business')
    .selectAll()
    .where('business_id', '=', businessId)
    .executeTakeFirst()
  return row ? toRequest(row) : null
}

/** Whose link this is, while it is good, of a business that is there. */
export async function findByToken(db: Reader, tokenHash: Buffer, now: Date): Promise<AesRequest | null> {
  const row = await db
    .selectFrom('aes_for_business as a')
    .innerJoin('businesses as b', 'b.id', 'a.business_id')
    .selectAll('a')
    .where('a.token_hash', '=', tokenHash)
    .where('a.expires_at', '>', now)
    .where('b.deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? toRequest(row) : null
}

export async function save(tx: Transaction, request: AesRequest): Promise<void> {
  const { businessId, ...given } = request
  const values = {
    representative_name: given.representativeName,
    representative_email: given.representativeEmail,
    commercial_register: given.commercialRegister,
    domains: [...given.domains],
    asked_at: given.askedAt,
    token_hash: given.tokenHash,
    expires_at: given.expiresAt,
    confirmed_at: given.confirmedAt,
  }
  await tx
    .insertInto('aes_for_business')
    .values({ business_id: businessId, ...values })
    .onConflict((conflict) => conflict.column('business_id').doUpdateSet(values))
    .execute()
}

export async function remove(tx: Transaction, businessId: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom('aes_for_business')
    .where('business_id', '=', businessId)
    .returning('business_id')
    .executeTakeFirst()
  return removed !== undefined
}

function toRequest(row: Selectable<Tables['aes_for_business']>): AesRequest {
  return {
    businessId: row.business_id,
    representativeName: row.representative_name,
    representativeEmail: row.representative_email,
    commercialRegister: row.commercial_register,
    domains: row.domains,
    askedAt: row.asked_at,
    tokenHash: row.token_hash,
    expiresAt: row.expires_at,
    confirmedAt: row.confirmed_at,
  }
}

/** Kept in their canonical form. */
export const addressColumns: readonly AddressColumn[] = [
  { table: 'aes_for_business', update: sql`UPDATE aes_for_business`, column: 'representative_email' },
]
