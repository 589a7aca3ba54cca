import { PdfError } from '../../pdf-error.ts'
import { spend } from '../../reader/budget.ts'
import { closingKeyword } from '../../reader/closing-keywords.ts'
import { resolve } from '../../reader/document.ts'
import type { PdfDocument } from '../../reader/document.ts'
import { decodeStream } from '../../reader/filters.ts'
import { parseIndirectObject } from '../../reader/indirect-object.ts'
import type { IndirectObject } from '../../reader/indirect-object.ts'
import { readInteger, readKeyword, skipWhite } from '../../reader/lexer.ts'
import type { Cursor } from '../../reader/lexer.ts'
import { isName, isStream } from '../../reader/objects.ts'
import type { PdfObject } from '../../reader/objects.ts'
import { parseObjectStream } from '../../reader/object-stream.ts'
import { asBuffer, cursorAt, eachPiece, skipWhiteAt } from '../../reader/source.ts'
import { parseXrefTable } from '../../reader/xref-table.ts'
import { isAmbiguous } from './ambiguity.ts'
import { encryptionOf } from '../changes/continuation.ts'

/** What is in the bytes after the first signature, read from front to back as a reader that mends files would. */
export interface AppendedContent {
  readonly objects: readonly AppendedObject[]
  /** Where the bytes are no objects, tables and trailers any longer; undefined when they are to the end. */
  readonly brokenAt?: number
}

export interface AppendedObject {
  readonly num: number
  readonly offset: number
  /** Listed by no cross-reference of the file, or in another place: only some readers find it. */
  readonly isHidden: boolean
  /** A dictionary in it says a key twice, as far as it could be read. */
  readonly isAmbiguous: boolean
  /** It, or what it contains, can't be looked into: that may say a key twice as well. */
  readonly isUnread: boolean
}

/**
 * Reads everything appended after an offset. A revision is objects, their cross-reference and its trailer, and nothing
 * else (ISO 32000-2 §7.5.6): whatever is not listed there is invisible to most readers and not to all. Objects that can't be looked
 * into end it as broken or too complex, but for those that `isPassedOver` says are read past.
 */
export function readAppended(
  document: PdfDocument,
  from: number,
  isPassedOver: (error: unknown) => boolean = () => false,
): AppendedContent {
  const listed = listedPlaces(document, from)
  const objects: AppendedObject[] = []
  let at = from
  let started = from
  try {
    while (at < document.source.length) {
      const cursor = cursorAt(document.source, at, document.budget)
      const base = at - cursor.pos
      skipWhite(cursor)
      const offset = base + cursor.pos
      if (readStart(cursor, document)) started = base + cursor.pos
      else if (cursor.pos < cursor.bytes.length && !skipTable(cursor, document, offset))
        for (const object of readObject(document, cursor, offset, { listed, isPassedOver }))
          objects.push(object)
      at = base + cursor.pos
    }
    at = started
    refuseOtherStart(document, started)
  } catch (error) {
    if (!(error instanceof PdfError) || error.code === 'too_complex') throw error
    return { objects, brokenAt: at }
  }
  return { objects }
}

/** Skips the pointer to a cross-reference. */
function readStart(cursor: Cursor, document: PdfDocument): boolean {
  if (!readKeyword(cursor, 'startxref')) return false
  const stated = readInteger(cursor)
  requireUsed(document, stated === undefined ? undefined : skipWhiteAt(document.source, stated))
  return true
}

/** Skips a cross-reference table with its trailer. */
function skipTable(cursor: Cursor, document: PdfDocument, at: number): boolean {
  if (!readKeyword(cursor, 'xref')) return false
  requireUsed(document, at)
  parseXrefTable(cursor)
  return true
}

function requireUsed({ xref }: PdfDocument, section: number | undefined): void {
  if (xref.sections.every(({ offset }) => offset !== section))
    throw new PdfError('damaged', 'A revision is not part of the chain of revisions')
}

