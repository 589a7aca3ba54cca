import { admits, type Role } from '#web/lib/account/access.ts'
import { isDirectPath } from '#web/lib/language/language.ts'
import { paths } from '#web/lib/paths.ts'
import type { Decision, Visit } from '../visit.ts'

/** 5. Who may open the page, and where everybody else goes. */
export function access(visit: Visit): Decision | null {
  return afterSingleSignOn(visit) ?? offered(visit) ?? beforeSigningIn(visit) ?? admitted(visit)
}

/** Back from the company's provider. */
function afterSingleSignOn({ sso }: Visit): Decision | null {
  if (sso === 'none') return null
  if (sso === 'signed-in') return { kind: 'return' }
  return { kind: 'redirect', to: sso === 'link' ? paths.login() : paths.ssoError() }
}

/** A link with a token could sign one in as someone else: it is never followed without asking. */
function offered({ query, path, signedIn, access: { roles } }: Visit): Decision | null {
  const token = query.get('usertoken')
  if (token === null) return null
  const rest = new URLSearchParams(query)
  rest.delete('usertoken')
  const isOffered = !signedIn && token !== '' && !roles.includes('nas')
  return { kind: 'offer-session', token: isOffered ? token : null, to: withQuery(path, rest) }
}

function withQuery(path: string, query: URLSearchParams): string {
  return query.size > 0 ? `${path}?${query}` : path
}

/** Anyone who is signed in has no use for signing in and up. */
function beforeSigningIn({ path, signedIn }: Visit): Decision | null {
  if (!signedIn) return null
  if (path === paths.login()) return { kind: 'return' }
  return path === paths.signup() ? { kind: 'redirect', to: paths.home() } : null
}

function admitted(visit: Visit): Decision | null {
  if (admits(visit.access, 'unauthenticated')) return null
  if (!visit.signedIn) {
    if (visit.access.roles.includes('nas')) return hasLink(visit) ? null : { kind: 'sign-in', keep: null }
    return { kind: 'sign-in', keep: visit.signedOut ? null : visit.href }
  }
  // What a business shows to whom is said by rule 9, which has other answers than 'not found'.
  if (isBusinessPage(visit.path) || admits(visit.access, roleOf(visit))) return null
  return { kind: 'not-found' }
}

/** Anyone who comes by a link is known by its two ids, and by nothing else. */
function hasLink({ params, query, path, linkKept }: Visit): boolean {
  if (linkKept || (params['id'] && params['userid'])) return true
  return isDirectPath(path) && Boolean(query.get('id') && query.get('userid'))
}

export function roleOf({ business }: Visit): Role {
  return business?.role ?? 'user'
}

export function isBusinessPage(path: string): boolean {
  return /^\/business(\/|$)/.test(path)
}
