import { takeSingleSignOn } from '@countersign/contract/single-sign-on.ts'
import { call } from '../calls/api.ts'
import { deleteCookie, ssoCodeCookie, readCookie } from '../browser/cookie.ts'
import { ownTimeZone } from '../language/time-zone.ts'
import { pendingLink } from './pending-link.ts'
import { startSession } from './session.ts'

/**
 * Changes the code of the cookie for a session. `signed-in`: it has begun. `link`: an account has this email, and is
 * to be proved by signing in first. `failed`: the code was good for nothing. The cookie is gone in any case.
 */
export async function redeemSsoCode(): Promise<'none' | 'signed-in' | 'link' | 'failed'> {
  const code = readCookie(ssoCodeCookie)
  if (!code) return 'none'
  deleteCookie(ssoCodeCookie)
  try {
    const { session, email, provider } = await call(
      takeSingleSignOn,
      { body: { code, timeZone: ownTimeZone() } },
      { background: true },
    )
    if (session) {
      startSession({ token: session.token, expiresAt: session.expires_at })
      return 'signed-in'
    }
    pendingLink.keep({ code, email, provider })
    return 'link'
  } catch {
    return 'failed'
  }
}
