import { paths } from '#web/lib/paths.ts'
import type { Decision, Visit } from '../visit.ts'

/** 13. Goodbye is said directly after an account was deleted. */
export function goodbye({ path, accountDeleted }: Visit): Decision | null {
  return path === paths.bye() && !accountDeleted ? { kind: 'redirect', to: paths.home() } : null
}
