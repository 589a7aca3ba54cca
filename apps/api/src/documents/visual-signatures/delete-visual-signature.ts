import { lockOwnAccount } from '#api/identity/accounts/lock-own-account.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import * as repository from './repository.ts'

/** What is signed, or being signed, with it keeps it. Of the default one the newest other takes the place. */
export async function deleteVisualSignature(
  context: Context,
  actor: AccountActor,
  id: string,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    await lockOwnAccount(tx, actor.accountId)
    const saved = await repository.find(tx, actor.accountId, id)
    if (!saved) throw new Refusal('not_found')
    await repository.remove(tx, id)
    if (!saved.isDefault) return
    const [newest] = await repository.list(tx, actor.accountId)
    if (newest) await repository.makeDefault(tx, actor.accountId, newest.id)
  })
}
