import { forgetTitle } from '#api/business/activity/record-repository.ts'
import * as documents from '#api/documents/documents/deletion/deletion-repository.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'
import { forgetContent } from '#api/signing/bulk-sends/repository.ts'
import { forgetGuests } from '#api/signing/identifications/ending/forget-guests.ts'
import { listLeftBehind } from '#api/signing/retention/deletion-repository.ts'
import { remove } from '../reminders/reminder-repository.ts'
import { listDocumentRoots } from '../contents-repository.ts'

/**
 * Removes a request with everything of it, and the documents that are in no other, in all their versions; their content
 * goes with the next sweep of the store. The evidence stays: nothing may be taken from that.
 */
export async function removeSignatureRequest(
  context: Pick<Context, 'now'>,
  tx: Transaction,
  id: string,
): Promise<void> {
  const roots = await listDocumentRoots(tx, id)
  await forgetContent(tx, id)
  await forgetGuests(tx, id, context.now())
  await remove(tx, id)
  await forgetTitle(tx, id)
  if (roots.length === 0) return
  await documents.lockForUpdate(tx, roots)
  await documents.removeUnused(tx, roots)
  await documents.markContentDeleted(tx, await listLeftBehind(tx, roots))
}
