import { paths } from '#web/lib/paths.ts'
import type { Decision, Visit } from '../visit.ts'

/** 12. The new free plan has no uploading. */
export function newFreePlan({ path, user }: Visit): Decision | null {
  return path === paths.upload() && user?.freePlan?.uploads === false
    ? { kind: 'redirect', to: paths.home() }
    : null
}
