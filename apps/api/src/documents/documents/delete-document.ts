import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { holdFamily, isInRequest, removeFamily } from './repository.ts'

/** What deleting a document needs of templates, which are above it: `app/` passes it in. */
export interface DocumentContext extends Context {
  readonly isInTemplate: (tx: Transaction, rootId: string) => Promise<boolean>
}

/**
 * Deletes a document of one's own that stands in no request and no template. Its content goes with the next sweep, unless something else
 * has it: taken at once, it could be gone from under an upload of the same file that is just coming in.
 */
export async function deleteDocument(
  context: DocumentContext,
  actor: AccountActor,
  id: string,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const rootId = await holdFamily(tx, id, actor.accountId)
    if (!rootId) throw new Refusal('not_found')
    if ((await isInRequest(tx, rootId)) || (await context.isInTemplate(tx, rootId)))
      throw new Refusal('document.in_use')
    await removeFamily(tx, rootId)
  })
}
