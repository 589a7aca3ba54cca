import { transaction } from '#api/platform/db/transaction.ts'
import type { Jobs } from '#api/platform/jobs/enqueue.ts'
import type { Context } from '#api/providers/context.ts'
import { removeIfNobodysLeft } from '../ending/remove-if-unseen.ts'
import { lockForNoKeyUpdate } from '../repository.ts'

/** The job that removes what only an account saw that is deleted. Each in one transaction, and one that is gone is left out. */
export async function removeUnseenRequests(
  context: Context,
  { requestIds, actor }: Jobs['remove-unseen-requests'],
): Promise<number> {
  let removed = 0
  for (const id of requestIds)
    removed += await transaction(context.db, async (tx) => {
      const request = await lockForNoKeyUpdate(tx, id)
      return request && (await removeIfNobodysLeft(context, tx, actor, request)) ? 1 : 0
    })
  return removed
}