/** Readers take the last `startxref` of a file, some of them in a comment or within a word as well. */
function refuseOtherStart({ source, budget }: PdfDocument, from: number): void {
  eachPiece(source, from, source.length, (piece) => {
    spend(budget, piece.length >> 6)
    if (asBuffer(piece).includes('startxref', 0, 'latin1'))
      throw new PdfError('damaged', 'There is another beginning after the last revision')
  })
}

interface Reading {
  readonly listed: ReadonlySet<string>
  readonly isPassedOver: (error: unknown) => boolean
}

function readObject(
  document: PdfDocument,
  cursor: Cursor,
  offset: number,
  { listed, isPassedOver }: Reading,
): AppendedObject[] {
  const head = { ...cursor }
  const own = (num: number, isOdd: boolean, isUnread = false): AppendedObject => ({
    num,
    offset,
    isHidden: !listed.has(placeOf(num, offset)),
    isAmbiguous: isOdd,
    isUnread,
  })
  let read: IndirectObject
  try {
    read = parseIndirectObject(cursor, (dict) => {
      const length = resolve(document, dict.entries.get('Length'))
      return typeof length === 'number' ? length : undefined
    })
  } catch (error) {
    // Of what is broken it is not known where it ends.
    if (!(error instanceof PdfError) || error.code !== 'too_complex' || !isPassedOver(error)) throw error
    skipRest(cursor)
    return [own(readInteger(head) ?? 0, false, true)]
  }
  const { num, value } = read
  if (!readKeyword(cursor, 'endobj')) throw new PdfError('damaged', 'An object is not closed')
  const isOdd = isAmbiguous(value)
  try {
    return [own(num, isOdd), ...contained(document, num, offset, value, listed)]
  } catch (error) {
    if (!isPassedOver(error)) throw error
    return [own(num, isOdd, true)]
  }
}

/** Skips what is left of an object. */
function skipRest(cursor: Cursor): void {
  const end = closingKeyword(cursor.bytes, cursor.pos, cursor.budget)
  if (end < 0) throw new PdfError('damaged', 'An object is not closed')
  cursor.pos = end
  readKeyword(cursor, 'endstream')
  if (!readKeyword(cursor, 'endobj')) throw new PdfError('damaged', 'An object is not closed')
}

function contained(
  document: PdfDocument,
  container: number,
  offset: number,
  value: PdfObject,
  listed: ReadonlySet<string>,
): AppendedObject[] {
  const type = isStream(value) ? value.dict.entries.get('Type') : undefined
  // What is enciphered nobody reads by chance either.
  if (!isStream(value) || !isName(type) || type.name !== 'ObjStm' || encryptionOf(document)) return []
  const entry = (key: string) => resolve(document, value.dict.entries.get(key))
  const data = decodeStream(value, document.budget, (object) => resolve(document, object))
  const { numbers } = parseObjectStream(data, entry('N'), entry('First'), document.budget)
  return numbers.map((num, index) => ({
    num,
    offset,
    isHidden: !listed.has(slotOf(num, container, index)),
    isAmbiguous: false,
    isUnread: false,
  }))
}

const placeOf = (num: number, offset: number): string => `${num}@${offset}`
const slotOf = (num: number, container: number, index: number): string => `${num}@${container}/${index}`

/** Every place the appended cross-reference sections give; such a section's own stream needs no entry. */
function listedPlaces({ xref, budget, source }: PdfDocument, from: number): ReadonlySet<string> {
  const places = new Set<string>()
  for (const section of xref.sections) {
    if (section.offset < from) continue
    if (section.kind === 'stream') addStreamsOwn(places, source, section.offset, budget)
    for (const { first, count, entry } of section.ranges) {
      spend(budget, count * 15)
      for (let index = 0; index < count; index++) {
        const found = entry(index)
        if (found.type === 'offset') places.add(placeOf(first + index, skipWhiteAt(source, found.offset)))
        if (found.type === 'compressed') places.add(slotOf(first + index, found.container, found.index))
      }
    }
  }
  return places
}

function addStreamsOwn(
  places: Set<string>,
  source: PdfDocument['source'],
  offset: number,
  budget: PdfDocument['budget'],
): void {
  const num = readInteger(cursorAt(source, offset, budget))
  if (num !== undefined) places.add(placeOf(num, offset))
}
