import { sql } from 'kysely'
import type { EncryptedColumn } from '#api/platform/secrets/encrypted-column-repository.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

/** The requests in which a link opens a signature of this account, in one order for all. */
export async function listLinked(db: Reader, accountId: string): Promise<string[]> {
  const linked = await db
    .selectFrom('signatures')
    .select('request_id as id')
    .distinct()
    .where('account_id', '=', accountId)
    .where('link_hash', 'is not', null)
    .union(
      db
        .selectFrom('signature_members')
        .select('request_id as id')
        .where('account_id', '=', accountId)
        .where('link_hash', 'is not', null),
    )
    .orderBy('id')
    .execute()
  return linked.map(({ id }) => id)
}

export async function listLinkHashes(db: Reader, requestId: string, accountId: string): Promise<Buffer[]> {
  const links = await db
    .selectFrom('signatures')
    .select('link_hash')
    .where('request_id', '=', requestId)
    .where('account_id', '=', accountId)
    .where('link_hash', 'is not', null)
    .unionAll(
      db
        .selectFrom('signature_members')
        .select('link_hash')
        .where('request_id', '=', requestId)
        .where('account_id', '=', accountId)
        .where('link_hash', 'is not', null),
    )
    .execute()
  return links.flatMap(({ link_hash }) => link_hash ?? [])
}

export async function removeLinks(tx: Transaction, requestId: string, accountId: string): Promise<void> {
  await tx
    .updateTable('signatures')
    .set({ link_hash: null, link_encrypted: null })
    .where('request_id', '=', requestId)
    .where('account_id', '=', accountId)
    .execute()
  await tx
    .updateTable('signature_members')
    .set({ link_hash: null, link_encrypted: null })
    .where('request_id', '=', requestId)
    .where('account_id', '=', accountId)
    .execute()
}

/** What a signing link is encrypted for: a signature, or a member of its group. */
export const linkContext = (holderId: string): string => `link:${holderId}`

const linkColumn = { key: 'id', column: 'link_encrypted', context: linkContext }

export const encryptedColumns: readonly EncryptedColumn[] = [
  { ...linkColumn, table: 'signatures', update: sql`UPDATE signatures` },
  { ...linkColumn, table: 'signature_members', update: sql`UPDATE signature_members` },
]
