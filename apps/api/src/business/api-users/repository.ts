import { sql } from 'kysely'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { ApiUser } from './api-user.ts'

export interface NewKey {
  readonly hash: Buffer
  readonly ending: string
  readonly expiresAt: Date | null
}

/** Those that are there, with who made them. */
function apiUsers(db: Reader, businessId: string) {
  return db
    .selectFrom('api_users as u')
    .leftJoin('accounts as a', (join) =>
      join.onRef('a.id', '=', 'u.created_by').on('a.deleted_at', 'is', null),
    )
    .select([
      'u.id',
      'u.business_id',
      'u.username',
      'u.description',
      'u.scopes',
      'u.key_ending',
      'u.environment',
    ])
    .select(['u.key_created_at', 'u.key_expires_at', 'u.previous_key_expires_at'])
    .select(['u.created_at', 'u.last_used_at'])
    .select(['a.id as maker_id', 'a.first_name', 'a.last_name'])
    .where('u.business_id', '=', businessId)
    .where('u.deleted_at', 'is', null)
}

type Row = Awaited<ReturnType<ReturnType<typeof apiUsers>['execute']>>[number]

/** The newest first. */
export async function list(db: Reader, businessId: string): Promise<ApiUser[]> {
  const rows = await apiUsers(db, businessId).orderBy('u.created_at', 'desc').orderBy('u.id').execute()
  return rows.map(toApiUser)
}

export interface SendingApiUser {
  readonly username: string
  readonly description: string
  /** As which it takes part in requests. */
  readonly accountId: string
}

/** By description; a deleted one as long as there is something it has sent. */
export async function listSenders(db: Reader, businessId: string): Promise<SendingApiUser[]> {
  const { rows } = await sql<SendingApiUser>`
    SELECT username, description, account_id AS "accountId" FROM api_users u
    WHERE business_id = ${businessId} AND (deleted_at IS NULL OR EXISTS (
      SELECT FROM request_access a WHERE a.account_id = u.account_id AND a.is_owner))
    ORDER BY description, username`.execute(db)
  return rows
}

/** As which they take part in requests, also those that were deleted. */
export async function listAccounts(db: Reader, businessId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('api_users')
    .select('account_id')
    .where('business_id', '=', businessId)
    .orderBy('account_id')
    .execute()
  return rows.flatMap(({ account_id: accountId }) => accountId ?? [])
}

export async function find(db: Reader, businessId: string, username: string): Promise<ApiUser | null> {
  const row = await apiUsers(db, businessId).where('u.username', '=', username).executeTakeFirst()
  return row ? toApiUser(row) : null
}

export async function count(db: Reader, businessId: string): Promise<number> {
  const row = await counted(db, businessId).executeTakeFirstOrThrow()
  return Number(row.there)
}

/** Those that can seal: a demo API user never does. */
export async function countSealing(db: Reader, businessId: string): Promise<number> {
  const row = await counted(db, businessId)
    .where(sql<boolean>`'seals' = ANY (scopes)`)
    .where('environment', '<>', 'DEMO')
    .executeTakeFirstOrThrow()
  return Number(row.there)
}

function counted(db: Reader, businessId: string) {
  return db
    .selectFrom('api_users')
    .select((eb) => eb.fn.countAll<string>().as('there'))
    .where('business_id', '=', businessId)
    .where('deleted_at', 'is', null)
}

export async function insert(
  tx: Transaction,
  given: Pick<
    ApiUser,
    'id' | 'businessId' | 'username' | 'description' | 'scopes' | 'createdAt' | 'environment'
  > & {
    readonly accountId: string
    readonly createdBy: string
    readonly key: NewKey
  },
): Promise<void> {
  await tx
    .insertInto('api_users')
    .values({
      id: given.id,
      business_id: given.businessId,
      username: given.username,
      description: given.description,
      scopes: [...given.scopes],
      environment: given.environment,
      account_id: given.accountId,
      key_hash: given.key.hash,
      key_ending: given.key.ending,
      key_created_at: given.createdAt,
      key_expires_at: given.key.expiresAt,
      created_at: given.createdAt,
      created_by: given.createdBy,
    })
    .execute()
}

export async function saveDescription(
  tx: Transaction,
  { id, description, scopes }: Pick<ApiUser, 'id' | 'description' | 'scopes'>,
): Promise<void> {
  await tx
    .updateTable('api_users')
    .set({ description, scopes: [...scopes] })
    .where('id', '=', id)
    .execute()
}

/**
 * Every token bears the number of its key and is worth nothing without it. `keepUntil`: the key before, and its tokens, go
 * on until then; one before that ends.
 */
