import type { getSignatureQualitiesDetail } from '@countersign/contract/accounts.ts'
import type { OutputOf } from '@countersign/contract/endpoint.ts'
import type { Draft } from './draft.ts'

type Details = OutputOf<typeof getSignatureQualitiesDetail>['details']
type Detail = Details[number]

/** What a request can ask for, from the lightest. */
const composable: readonly Draft['quality'][] = ['SES', 'DEMO']

export interface OfferedQualities {
  readonly now: readonly Draft['quality'][]
  /** Each once, with what is missing on the shortest way there. */
  readonly later: readonly Detail[]
}

/** What this account may ask for, and what it may not yet. What is chosen already stays to be seen. */
export function offeredQualities(details: Details, chosen: Draft['quality']): OfferedQualities {
  const now = composable.filter(
    (quality) => quality === chosen || details.some((one) => one.available && one.quality === quality),
  )
  const missing = details.filter(({ quality }) => !now.some((one) => one === quality))
  const qualities = [...new Set(missing.map(({ quality }) => quality))]
  return { now, later: qualities.flatMap((quality) => nearest(missing, quality)) }
}

function nearest(details: Details, quality: Detail['quality']): Detail[] {
  const ways = details.filter((one) => one.quality === quality)
  return ways.sort((a, b) => a.hurdles.length - b.hurdles.length).slice(0, 1)
}

/** The laws one can choose for a quality; none where the quality knows none. */
export function offeredLegislations(
  details: Details,
  quality: Draft['quality'],
): NonNullable<Draft['legislation']>[] {
  return details.flatMap((one) =>
    one.quality === quality && one.available && one.legislation ? [one.legislation] : [],
  )
}
