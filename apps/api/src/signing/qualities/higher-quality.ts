import type { Legislation, Quality } from '@countersign/contract/values.ts'
import { legislationOf, type RequestedQuality } from './quality.ts'

/** What someone may choose to sign with if a request requires less. */
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
 * The level if the signer chooses a higher one than the request: a request's quality is the minimum (integration API,
 * v3). Null if it isn't higher. The request's own legal framework applies if it has one.
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
