import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { recordResult } from '#api/platform/db/call-result.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { lockOwnAccount } from '#api/identity/accounts/lock-own-account.ts'
import { checkMembers } from './check-members.ts'
import { findLimits } from './find-limits.ts'
import * as repository from './repository.ts'
import { type MemberInput, membersOf, type SignerGroup } from './signer-group.ts'

/** Keeps a new group. Two at once follow each other on the account's row, so that the limit holds. */
export async function createSignerGroup(
  context: Context,
  actor: AccountActor,
  given: { readonly name: string; readonly members: readonly MemberInput[] },
): Promise<SignerGroup> {
  const now = context.now()
  return transaction(context.db, async (tx) => {
    await lockOwnAccount(tx, actor.accountId)
    const limits = await findLimits(tx, actor.accountId)
    const members = checkMembers(membersOf(given.members), limits)
    if ((await repository.count(tx, actor)) >= limits.maxGroups) throw new Refusal('group.too_many')
    const group: SignerGroup = {
      id: crypto.randomUUID(),
      name: given.name,
      version: 1,
      versionId: crypto.randomUUID(),
      members,
      createdAt: now,
      updatedAt: now,
    }
    await repository.insert(tx, actor, group)
    recordResult(tx, group.id)
    return group
  })
}
