import { forgetBusiness, loadBusiness } from './current-business.ts'
import { forgetUser, loadUser } from './current-user.ts'

/** Who is signed in, and what the navigation rules have to know of their business. */
export async function loadVisitor() {
  const [user, own] = await Promise.all([loadUser(), loadBusiness()])
  // Plans are not sold yet: nobody’s trial is over, and no business is locked. A seat may be missing.
  return {
    user,
    business: own && { role: own.role, trialExpired: false, locked: false, memberLocked: own.locked },
  }
}

/** Both are asked for again at the next page: they are not what they were. */
export function forgetVisitor(): void {
  forgetUser()
  forgetBusiness()
}
