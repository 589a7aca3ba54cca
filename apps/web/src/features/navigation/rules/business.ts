import { admits } from '#web/lib/account/access.ts'
import { paths } from '#web/lib/paths.ts'
import type { Decision, Visit } from '../visit.ts'
import { isBusinessPage } from './access.ts'

/** Addresses above a page, and one that a page had before. */
const moved: Readonly<Record<string, string>> = {
  '/business/members/activity': paths.businessActivity(),
  '/business/billing': paths.businessPlan(),
  '/business/developers': paths.apiUsers(),
}

/** 9. The pages of a business. */
export function business(visit: Visit): Decision | null {
  const { path } = visit
  if (!isBusinessPage(path)) return null
  const to = moved[path]
  if (to !== undefined) return { kind: 'redirect', to }
  if (visit.business?.role === 'admin') return forAdmin(path)
  if (visit.business) return { kind: 'redirect', to: paths.home(), message: 'business.not_allowed' }
  return forNonMember(visit)
}

function isRegistration(path: string): boolean {
  return /^\/business\/(register|signup)(\/|$)/.test(path)
}

function forAdmin(path: string): Decision | null {
  if (path === '/business') return { kind: 'redirect', to: paths.businessDashboard() }
  return isRegistration(path) ? { kind: 'redirect', to: paths.businessProfile() } : null
}

function forNonMember({ path, access, user }: Visit): Decision | null {
  if (path === '/business') return { kind: 'redirect', to: paths.businessRegister() }
  if (isRegistration(path) || admits(access, user ? 'user' : 'unauthenticated')) return null
  return { kind: 'not-found' }
}
