import { transaction } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'
import { removeOld } from './endpoint-repository.ts'
import { removeEnded } from './repository.ts'
import { purge } from './secret-repository.ts'

const keptDays = 90
const atOnce = 1000
const atMost = 200_000

/**
 * Deletes callbacks that ended 90 days ago, with their attempts, and what is over of their endpoints and secrets. Answers
 * how many callbacks. What a run leaves is left to the next.
 */
export async function removeOldCallbacks({ db, now }: Context): Promise<number> {
  const before = new Date(now().getTime() - keptDays * 86_400_000)
  let removed = 0
  for (let last = atOnce; last === atOnce && removed < atMost; removed += last)
    last = await transaction(db, (tx) => removeEnded(tx, before, atOnce))
  await removeOld(db, before)
  await purge(db, now())
  return removed
}
