import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { findBusinessRule } from './find-rule-for.ts'
import { removeRule, saveRule } from './rule-repository.ts'
import { lockForNoKeyUpdate } from '#api/identity/accounts/lock-repository.ts'

// What is included and then released is free in the end: the changes of an account keep their order. Few are made.
const inOrder = { queue: 'retentions' } as const

/** From now on what the account begins is deleted after so many days; what is there already follows as a job, if asked. */
export async function activateRetention(
  context: Context,
  actor: AccountActor,
  given: { readonly days: number; readonly fromTerminalState: boolean; readonly existing: boolean },
): Promise<void> {
  const { accountId } = actor
  await transaction(context.db, async (tx) => {
    await lockForNoKeyUpdate(tx, accountId)
    if (await findBusinessRule(tx, accountId)) throw new Refusal('retention.set_by_business')
    const { days, fromTerminalState } = given
    await saveRule(tx, accountId, { days, fromTerminalState, activatedAt: context.now() })
    const change = { accountId, actor: eventActor(actor), change: 'include' } as const
    if (given.existing) await enqueue(tx, 'change-retentions', change, inOrder)
  })
}

/** From now on nothing more comes under the rule; what is under it stays so, or is freed as a job. */
export async function deactivateRetention(
  context: Context,
  actor: AccountActor,
  given: { readonly release: boolean },
): Promise<void> {
  const { accountId } = actor
  await transaction(context.db, async (tx) => {
    await lockForNoKeyUpdate(tx, accountId)
    if (await findBusinessRule(tx, accountId)) throw new Refusal('retention.set_by_business')
    await removeRule(tx, accountId)
    const change = { accountId, actor: eventActor(actor), change: 'release' } as const
    if (given.release) await enqueue(tx, 'change-retentions', change, inOrder)
  })
}
