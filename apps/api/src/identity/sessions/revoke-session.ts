import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { revoke } from './repository.ts'
import { revokeAllSessions } from './revoke-all-sessions.ts'

/** Ends one of one's own sessions. */
export async function revokeSession(context: Context, actor: AccountActor, id: string): Promise<void> {
  if (!(await revoke(context.db, { accountId: actor.accountId, id }, context.now())))
    throw new Refusal('not_found')
}

/** Ends all of one's sessions but the one that asks. Answers how many there were. */
export function revokeOtherSessions(context: Context, actor: AccountActor): Promise<number> {
  return transaction(context.db, (tx) =>
    revokeAllSessions(tx, actor.accountId, context.now(), actor.sessionId),
  )
}
