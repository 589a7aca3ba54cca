import type { Legislation } from '@countersign/contract/values.ts'
import type { getSignatureQualitiesDetail } from '@countersign/contract/accounts.ts'
import type { OutputOf } from '@countersign/contract/endpoint.ts'
import type { Draft } from '../drafts/draft.ts'

type Details = OutputOf<typeof getSignatureQualitiesDetail>['details']
type Detail = Details[number]

/** The levels a request can require, lowest first. */
const composable: readonly Draft['quality'][] = ['SES', 'AES', 'AES_MINIMAL', 'QES', 'PART11', 'DEMO']

/** Nothing the signers do gets over these: others are each signer's own to get over. */
function isOffered({ unmet }: Detail): boolean {
  return !unmet.includes('not_offered') && !unmet.includes('business')
}

export interface OfferedQualities {
  readonly now: readonly Draft['quality'][]
  /** Each once, with what is missing on the shortest way there. */
  readonly later: readonly Detail[]
}

/** What this account may ask others for, and what it may not. What is chosen already stays to be seen. */
export function offeredQualities(details: Details, chosen: Draft['quality']): OfferedQualities {
  const now = composable.filter(
    (quality) => quality === chosen || details.some((one) => one.quality === quality && isOffered(one)),
  )
  const missing = details.filter(({ quality }) => !now.some((one) => one === quality))
  const qualities = [...new Set(missing.map(({ quality }) => quality))]
  return { now, later: qualities.flatMap((quality) => nearest(missing, quality)) }
}

function nearest(details: Details, quality: Detail['quality']): Detail[] {
  const candidates = details.filter((one) => one.quality === quality)
  return candidates.sort((a, b) => a.unmet.length - b.unmet.length).slice(0, 1)
}

/** The laws one can choose for a quality; none where the quality knows none. */
export function offeredLegislations(details: Details, quality: Draft['quality']): Legislation[] {
  return details.flatMap((one) =>
    one.quality === quality && isOffered(one) && one.legislation ? [one.legislation] : [],
  )
}

/** These count under one law always: it is the first that is offered, until another is chosen. */
export function legislationFor(details: Details, quality: Draft['quality']): Legislation | null {
  const isLawful = quality === 'QES' || quality === 'AES_MINIMAL'
  return (isLawful && offeredLegislations(details, quality)[0]) || null
}

/** Is it given with a code to a phone, or by a trust service that knows people by theirs? */
export function wantsMobile({ quality }: Pick<Draft, 'quality'>): boolean {
  return quality === 'AES' || quality === 'AES_MINIMAL' || quality === 'QES'
}
