import { paths } from '#web/lib/paths.ts'
import type { Decision, Visit } from '../visit.ts'

/** 11. An account that a company's sign-in made is set up before anything else. */
export function singleSignOn({ user, path, href }: Visit): Decision | null {
  const isIncomplete = user?.hasSso === true && !user.attributes.acceptedGtc
  if (!isIncomplete || path === paths.signupSso()) return null
  return { kind: 'redirect', to: paths.signupSso(), keep: href }
}
