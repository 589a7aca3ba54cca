import type { Transaction } from '#api/platform/db/transaction.ts'
import { insertFormerLinks } from '#api/signing/direct-links/repository.ts'
import { lockRowForNoKeyUpdate } from './lock-repository.ts'

/**
 * The account is the only way to its signatures from now on: links that were mailed before it was made lie in a mailbox
 * that is not its own any more. Each request is locked first, in one order for all: whoever is changing it would write
 * the old link back.
 */
export async function revokeLinks(tx: Transaction, accountId: string): Promise<void> {
  const linked = await tx
    .selectFrom('signatures')
    .select('request_id as id')
    .distinct()
    .where('account_id', '=', accountId)
    .where('link_hash', 'is not', null)
    .union(
      tx
        .selectFrom('signature_members')
        .select('request_id as id')
        .where('account_id', '=', accountId)
        .where('link_hash', 'is not', null),
    )
    .orderBy('id')
    .execute()
  for (const { id } of linked) {
    await lockRowForNoKeyUpdate(tx, id)
    const links = await tx
      .selectFrom('signatures')
      .select('link_hash')
      .where('request_id', '=', id)
      .where('account_id', '=', accountId)
      .where('link_hash', 'is not', null)
      .unionAll(
        tx
          .selectFrom('signature_members')
          .select('link_hash')
          .where('request_id', '=', id)
          .where('account_id', '=', accountId)
          .where('link_hash', 'is not', null),
      )
      .execute()
    await insertFormerLinks(
      tx,
      links.flatMap(({ link_hash: hash }) => (hash ? [{ hash, requestId: id, reason: 'account' }] : [])),
    )
    await tx
      .updateTable('signatures')
      .set({ link_hash: null, link_encrypted: null })
      .where('request_id', '=', id)
      .where('account_id', '=', accountId)
      .execute()
    await tx
      .updateTable('signature_members')
      .set({ link_hash: null, link_encrypted: null })
      .where('request_id', '=', id)
      .where('account_id', '=', accountId)
      .execute()
  }
}
