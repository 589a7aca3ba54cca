import type { OpenSession } from '@countersign/contract/sessions.ts'
import type { OpenedSession } from './open-session.ts'
import type { OpenSessionRow } from './session.ts'

export function presentSession(session: OpenSessionRow, currentId: string): OpenSession {
  return {
    id: session.id,
    current: session.id === currentId,
    method: session.method,
    address: session.address,
    userAgent: session.userAgent,
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
  }
}

export function presentToken(session: OpenedSession): { token: string; expires_at: string } {
  return { token: session.token, expires_at: session.expiresAt.toISOString() }
}
