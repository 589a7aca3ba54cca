import { createHash } from 'node:crypto'
import { callbackPath } from './callback-uri.ts'
import { codeMinutes, signOnMinutes } from './sign-on.ts'

/** One for each sign-in that was begun, so that two tabs do not take each other's. */
function nameFor(state: string): string {
  return `countersign.sso-begin.${createHash('sha256').update(`cookie:${state}`).digest('hex').slice(0, 12)}`
}

/** Lax: the way back from the provider is a navigation from another site. */
export function beginCookie(
  begun: { readonly state: string; readonly browserSecret: string },
  isSecure: boolean,
): string {
  const limits = `Path=${callbackPath}; Max-Age=${signOnMinutes * 60}; HttpOnly; SameSite=Lax`
  return `${nameFor(begun.state)}=${begun.browserSecret}; ${limits}${isSecure ? '; Secure' : ''}`
}

export function clearedBeginCookie(state: string, isSecure: boolean): string {
  return `${nameFor(state)}=; Path=${callbackPath}; Max-Age=0; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

export function readBeginCookie(header: string | undefined, state: string): string | undefined {
  return valueOf(header, nameFor(state))
}

/** For the page's script, which changes the code for a session: the address would be in histories and logs. */
export function ssoCodeCookie(code: string, isSecure: boolean): string {
  const limits = `Path=/; Max-Age=${codeMinutes * 60}; SameSite=Lax`
  return `countersign.sso=${code}; ${limits}${isSecure ? '; Secure' : ''}`
}

/**
 * Whether this email was entered in this browser just now. The sign-in page sets it before it leads to the company, and pages of
 * other sites can't send it: their links would sign someone in as another person, at a provider that asks nobody anything.
 */
export function isEnteredEmail(header: string | undefined, email: string): boolean {
  return valueOf(header, 'countersign.company-sign-in') === encodeURIComponent(email)
}

/** The page's script sets it before it goes to the provider: only the browser in which the signer sees what they sign has it. */
export function readReauthenticationCookie(header: string | undefined): string | undefined {
  return valueOf(header, 'countersign.reauthentication')
}

function valueOf(header: string | undefined, name: string): string | undefined {
  return header
    ?.split(/;\s*/)
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}
