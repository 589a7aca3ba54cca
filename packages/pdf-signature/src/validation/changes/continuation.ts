import { spend } from '../../reader/budget.ts'
import type { PdfDocument } from '../../reader/document.ts'
import type { PdfObject } from '../../reader/objects.ts'
import type { XrefSection } from '../../reader/xref-chain.ts'
import { isLive, otherReadings } from '../../reader/xref-readings.ts'
import { listsTwice } from '../../reader/xref-section.ts'
import { sameObject } from './references.ts'

/**
 * The cross-reference sections a later state has beyond those of the signed revision. Undefined when it does not continue
 * from it: another encryption, a chain that leaves the signed sections out or brings an older one back before
 * its turn, a section that lists other objects than it did or one twice, or a hybrid section that shows other objects to readers
 * that pass over its stream (ISO 32000-2 §7.5.8.4).
 */
export function appendedSections(before: PdfDocument, after: PdfDocument): XrefSection[] | undefined {
  if (before.recovered || after.recovered || !sameObject(encryptionOf(before), encryptionOf(after)))
    return undefined
  const { sections } = after.xref
  const start = sections.findIndex(({ offset }) => offset === before.xref.startXref)
  if (start < 0) return undefined
  const older = sections.slice(start)
  const continues =
    older.length === before.xref.sections.length &&
    older.every((section, index) => isSameSection(section, before.xref.sections[index]))
  const appended = sections.slice(0, start)
  if (!continues || appended.some(({ offset }) => offset < before.source.length)) return undefined
  if (appended.some(({ ranges }) => listsTwice(ranges))) return undefined
  return isUnequivocal(before, after, appended) ? appended : undefined
}

/** A stream that states a length beyond the end of what was signed lists more as soon as enough is appended. */
const isSameSection = (section: XrefSection, signed: XrefSection | undefined): boolean =>
  section.offset === signed?.offset &&
  section.ranges.length === signed.ranges.length &&
  section.ranges.every(({ count }, index) => count === signed.ranges[index]?.count)

/**
 * Whether those who read a hybrid file otherwise see of each object what all see, or go on to see nothing where they saw
 * nothing: the stream of an appended section may only add objects that were not there for them.
 */
function isUnequivocal(before: PdfDocument, after: PdfDocument, appended: readonly XrefSection[]): boolean {
  const readings = otherReadings(after.xref, after.budget)
  if (readings.length === 0) return true
  const earlier = otherReadings(before.xref, before.budget)
  return appended.every(({ ranges }) =>
    ranges.every(({ first, count }) => {
      spend(after.budget, count * 15)
      for (let num = first; num < first + count; num++)
        if (
          !readings.every((find, index) => isSeenAlike(num, find, earlier[index] ?? before.xref.find, after))
        )
          return false
      return true
    }),
  )
}

type XrefLookup = PdfDocument['xref']['find']

function isSeenAlike(num: number, find: XrefLookup, findBefore: XrefLookup, { xref }: PdfDocument): boolean {
  const [seen, seenByAll] = [find(num), xref.find(num)]
  if (!isLive(seen)) return !isLive(seenByAll) || !isLive(findBefore(num))
  return JSON.stringify(seen) === JSON.stringify(seenByAll)
}

/** What the file itself says of its encryption, be it read deciphered or not. */
export const encryptionOf = ({ xref }: PdfDocument): PdfObject | undefined =>
  (xref.sections[0] ?? xref).trailer.entries.get('Encrypt')
