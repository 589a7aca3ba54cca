import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { checkMembers } from './check-members.ts'
import { findLimits } from './find-limits.ts'
import * as repository from './repository.ts'
import { type MemberInput, isSame, type Limits, membersOf, type SignerGroup } from './signer-group.ts'

export interface GroupChange {
  readonly name?: string | undefined
  readonly members?: readonly MemberInput[] | undefined
  /** The version it was made on. */
  readonly version: number
}

/** Makes a new version of a group; what changes nothing makes none. Requests keep the version they were made with. */
export async function updateSignerGroup(
  context: Context,
  actor: AccountActor,
  id: string,
  given: GroupChange,
): Promise<SignerGroup> {
  return transaction(context.db, async (tx) => {
    const group = await repository.lockForNoKeyUpdate(tx, actor, id)
    if (!group) throw new Refusal('not_found')
    if (given.version !== group.version) throw new Refusal('group.changed')
    const members = given.members
      ? checkMembers(membersOf(given.members), keptOrLess(await findLimits(tx, actor.accountId), group))
      : group.members
    const changed = { ...group, name: given.name ?? group.name, members }
    if (isSame(group, changed)) return group
    const next: SignerGroup = {
      ...changed,
      version: group.version + 1,
      versionId: crypto.randomUUID(),
      updatedAt: context.now(),
    }
    await repository.saveVersion(tx, next)
    return next
  })
}

/** A group that was larger already when the limit came may stay so, and become smaller. */
function keptOrLess({ maxGroups, maxParticipants }: Limits, { members }: SignerGroup): Limits {
  return { maxGroups, maxParticipants: Math.max(maxParticipants, members.length) }
}
