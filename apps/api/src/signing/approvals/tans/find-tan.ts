import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { type Approval, isHeldBy } from '../repository.ts'
import { findTansOf } from './tan-repository.ts'

/** What a code that comes with the call that signs is for: the newest approval of this signer’s for exactly these signatures. */
export async function findTan(
  context: Context,
  actor: Participant,
  signatureIds: readonly string[],
): Promise<Approval> {
  const wanted = signatureIds.toSorted().join()
  const found = (await findTansOf(context.db, signatureIds)).find(
    (one) => isHeldBy(one.approval, actor) && one.signatureIds.toSorted().join() === wanted,
  )
  if (!found) throw new Refusal('approval.over')
  return found.approval
}
