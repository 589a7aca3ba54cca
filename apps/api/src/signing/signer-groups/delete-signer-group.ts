import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import * as repository from './repository.ts'

/** The group goes with all its versions. Requests have their own copy of whom they ask, and continue. */
export async function deleteSignerGroup(context: Context, actor: AccountActor, id: string): Promise<void> {
  await transaction(context.db, async (tx) => {
    if (!(await repository.remove(tx, actor, id))) throw new Refusal('not_found')
  })
}
