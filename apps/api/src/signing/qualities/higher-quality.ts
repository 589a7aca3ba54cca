import type { Legislation, Quality } from '@countersign/contract/values.ts'
import { legislationOf, type RequestedQuality } from './quality.ts'

/** What someone may sign with of their own accord where a request asks for less. */
const above: Readonly<Record<Quality, readonly Quality[]>> = {
  // What was signed for demonstration counts for nothing, and is to stay so.
  DEMO: [],
  SES: ['AES', 'AES_MINIMAL', 'QES', 'PART11'],
  AES: ['QES'],
  AES_MINIMAL: ['QES'],
  QES: [],
  // Its records are kept in one way.
  PART11: [],
}

/**
 * What is signed with where the signer asks for more than the request does: the quality of a request is the least that
 * it takes (integration API, v3). Null where that is not more. A request's own law holds where it has one.
 */
export function higherQuality(
  request: RequestedQuality,
  quality: Quality,
  legislation: Legislation | null,
): RequestedQuality | null {
  if (quality === request.quality && (legislation ?? request.legislation) === request.legislation)
    return request
  if (!above[request.quality].includes(quality)) return null
  if (request.legislation && legislation && legislation !== request.legislation) return null
  const law = request.legislation ?? legislation
  return { quality, legislation: legislationOf({ quality, legislation: law }) }
}
