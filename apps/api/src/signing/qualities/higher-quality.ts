import type { Legislation, Quality } from '@countersign/contract/values.ts'
import { aboveSimple, isAdvanced } from './above-simple.ts'
import { legislationOf, type QualityChoice, type RequestedQuality } from './quality.ts'

/** What someone may choose to sign with if a request requires less. */
const above: Readonly<Record<Quality, readonly Quality[]>> = {
  // What was signed for demonstration counts for nothing, and is to stay so.
  DEMO: [],
  SES: [...aboveSimple, 'PART11'],
  AES: ['QES'],
  AES_MINIMAL: ['QES'],
  QES: [],
  // Its records are kept in one way.
  PART11: [],
}

/**
 * The level if the signer chooses a higher one than the request: a request's quality is the minimum (integration API,
 * v3). Null if it isn't higher. The request's own legal framework applies if it has one; otherwise the signer may name one.
 */
export function higherQuality(
  request: RequestedQuality,
  quality: Quality,
  legislation: Legislation | null,
): RequestedQuality | null {
  if (quality === request.quality && (legislation ?? request.legislation) === request.legislation)
    return request
  if (quality !== request.quality && !above[request.quality].includes(quality)) return null
  const own = quality === request.quality ? legislationOf(request) : request.legislation
  if (own && legislation && legislation !== own) return null
  if (legislation && !aboveSimple.includes(quality)) return null
  const law = own ?? legislation
  return { quality, legislation: legislationOf({ quality, legislation: law }) }
}

/** The level at which a signer who chooses this signs the request; null where it can't be chosen. */
export const levelFor = (request: RequestedQuality, level: QualityChoice): RequestedQuality | null =>
  higherQuality(request, level.quality ?? request.quality, level.legislation)

/** Is what was made at least at the level that is wanted? As `resolveQuality` says what may be made for which. */
export function isMadeAt(
  made: { readonly quality: string; readonly legislation: string | null },
  wanted: RequestedQuality,
): boolean {
  const law = legislationOf(wanted)
  const isItsLaw = law === null || made.legislation === law
  if (made.quality === 'QES' || made.quality === 'AES')
    return isItsLaw && (made.quality === wanted.quality || isAdvanced(wanted.quality))
  return made.quality === wanted.quality
}
