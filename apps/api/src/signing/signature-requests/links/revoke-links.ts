import type { Transaction } from '#api/platform/db/transaction.ts'
import { insertFormerLinks } from '#api/signing/direct-links/repository.ts'
import { listLinked, listLinkHashes, removeLinks } from './link-repository.ts'
import { lockRowForNoKeyUpdate } from '../lock-repository.ts'

/**
 * The account is the only way to its signatures from now on: links that were mailed before it was made lie in a mailbox
 * that is not its own any longer. Each request is locked first, in one order for all: anyone who is changing it would write
 * the old link back.
 */
export async function revokeLinks(tx: Transaction, accountId: string): Promise<void> {
  for (const requestId of await listLinked(tx, accountId)) {
    await lockRowForNoKeyUpdate(tx, requestId)
    const hashes = await listLinkHashes(tx, requestId, accountId)
    await insertFormerLinks(
      tx,
      hashes.map((hash) => ({ hash, requestId, reason: 'account' })),
    )
    await removeLinks(tx, requestId, accountId)
  }
}
