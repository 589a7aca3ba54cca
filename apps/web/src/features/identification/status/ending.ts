import type { Identification } from '@countersign/contract/identifications.ts'

const soon = 60 * 24 * 3_600_000

export interface Ending {
  readonly legislation: Identification['legislation']
  readonly validUntil: string
  readonly isOver: boolean
}

/**
 * The first end that matters: of a law under which no identity check is under way. A verification for advanced signatures
 * doesn't replace one for qualified signatures, and one whose phone has changed has ended already.
 */
export function endingOf(identifications: readonly Identification[], now = Date.now()): Ending | null {
  const endings = (['ZERTES', 'EIDAS'] as const).flatMap((legislation) => {
    const own = identifications.filter((one) => one.legislation === legislation)
    if (own.some(({ isOngoing }) => isOngoing)) return []
    const counting = own.filter(({ failure }) => failure?.code !== 'means_changed')
    const qualified = counting.filter(({ evidence }) => evidence?.level === 'QES')
    const ends = (qualified.length > 0 ? qualified : counting).flatMap(({ validUntil, evidence }) =>
      validUntil && evidence ? [validUntil] : [],
    )
    const last = ends.toSorted((a, b) => Date.parse(b) - Date.parse(a))[0]
    if (last === undefined || Date.parse(last) - now > soon) return []
    return [{ legislation, validUntil: last, isOver: Date.parse(last) <= now }]
  })
  return endings.toSorted((a, b) => Date.parse(a.validUntil) - Date.parse(b.validUntil))[0] ?? null
}
