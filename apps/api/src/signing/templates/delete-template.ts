import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { isBeingSent } from '#api/signing/bulk-sends/repository.ts'
import { removeAll as removeDocuments } from '#api/documents/documents/deletion/deletion-repository.ts'
import * as repository from './repository.ts'

/** What was made from it stays. While rows of a table wait for it, it does too. */
export async function deleteTemplate(context: Context, actor: AccountActor, id: string): Promise<void> {
  await transaction(context.db, async (tx) => {
    const template = await repository.lockForUpdate(tx, id, actor.accountId)
    if (!template) throw new Refusal('not_found')
    if (await isBeingSent(tx, id)) throw new Refusal('template.in_use')
    await repository.remove(tx, id)
    // Their content goes with the next sweep, where nothing else has it.
    await removeDocuments(
      tx,
      template.documents.map((document) => document.id),
    )
  })
}
