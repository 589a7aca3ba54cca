import { sql } from 'kysely'
import type { EncryptedColumn } from '#api/platform/secrets/encrypted-column-repository.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

export interface StoredSecret {
  readonly apiUserId: string
  readonly secretEncrypted: Buffer
  readonly ending: string
  readonly createdAt: Date
  readonly shownAt: Date | null
  readonly previousEncrypted: Buffer | null
  readonly previousUntil: Date | null
}

export async function find(db: Reader, apiUserId: string): Promise<StoredSecret | null> {
  const row = await db
    .selectFrom('callback_secrets')
    .selectAll()
    .where('api_user_id', '=', apiUserId)
    .executeTakeFirst()
  if (!row) return null
  return {
    apiUserId,
    secretEncrypted: row.secret_encrypted,
    ending: row.ending,
    createdAt: row.created_at,
    shownAt: row.shown_at,
    previousEncrypted: row.previous_encrypted,
    previousUntil: row.previous_until,
  }
}

/** Leaves one that is there as it is. */
export async function insert(
  db: Reader,
  secret: Pick<StoredSecret, 'apiUserId' | 'secretEncrypted' | 'ending' | 'createdAt'>,
): Promise<void> {
  await db
    .insertInto('callback_secrets')
    .values({
      api_user_id: secret.apiUserId,
      secret_encrypted: secret.secretEncrypted,
      ending: secret.ending,
      created_at: secret.createdAt,
    })
    .onConflict((conflict) => conflict.column('api_user_id').doNothing())
    .execute()
}

export async function save(tx: Transaction, secret: StoredSecret): Promise<void> {
  await tx
    .updateTable('callback_secrets')
    .set({
      secret_encrypted: secret.secretEncrypted,
      ending: secret.ending,
      created_at: secret.createdAt,
      shown_at: secret.shownAt,
      previous_encrypted: secret.previousEncrypted,
      previous_until: secret.previousUntil,
    })
    .where('api_user_id', '=', secret.apiUserId)
    .execute()
}

/** Those of deleted API users, and the previous ones whose time is over. */
export async function purge(db: Reader, now: Date): Promise<void> {
  await db
    .deleteFrom('callback_secrets')
    .where('api_user_id', 'in', (query) =>
      query.selectFrom('api_users').select('id').where('deleted_at', 'is not', null),
    )
    .execute()
  await db
    .updateTable('callback_secrets')
    .set({ previous_encrypted: null, previous_until: null })
    .where('previous_until', '<=', now)
    .execute()
}

export const secretContext = (apiUserId: string): string => `callback_secrets/${apiUserId}`

export const encryptedColumns: readonly EncryptedColumn[] = ['secret_encrypted', 'previous_encrypted'].map(
  (column) => ({
    table: 'callback_secrets',
    update: sql`UPDATE callback_secrets`,
    key: 'api_user_id',
    column,
    context: secretContext,
  }),
)
