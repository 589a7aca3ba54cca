import { i18n } from '@lingui/core'
import type { Language } from '@countersign/contract/values.ts'
import { admits, everyone, type Access } from '#web/lib/account/access.ts'
import { wasAccountDeleted } from '#web/lib/account/account-deletion.ts'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { cookiesWork, ssoCodeCookie, readCookie } from '#web/lib/browser/cookie.ts'
import { experiments } from '#web/lib/browser/experiments.ts'
import { bypassCookie, isBlocked, systemStatus } from '#web/lib/calls/maintenance.ts'
import { paths } from '#web/lib/paths.ts'
import { isAlive, session, signedOut } from '#web/lib/account/session.ts'
import { isBusinessPage } from './rules/access.ts'
import type { Arrival, Visit } from './visit.ts'

export interface Address {
  readonly pathname: string
  readonly searchStr: string
  readonly href: string
}

export function gatherArrival(
  { pathname, searchStr, href }: Address,
  params: Arrival['params'],
  access: Access = everyone,
): Arrival {
  return {
    path: pathname,
    href,
    query: new URLSearchParams(searchStr),
    params,
    access,
    blockedByMaintenance: isBlocked(systemStatus.get()),
    bypassesMaintenance: readCookie(bypassCookie) !== null,
    cookiesWork: cookiesWork(),
  }
}

export async function gatherVisit(arrival: Arrival): Promise<Visit> {
  const sso = isSignedIn() ? 'none' : await signInThroughCompany()
  const known = isSignedIn() && asksWhoItIs(arrival) ? await visitorOrNobody() : nobody
  return {
    ...arrival,
    sso,
    ...known,
    signedIn: isSignedIn(),
    signedOut: signedOut.get(),
    ...(await identificationsOf(arrival, known.user !== null)),
    language: {
      shown: i18n.locale as Language,
      cookie: readCookie('lang'),
      browser: navigator.languages,
    },
    branch:
      experiments.length > 0
        ? (await import('#web/lib/browser/split-test.ts')).wantedBranch(experiments)
        : null,
    accountDeleted: wasAccountDeleted(),
  }
}

function isSignedIn(): boolean {
  const current = session.get()
  return current !== null && isAlive(current)
}

async function signInThroughCompany(): Promise<Visit['sso']> {
  if (readCookie(ssoCodeCookie) === null) return 'none'
  return (await import('#web/lib/account/redeem-sso-code.ts')).redeemSsoCode()
}

/** Pages for everybody and links ask nobody who they are, and signing out works without the service. */
function asksWhoItIs({ access, path }: Arrival): boolean {
  if (isBusinessPage(path)) return true
  return !admits(access, 'nas') && path !== paths.logout()
}

/** Asked for where it decides something, and by a script that is loaded there. */
async function identificationsOf(arrival: Arrival, isUser: boolean) {
  if (!/\/(signature-standards|identification)\//.test(arrival.path))
    return { identificationOngoing: false, linkKept: false }
  return (await import('./gather-identification.ts')).gatherIdentification(arrival, isUser)
}

const nobody = { user: null, business: null }

async function visitorOrNobody(): Promise<Pick<Visit, 'user' | 'business'>> {
  const { loadVisitor } = await import('#web/lib/account/current-visitor.ts')
  try {
    return await loadVisitor()
  } catch (failure) {
    // The session is no longer valid, and forgotten.
    if (isCallError(failure) && failure.status === 401) return nobody
    throw failure
  }
}
