import type { getSignatureQualitiesDetail } from '@countersign/contract/accounts.ts'
import type { OutputOf } from '@countersign/contract/endpoint.ts'
import type { Quality, Legislation } from '@countersign/contract/values.ts'

export type Qualities = OutputOf<typeof getSignatureQualitiesDetail>
export type QualityDetail = Qualities['details'][number]

/** A quality, with the laws under which the same is missing. */
export interface QualityGroup extends Omit<QualityDetail, 'legislation'> {
  legislations: Legislation[]
}

/** What one can sign with now, and what still takes something, each from the weightiest down. */
export function splitQualities({ details }: Qualities): { now: QualityGroup[]; later: QualityGroup[] } {
  const highestFirst = [...details].sort((a, b) => rank[b.quality] - rank[a.quality])
  return {
    now: groupQualities(highestFirst.filter(({ available }) => available)),
    later: groupQualities(highestFirst.filter(({ available }) => !available)),
  }
}

function groupQualities(details: readonly QualityDetail[]): QualityGroup[] {
  const groups: QualityGroup[] = []
  for (const { legislation, ...rest } of details) {
    const same = groups.find((group) => group.quality === rest.quality && isSame(group.unmet, rest.unmet))
    const group = same ?? { ...rest, legislations: [] }
    if (!same) groups.push(group)
    if (legislation) group.legislations.push(legislation)
  }
  return groups
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one))
}

const rank: Record<Quality, number> = { DEMO: 0, SES: 1, PART11: 2, AES: 3, AES_MINIMAL: 4, QES: 5 }

/** One choice a quality, whatever the legislation: it can be made where any of them is available. */
export interface QualityChoice {
  quality: Quality
  available: boolean
  unmet: QualityDetail['unmet']
}

export function qualityChoices({ details }: Qualities): QualityChoice[] {
  const qualities = [...new Set(details.map(({ quality }) => quality))].sort((a, b) => rank[a] - rank[b])
  return qualities.map((quality) => {
    const options = details.filter((detail) => detail.quality === quality)
    // What is missing on the shortest way there.
    const nearest = options.reduce((best, option) =>
      option.unmet.length < best.unmet.length ? option : best,
    )
    const available = options.some((option) => option.available)
    return { quality, available, unmet: available ? [] : nearest.unmet }
  })
}

/** Is there a quality of this legislation that one can sign with? */
export function canSignUnder({ details }: Qualities, legislation: Legislation): boolean {
  return details.some((detail) => detail.available && detail.legislation === legislation)
}

/** Can one sign with a qualified electronic signature under this law? */
export function canSignQualified({ details }: Qualities, legislation: Legislation): boolean {
  return details.some(
    (detail) => detail.available && detail.quality === 'QES' && detail.legislation === legislation,
  )
}

const inOrder: readonly QualityDetail['unmet'][number][] = [
  'email',
  'name',
  'identification',
  'terms',
  'mobile',
]

/**
 * What is to be done first for a qualified electronic signature, on the shorter of its ways; null where one can sign so
 * already, and where nothing one does would lead there.
 */
export function nextRequirement({ details }: Qualities): QualityDetail['unmet'][number] | null {
  const options = details.filter(({ quality }) => quality === 'QES')
  if (options.some(({ available }) => available)) return null
  const open = options
    .map(({ unmet }) => unmet)
    .filter((unmet) => unmet.length > 0 && unmet.every((requirement) => inOrder.includes(requirement)))
    .toSorted((a, b) => a.length - b.length)[0]
  return inOrder.find((requirement) => open?.includes(requirement)) ?? null
}
