import { paths } from '#web/lib/paths.ts'
import type { Decision, Visit } from '../visit.ts'

const methods = /^\/profile\/signature-standards\/(eidas|zertes)(\/|$)/

/** 10. While one identification is in progress nobody begins another: its state shows instead. */
export function identification({ path, identifications }: Visit): Decision | null {
  if (!methods.test(path) || !identifications.some(({ status }) => status === 'inprogress')) return null
  return { kind: 'redirect', to: paths.signatureStandards() }
}
