import { spend } from '../reader/budget.ts'
import type { PdfDocument } from '../reader/document.ts'
import type { PdfObject } from '../reader/objects.ts'
import type { XrefSection } from '../reader/xref.ts'
import { indexRanges } from '../reader/xref-index.ts'
import type { XrefEntry } from '../reader/xref-section.ts'
import { sameObject } from './references.ts'

/**
 * The cross-reference sections a later state has beyond those of the signed revision. Undefined when it does not go on
 * from it: another catalogue, encryption, a chain that leaves the signed sections out or brings an older one back before
 * its turn, or a hybrid section that shows other objects to readers that pass over its stream (ISO 32000-2 §7.5.8.4).
 */
export function appendedSections(before: PdfDocument, after: PdfDocument): XrefSection[] | undefined {
  if (before.recovered || after.recovered || !sameObject(encryptionOf(before), encryptionOf(after)))
    return undefined
  if (!sameObject(before.xref.trailer.entries.get('Root'), after.xref.trailer.entries.get('Root')))
    return undefined
  const { sections } = after.xref
  const start = sections.findIndex(({ offset }) => offset === before.xref.startXref)
  if (start < 0) return undefined
  const older = sections.slice(start)
  const continues =
    older.length === before.xref.sections.length &&
    older.every(({ offset }, index) => offset === before.xref.sections[index]?.offset)
  const appended = sections.slice(0, start)
  if (!continues || appended.some(({ offset }) => offset < before.source.length)) return undefined
  return appended.every((section, index) => isUnequivocal(before, section, appended[index + 1]))
    ? appended
    : undefined
}

/** A hybrid section's stream may only add objects that were not there: readers of tables see what was there. */
function isUnequivocal(before: PdfDocument, section: XrefSection, next: XrefSection | undefined): boolean {
  if (section.kind !== 'table' || next?.offset !== section.trailer.entries.get('XRefStm')) return true
  const find = indexRanges(section.ranges, before.budget)
  for (const { first, count, entry } of next?.ranges ?? []) {
    spend(before.budget, count * 15)
    for (let index = 0; index < count; index++) {
      const hidden = entry(index)
      const listed = find(first + index)
      const visible = listed && listed.type !== 'free' ? listed : before.xref.find(first + index)
      if (!isLive(hidden) && !isLive(visible)) continue
      if (isLive(visible) && JSON.stringify(visible) !== JSON.stringify(hidden)) return false
    }
  }
  return true
}

const isLive = (entry: XrefEntry | undefined): boolean => entry !== undefined && entry.type !== 'free'

/** What the file itself says of its encryption, be it read deciphered or not. */
export const encryptionOf = ({ xref }: PdfDocument): PdfObject | undefined =>
  (xref.sections[0] ?? xref).trailer.entries.get('Encrypt')
