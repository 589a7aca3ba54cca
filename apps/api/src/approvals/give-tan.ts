import type { Participant } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { Refusal } from '#api/refusal.ts'
import { checkTan } from './check-tan.ts'
import { isHeldBy } from './repository.ts'
import { findTansOf } from './tan-repository.ts'

/** A code that came with the call that signs: for the newest approval of this signer’s that is for exactly these requests. */
export async function giveTan(
  context: Context,
  actor: Participant,
  requestIds: readonly string[],
  typed: string,
): Promise<void> {
  const asked = [...new Set(requestIds)].toSorted().join()
  const found = (await findTansOf(context.db, requestIds)).find(
    (one) => isHeldBy(one.approval, actor) && one.requestIds.toSorted().join() === asked,
  )
  if (!found) throw new Refusal('approval.over')
  await checkTan(context, found.approval.id, typed, actor)
}
