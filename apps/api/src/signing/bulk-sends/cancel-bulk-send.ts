import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { cancelRest, stop } from './repository.ts'

/** Sends no more of it. In two steps: waiting for a row that is being sent, one would else wait for all after it too. */
export async function cancelBulkSend(context: Context, id: string): Promise<void> {
  await transaction(context.db, (tx) => stop(tx, id, context.now()))
  await cancelRows(context, id)
}

export async function cancelRows(context: Context, id: string): Promise<void> {
  await transaction(context.db, (tx) => cancelRest(tx, id, context.now()))
}