export async function saveKey(
  tx: Transaction,
  id: string,
  key: NewKey,
  { at, keepUntil }: { readonly at: Date; readonly keepUntil: Date | null },
): Promise<void> {
  await tx
    .updateTable('api_users')
    .set({
      previous_key_number: keepUntil ? sql<number>`key_number` : null,
      previous_key_hash: keepUntil ? sql<Buffer>`key_hash` : null,
      // A key that expires earlier doesn't live longer for having a successor.
      previous_key_expires_at: keepUntil ? sql<Date>`least(key_expires_at, ${keepUntil}::timestamptz)` : null,
      key_hash: key.hash,
      key_ending: key.ending,
      key_created_at: at,
      key_expires_at: key.expiresAt,
      expiry_notice_sent_at: null,
      key_number: sql<number>`key_number + 1`,
    })
    .where('id', '=', id)
    .execute()
  await tx
    .deleteFrom('api_tokens')
    .where('api_user_id', '=', id)
    .where('key_number', 'is distinct from', (eb) =>
      eb.selectFrom('api_users').select('previous_key_number').where('id', '=', id),
    )
    .execute()
}

/** Its row stays: its name is never given again. */
export async function remove(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.updateTable('api_users').set({ deleted_at: at }).where('id', '=', id).execute()
  await tx.deleteFrom('api_tokens').where('api_user_id', '=', id).execute()
}

export interface Secret {
  readonly id: string
  readonly businessId: string
  readonly keyHash: Buffer
  readonly keyExpiresAt: Date | null
  /** Of the key before, while it still works. */
  readonly previous: { readonly keyHash: Buffer; readonly expiresAt: Date; readonly keyNumber: number } | null
  readonly keyNumber: number
}

/** What signing in compares with; nothing of one that is deleted, nor of one whose business is. */
export async function findSecret(db: Reader, username: string): Promise<Secret | null> {
  const row = await db
    .selectFrom('api_users as u')
    .innerJoin('businesses as b', 'b.id', 'u.business_id')
    .select(['u.id', 'u.business_id', 'u.key_hash', 'u.key_number', 'u.key_expires_at'])
    .select(['u.previous_key_hash', 'u.previous_key_expires_at', 'u.previous_key_number'])
    .where('u.username', '=', username)
    .where('u.deleted_at', 'is', null)
    .where('b.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { previous_key_hash: hash, previous_key_expires_at: until, previous_key_number: previousNumber } = row
  return {
    id: row.id,
    businessId: row.business_id,
    keyHash: row.key_hash,
    keyExpiresAt: row.key_expires_at,
    keyNumber: row.key_number,
    // Kept by the release before, both keys have one number.
    previous:
      hash && until ? { keyHash: hash, expiresAt: until, keyNumber: previousNumber ?? row.key_number } : null,
  }
}

export async function insertToken(
  db: Reader,
  token: {
    readonly hash: Buffer
    readonly apiUserId: string
    readonly keyNumber: number
    readonly now: Date
    readonly expiresAt: Date
  },
): Promise<void> {
  await db
    .insertInto('api_tokens')
    .values({
      token_hash: token.hash,
      api_user_id: token.apiUserId,
      key_number: token.keyNumber,
      created_at: token.now,
      expires_at: token.expiresAt,
    })
    .execute()
  await db
    .updateTable('api_users')
    .set({ last_used_at: token.now })
    .where('id', '=', token.apiUserId)
    .execute()
}

/** Deletes tokens that expired before. Answers how many. */
export async function purgeTokens(db: Reader, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('api_tokens')
    .where('expires_at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function toApiUser(row: Row): ApiUser {
  return {
    id: row.id,
    businessId: row.business_id,
    username: row.username,
    description: row.description,
    scopes: row.scopes,
    environment: row.environment,
    keyEnding: row.key_ending,
    keyCreatedAt: row.key_created_at,
    keyExpiresAt: row.key_expires_at,
    previousKeyExpiresAt: row.previous_key_expires_at,
    createdAt: row.created_at,
    createdBy: row.maker_id
      ? { id: row.maker_id, name: `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim() }
      : null,
    lastUsedAt: row.last_used_at,
  }
}

export interface ExpiringKey {
  readonly businessId: string
  readonly username: string
  readonly description: string
  readonly expiresAt: Date
}

/** Keys that expire by then and of which nobody was told; now they count as told. Of one run a thousand. */
export async function takeExpiring(
  tx: Transaction,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<ExpiringKey[]> {
  const rows = await tx
    .updateTable('api_users')
    .set({ expiry_notice_sent_at: now })
    .where((eb) =>
      eb(
        'id',
        'in',
        eb
          .selectFrom('api_users as u')
          .select('u.id')
          .where('u.key_expires_at', '>', now)
          .where('u.key_expires_at', '<=', until)
          .where('u.expiry_notice_sent_at', 'is', null)
          .where('u.deleted_at', 'is', null)
          .limit(1000),
      ),
    )
    .returning(['business_id', 'username', 'description', 'key_expires_at'])
    .execute()
  return rows.flatMap(({ business_id: businessId, key_expires_at: expiresAt, username, description }) =>
    expiresAt ? [{ businessId, username, description, expiresAt }] : [],
  )
}
