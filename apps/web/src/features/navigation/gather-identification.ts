import { directLink } from '#web/lib/requests/direct-link.ts'
import { hasOngoingIdentification } from '#web/lib/requests/ongoing-identifications.ts'
import { isDirectIdentification, isIdentificationPage } from './rules/identification.ts'
import type { Arrival, Visit } from './visit.ts'

type IdentificationFacts = Pick<Visit, 'identificationOngoing' | 'linkKept'>

/** What is known of identifications, on their pages. */
export async function gatherIdentification(
  { path, query }: Arrival,
  isUser: boolean,
): Promise<IdentificationFacts> {
  const isDirect = isDirectIdentification(path)
  const decides = isIdentificationPage(path) && (isUser || isDirect)
  return {
    identificationOngoing: decides && (await hasOngoingIdentification(path, query)),
    linkKept: isDirect && directLink.get() !== null,
  }
}
