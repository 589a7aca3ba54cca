import { directIdentification, linkIn } from '#web/lib/requests/direct-link.ts'
import { paths } from '#web/lib/paths.ts'
import type { Decision, Visit } from '../visit.ts'

const methods = /^\/(profile\/signature-standards|direct-sign\/identification)\/(eidas|zertes)(\/|$)/

/** Is one about to be identified here? */
export function isIdentificationPage(path: string): boolean {
  return methods.test(path)
}

/** Where someone is identified who came by a link. */
export function isDirectIdentification(path: string): boolean {
  return path.startsWith('/direct-sign/identification/')
}

/** 10. While one identification is in progress nobody begins another: its state shows instead. */
export function identification({ path, query, identificationOngoing }: Visit): Decision | null {
  if (!isIdentificationPage(path) || !identificationOngoing) return null
  const to = isDirectIdentification(path)
    ? directIdentification('status', linkIn(query))
    : paths.qualities('status')
  return { kind: 'redirect', to }
}
