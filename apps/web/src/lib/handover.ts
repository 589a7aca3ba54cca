import { takeSingleSignOn } from '@countersign/contract/single-sign-on.ts'
import { call } from './api.ts'
import { deleteCookie, handoverCookie, readCookie } from './cookie.ts'
import { startSession } from './session.ts'

/** An identity of a company whose e-mail an account has already: it is connected once that account is signed in. */
export interface PendingLink {
  readonly code: string
  readonly email: string
  readonly provider: string
}

const linkKey = 'countersign.pending-link'

/**
 * Changes the code of the cookie for a session. `signed-in`: it has begun. `link`: an account has this e-mail, and is
 * to be proved by signing in first. `failed`: the code was good for nothing. The cookie is gone in any case.
 */
export async function takeHandover(): Promise<'none' | 'signed-in' | 'link' | 'failed'> {
  const code = readCookie(handoverCookie)
  if (!code) return 'none'
  deleteCookie(handoverCookie)
  try {
    const { session, email, provider } = await call(
      takeSingleSignOn,
      { body: { code } },
      { background: true },
    )
    if (session) {
      startSession({ token: session.token, expiresAt: session.expires_at })
      return 'signed-in'
    }
    sessionStorage.setItem(linkKey, JSON.stringify({ code, email, provider } satisfies PendingLink))
    return 'link'
  } catch {
    return 'failed'
  }
}

/** What is to be connected after signing in, if anything. */
export function pendingLink(): PendingLink | null {
  const text = sessionStorage.getItem(linkKey)
  return text === null ? null : (JSON.parse(text) as PendingLink)
}

export function clearPendingLink(): void {
  sessionStorage.removeItem(linkKey)
}
