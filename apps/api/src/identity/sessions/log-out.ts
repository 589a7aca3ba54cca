import type { Context } from '#api/providers/context.ts'
import { revoke } from './repository.ts'

/** Ends the session that asks; one that has ended already stays ended. */
export async function logOut(
  context: Context,
  actor: { readonly accountId: string; readonly sessionId: string },
): Promise<void> {
  await revoke(context.db, { accountId: actor.accountId, id: actor.sessionId }, context.now())
}
