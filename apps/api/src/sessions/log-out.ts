import type { Context } from '#api/context.ts'
import { revoke } from './repository.ts'
import { hashToken } from './token.ts'

/** Ends the session of this token; one that has ended already stays ended. */
export async function logOut(context: Context, token: string): Promise<void> {
  await revoke(context.db, hashToken('session', token), context.now())
}
