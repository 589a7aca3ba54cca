import { paths } from '#web/lib/paths.ts'
import type { Decision, Visit } from '../visit.ts'

/**
 * 8. What has to be settled before an account continues. The user is known on pages of an account alone: direct sign,
 * signing out and pages for everybody are exempt.
 */
export function accountState(visit: Visit): Decision | null {
  if (!visit.user) return null
  return (
    weakPassword(visit) ??
    invitation(visit) ??
    unpaid(visit) ??
    lockedOut(visit) ??
    terms(visit) ??
    migration(visit)
  )
}

function weakPassword({ user, path, href }: Visit): Decision | null {
  if (!user?.attributes.weakPassword || path === paths.changePassword()) return null
  return { kind: 'redirect', to: paths.changePassword(), keep: href }
}

/** Anyone who belongs to a business leaves it before joining another: to them the invitation's mail tells of it. */
function invitation({ user, business }: Visit): Decision | null {
  return user?.attributes.acceptedBusinessInvite === false && !business
    ? { kind: 'block', dialog: 'business-invitation' }
    : null
}

const openToUnpaid: readonly string[] = [paths.businessMembers(), paths.businessUpgrade(), paths.logout()]

function unpaid({ business, path }: Visit): Decision | null {
  const over = business?.role === 'admin' && (business.trialExpired || business.locked)
  return over && !openToUnpaid.includes(path) ? { kind: 'redirect', to: paths.businessMembers() } : null
}

/** An admin may be without a seat, too, where there is another who has one. */
function lockedOut({ business }: Visit): Decision | null {
  return business?.memberLocked ? { kind: 'block', dialog: 'locked-member' } : null
}

/** Anyone who lost a business accepts the terms again with that news: the same terms are not asked for twice. */
function terms({ user, business }: Visit): Decision | null {
  if (!user) return null
  const { acceptedGtc, removedFromBusiness, businessDeleted } = user.attributes
  const hasLostBusiness = !business && (removedFromBusiness || businessDeleted)
  if (hasLostBusiness) return { kind: 'block', dialog: 'business-downgraded' }
  // Members too: the API asks them, and one whom an identity provider added may come with a password.
  // Someone who came through the company accepts them while setting the account up (rule 11).
  return acceptedGtc || user.hasSso ? null : { kind: 'block', dialog: 'accept-terms' }
}

/** A change of the plan is announced before anything else is done, once. */
function migration({ user, business }: Visit): Decision | null {
  if (business?.fairFlatMigration) return { kind: 'block', dialog: 'fair-flat-migration' }
  return user?.freePlan?.migration ? { kind: 'block', dialog: 'free-migration' } : null
}
