import type { Context } from '#api/providers/context.ts'
import { findPasswordHash } from './repository.ts'

/** What signing in is checked against. */
export function findCredentials(
  context: Context,
  email: string,
): Promise<{ readonly id: string; readonly passwordHash: string | null } | null> {
  return findPasswordHash(context.db, email)
}
