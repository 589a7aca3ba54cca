import { accountState } from './rules/account-state.ts'
import { business } from './rules/business.ts'
import { goodbye } from './rules/goodbye.ts'
import { identification } from './rules/identification.ts'
import { newFreePlan } from './rules/new-free-plan.ts'
import { singleSignOn } from './rules/single-sign-on.ts'
import type { Rule } from './visit.ts'

/** The rest of the navigation rules (`rules.ts` has 1 to 7), in the specification's order. */
export const accountRules: readonly Rule[] = [
  accountState, // 8
  business, // 9
  identification, // 10
  singleSignOn, // 11
  newFreePlan, // 12
  goodbye, // 13
]
