import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

export interface ScimToken {
  readonly id: string
  readonly name: string
  readonly ending: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date | null
}

/** Those that are neither revoked nor expired. */
export async function list(db: Reader, businessId: string, now: Date): Promise<ScimToken[]> {
  const rows = await db
    .selectFrom('scim_tokens')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    ending: row.ending,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  }))
}

export async function insert(
  tx: Transaction,
  given: Omit<ScimToken, 'lastUsedAt'> & { readonly businessId: string; readonly tokenHash: Buffer },
): Promise<void> {
  await tx
    .insertInto('scim_tokens')
    .values({
      id: given.id,
      business_id: given.businessId,
      name: given.name,
      token_hash: given.tokenHash,
      ending: given.ending,
      created_at: given.createdAt,
      expires_at: given.expiresAt,
    })
    .execute()
}

/** Answers its name where there was one to revoke. */
export async function revoke(
  tx: Transaction,
  businessId: string,
  id: string,
  at: Date,
): Promise<string | null> {
  const row = await tx
    .updateTable('scim_tokens')
    .set({ revoked_at: at })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst()
  return row?.name ?? null
}

/** Those of a deleted business; answers their names. */
export async function revokeAll(tx: Transaction, businessId: string, at: Date): Promise<string[]> {
  const rows = await tx
    .updateTable('scim_tokens')
    .set({ revoked_at: at })
    .where('business_id', '=', businessId)
    .where('revoked_at', 'is', null)
    .returning('name')
    .execute()
  return rows.map(({ name }) => name)
}

export interface TokenHolder {
  readonly tokenId: string
  readonly tokenName: string
  readonly businessId: string
}

/** Whose token this is, if it is good still; it counts as used now, to the minute. */
export async function use(db: Reader, tokenHash: Buffer, now: Date): Promise<TokenHolder | null> {
  const row = await db
    .selectFrom('scim_tokens as t')
    .innerJoin('businesses as b', 'b.id', 't.business_id')
    .select(['t.id', 't.name', 't.business_id', 't.last_used_at'])
    .where('t.token_hash', '=', tokenHash)
    .where('t.revoked_at', 'is', null)
    .where('t.expires_at', '>', now)
    .where('b.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  if (!row.last_used_at || now.getTime() - row.last_used_at.getTime() > 60_000)
    await db.updateTable('scim_tokens').set({ last_used_at: now }).where('id', '=', row.id).execute()
  return { tokenId: row.id, tokenName: row.name, businessId: row.business_id }
}
