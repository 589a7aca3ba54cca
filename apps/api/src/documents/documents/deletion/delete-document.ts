import type { AccountActor } from '#api/platform/actor.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { DocumentContext } from '../document-context.ts'
import { findRoot, isInRequest, lockForUpdate, removeFamily } from './deletion-repository.ts'

/**
 * Deletes a document of one's own that is in no request and no template. Its content goes with the next sweep, unless something else
 * has it: taken at once, it could be gone from under an upload of the same file that is just coming in.
 */
export async function deleteDocument(
  context: DocumentContext,
  actor: AccountActor,
  id: string,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const rootId = await findRoot(tx, id, actor.accountId)
    // Requests that are just taking it up are waited for; it may have been deleted meanwhile.
    if (!rootId || (await lockForUpdate(tx, [rootId])).length === 0) throw new Refusal('not_found')
    if ((await isInRequest(tx, rootId)) || (await context.isInTemplate(tx, rootId)))
      throw new Refusal('document.in_use')
    await removeFamily(tx, rootId)
  })
}
