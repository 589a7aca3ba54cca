import type { OpenSession } from '@countersign/contract/sessions.ts'
import type { Context } from '#api/context.ts'
import type { Transaction } from '#api/db/transaction.ts'
import { add } from './repository.ts'
import { hashToken, makeToken } from './token.ts'

const lifetimeMilliseconds = 24 * 60 * 60 * 1000

export interface NewSession {
  readonly accountId: string
  readonly method: OpenSession['method']
  readonly address: string
  readonly userAgent: string
}

export interface OpenedSession {
  /** The bearer token: only the caller gets it. */
  readonly token: string
  readonly expiresAt: Date
}

/** Signs the account in, for 24 hours. Whoever calls has made sure that it is the account's owner. */
export async function openSession(
  context: Context,
  tx: Transaction,
  given: NewSession,
): Promise<OpenedSession> {
  const token = makeToken()
  const now = context.now()
  const expiresAt = new Date(now.getTime() + lifetimeMilliseconds)
  await add(tx, { ...given, tokenHash: hashToken('session', token), now, expiresAt })
  return { token, expiresAt }
}
