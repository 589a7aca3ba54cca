import type { PdfDocument } from '../../reader/document.ts'
import { asBuffer, cursorAt } from '../../reader/source.ts'
import type { Change, RevisionSummary } from '../reports/report.ts'
import type { SignedField } from './signed-fields.ts'

/** Where the revisions of a file end, first to last: after the mark that follows each of their cross-references. */
export function revisionEnds(document: PdfDocument): number[] {
  const { source, xref } = document
  const ends = new Set<number>([source.length])
  let nextMark = { from: Infinity, at: Infinity }
  // From the last section to the first, so that the bytes between two of them are searched once.
  for (const { offset, trailer } of xref.sections.toSorted((a, b) => b.offset - a.offset)) {
    const cursor = cursorAt(source, offset, document.budget)
    const base = offset - cursor.pos
    const limit = Math.min(cursor.bytes.length, nextMark.from - base + 4)
    const mark = asBuffer(cursor.bytes.subarray(cursor.pos, limit)).indexOf('%%EOF', 0, 'latin1')
    nextMark = { from: offset, at: mark < 0 ? nextMark.at : offset + mark }
    const previous = trailer.entries.get('Prev')
    // The first section of a linearised file goes on to one further down: both are one revision.
    if (typeof previous === 'number' && previous > offset) continue
    let end = nextMark.at - base + 5
    if (end > cursor.bytes.length) continue // no mark follows in what was appended together
    while (cursor.bytes[end] === 10 || cursor.bytes[end] === 13) end++
    ends.add(base + end)
  }
  return [...ends].toSorted((a, b) => a - b)
}

/** The number of the revision an offset lies in, from 1. */
export function revisionAt(ends: readonly number[], offset: number): number {
  let low = 0
  let high = ends.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (offset < (ends[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  return Math.min(low + 1, ends.length)
}

export function summariseRevisions(
  ends: readonly number[],
  fields: readonly SignedField[],
): RevisionSummary[] {
  const signed = ends.map((): string[] => [])
  for (const { range, fieldName } of fields)
    if (typeof range !== 'string') signed[revisionAt(ends, range.end - 1) - 1]?.push(fieldName)
  return ends.map((end, index) => ({ number: index + 1, end, signed: signed[index] ?? [] }))
}

/** The change with the revision its first object came with. */
export function withRevision(document: PdfDocument, ends: readonly number[], change: Change): Change {
  const entry = document.xref.find(change.objects?.[0] ?? -1)
  const own = entry?.type === 'compressed' ? document.xref.find(entry.container) : entry
  return own?.type === 'offset' ? { ...change, revision: revisionAt(ends, own.offset) } : change
}
