import { forgetBusiness, loadBusiness } from '../business/current-business.ts'
import { forgetUser, loadUser } from './current-user.ts'

/** Who is signed in, and what the navigation rules have to know of their business. */
export async function loadVisitor() {
  const [user, own] = await Promise.all([loadUser(), loadBusiness()])
  const paysBy = own?.business.billing?.paymentMethod
  return {
    user,
    business: own && {
      role: own.role,
      trialExpired: paysBy === 'NEEDS_PAYMENT_METHOD',
      locked: paysBy === 'BLOCKED',
      memberLocked: own.locked,
      fairFlatMigration: own.role === 'admin' && own.business.pricePlan?.fairFlatMigration === true,
    },
  }
}

/** Both are asked for again at the next page: they are not what they were. */
export function forgetVisitor(): void {
  forgetUser()
  forgetBusiness()
}
