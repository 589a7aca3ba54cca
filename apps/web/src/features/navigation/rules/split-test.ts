import type { Decision, Visit } from '../visit.ts'

/** 7. Someone who belongs to another branch of a split test gets its cookie, and the page again. */
export function splitTest({ branch }: Visit): Decision | null {
  return branch && { kind: 'switch-branch', ...branch }
}
