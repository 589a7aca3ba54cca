import { paths } from '#web/lib/paths.ts'
import { isOnNewFreePlan } from '../facts.ts'
import type { Decision, Visit } from '../visit.ts'

/** 12. The new free plan has no uploading. */
export function newFreePlan({ path, plan }: Visit): Decision | null {
  return path === paths.upload() && isOnNewFreePlan(plan) ? { kind: 'redirect', to: paths.home() } : null
}
