import type { FontFile } from '../../appearance/font-face.ts'
import { PdfError } from '../../pdf-error.ts'
import type { PdfDocument } from '../../reader/document.ts'
import { objectHeads } from '../../reader/recover.ts'
import { readAppended } from '../objects/appended.ts'
import type { AppendedContent } from '../objects/appended.ts'
import { listChanges } from './changes.ts'
import { isDeletedSince } from '../objects/deleted-validation-data.ts'
import type { Change } from '../reports/report.ts'
import { withRevision } from '../objects/revisions.ts'
import { endOf } from '../objects/signed-fields.ts'
import type { SignedField } from '../objects/signed-fields.ts'
import { objectsOf } from './unexplained.ts'

/** What was done to the file since each of its signatures; `unknown` where that cannot be told. */
export function laterChanges(
  document: PdfDocument,
  fields: readonly SignedField[],
  ends: readonly number[],
  fonts: readonly FontFile[] = [],
): (field: SignedField, signed: PdfDocument | undefined) => readonly Change[] | 'unknown' {
  const starts = fields.map(endOf).filter((end) => end < document.source.length)
  let walked: AppendedContent | undefined
  const appendedAfter = (end: number): AppendedContent => {
    walked ??= readAppended(document, Math.min(...starts))
    const isEnough = walked.brokenAt === undefined || walked.brokenAt >= end
    return isEnough ? walked : readAppended(document, end)
  }
  let heads: readonly ObjectHead[] | undefined
  const headsAfter = (end: number): readonly ObjectHead[] => {
    heads ??= headsIn(document, Math.min(...starts))
    return heads.filter(({ offset }) => offset >= end)
  }
  const withDeleted = (changes: readonly Change[], end: number): readonly Change[] =>
    changes.some(({ kind }) => kind === deleted.kind) || !isDeletedSince(document, ends, end)
      ? changes
      : [...changes, deleted]
  return ({ range }, signed) => {
    if (typeof range === 'string') return 'unknown'
    if (range.end === document.source.length) return []
    if (!signed) return 'unknown'
    try {
      const changes = [
        ...hiddenChanges(appendedAfter(range.end), headsAfter(range.end), range.end),
        ...withDeleted(listChanges(signed, document, fonts), range.end),
      ]
      return changes.map((change) => withRevision(document, ends, change))
    } catch (error) {
      if (error instanceof PdfError) return 'unknown'
      throw error
    }
  }
}

const deleted: Change = { kind: 'validation_data_deleted', permitted: true, visible: false }

/** What was appended for some readers only. */
function hiddenChanges(
  { objects, brokenAt }: AppendedContent,
  heads: readonly ObjectHead[],
  end: number,
): Change[] {
  const known = new Set(objects.map(({ offset }) => offset))
  const planted = heads.filter(({ offset }) => !known.has(offset) && offset < (brokenAt ?? Infinity))
  // What can't be looked into may be ambiguous, and counts as such.
  const hidden = objects
    .filter(
      ({ offset, isHidden, isAmbiguous, isUnread }) => offset >= end && (isHidden || isAmbiguous || isUnread),
    )
    .map(({ num }) => num)
    .concat(planted.map(({ num }) => num))
  const changes: Change[] = []
  if (brokenAt !== undefined) changes.push({ kind: 'structure_broken', permitted: false, visible: true })
  if (hidden.length > 0)
    changes.push({
      kind: 'hidden_objects_added',
      permitted: false,
      visible: true,
      ...objectsOf(new Set(hidden)),
    })
  return changes
}

interface ObjectHead {
  readonly num: number
  readonly offset: number
}

/**
 * What looks like an object, be it in the data of a stream, a string or a comment. Nobody has a use for it there but readers that
 * mend a file: they look for objects wherever they are, and take the newest of a number.
 */
function headsIn({ source, budget }: PdfDocument, from: number): ObjectHead[] {
  return source.chunks.flatMap(({ start, bytes }) => {
    const begin = Math.max(0, from - start)
    if (begin >= bytes.length) return []
    return Array.from(objectHeads(bytes.subarray(begin), budget), ({ num, at }) => ({
      num,
      offset: start + begin + at,
    }))
  })
}
