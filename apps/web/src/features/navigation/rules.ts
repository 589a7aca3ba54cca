import { access } from './rules/access.ts'
import { cookies } from './rules/cookies.ts'
import { exitRedirect } from './rules/exit-redirect.ts'
import { language } from './rules/language.ts'
import { maintenance } from './rules/maintenance.ts'
import { prefilledEmail } from './rules/prefilled-email.ts'
import { splitTest } from './rules/split-test.ts'
import type { ArrivalRule, Decision, Rule } from './visit.ts'

/** The navigation rules of the specification (section 2), on every route change, in this order. */
export const arrivalRules: readonly ArrivalRule[] = [
  maintenance, // 1
  exitRedirect, // 2
  prefilledEmail, // 3
  cookies, // 4
]
/** From here on it is known who comes. */
export const entranceRules: readonly Rule[] = [
  access, // 5
  language, // 6
  splitTest, // 7
]
/** 8 to 13, which have nothing to say on the page where one signs in: it is not to wait for them. */
export async function laterRules(): Promise<readonly Rule[]> {
  return (await import('./account-rules.ts')).accountRules
}

/** What the rules say of a visit, in their order, up to the first that ends it. */
export function decide<Known>(
  rules: readonly ((known: Known) => Decision | null)[],
  known: Known,
): Decision[] {
  const decisions: Decision[] = []
  for (const rule of rules) {
    const decision = rule(known)
    if (decision) decisions.push(decision)
    if (decision && endsVisit(decision)) break
  }
  return decisions
}

const ending: ReadonlySet<Decision['kind']> = new Set<Decision['kind']>([
  'redirect',
  'sign-in',
  'return',
  'not-found',
  'offer-session',
  'switch-branch',
])

export function endsVisit({ kind }: Decision): boolean {
  return ending.has(kind)
}
