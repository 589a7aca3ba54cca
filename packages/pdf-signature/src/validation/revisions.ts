import type { PdfDocument } from '../reader/document.ts'
import { asBuffer, cursorAt } from '../reader/source.ts'
import type { Change, RevisionSummary } from './report.ts'
import type { SignedField } from './signed-fields.ts'

/** Where the revisions of a file end, first to last: after the mark that follows each of their cross-references. */
export function revisionEnds(document: PdfDocument): number[] {
  const { source, xref } = document
  const ends = new Set<number>([source.length])
  for (const { offset, trailer } of xref.sections) {
    const previous = trailer.entries.get('Prev')
    // The first section of a linearised file goes on to one further down: both are one revision.
    if (typeof previous === 'number' && previous > offset) continue
    const cursor = cursorAt(source, offset, document.budget)
    const mark = asBuffer(cursor.bytes).indexOf('%%EOF', cursor.pos, 'latin1')
    if (mark < 0) continue
    let end = mark + 5
    while (cursor.bytes[end] === 10 || cursor.bytes[end] === 13) end++
    ends.add(offset - cursor.pos + end)
  }
  return [...ends].toSorted((a, b) => a - b)
}

/** The number of the revision an offset lies in, from 1. */
export const revisionAt = (ends: readonly number[], offset: number): number =>
  ends.findIndex((end) => offset < end) + 1 || ends.length

export function summariseRevisions(
  ends: readonly number[],
  fields: readonly SignedField[],
): RevisionSummary[] {
  return ends.map((end, index) => ({
    number: index + 1,
    end,
    signed: fields.flatMap(({ range, fieldName }) =>
      typeof range !== 'string' && revisionAt(ends, range.end - 1) === index + 1 ? [fieldName] : [],
    ),
  }))
}

/** The change with the revision its first object came with. */
export function withRevision(document: PdfDocument, ends: readonly number[], change: Change): Change {
  const entry = document.xref.find(change.objects?.[0] ?? -1)
  const own = entry?.type === 'compressed' ? document.xref.find(entry.container) : entry
  return own?.type === 'offset' ? { ...change, revision: revisionAt(ends, own.offset) } : change
}
