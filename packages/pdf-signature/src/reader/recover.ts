import { PdfError } from '../pdf-error.ts'
import { limits, spend, spendParsed } from './budget.ts'
import type { Budget } from './budget.ts'
import { isWhite } from './lexer.ts'
import { isDict, isName, isRef, isStream, ref } from './objects.ts'
import type { PdfDict, PdfObject } from './objects.ts'
import { parseIndirectObject } from './indirect-object.ts'
import { parseObject } from './parser.ts'
import { decodeStream } from './filters.ts'
import { parseObjectStream } from './object-stream.ts'
import { asBuffer, cursorAt } from './source.ts'
import type { Source } from './source.ts'
import type { Xref } from './xref-chain.ts'
import type { XrefEntry } from './xref-section.ts'

/** Rebuilds the cross-reference of a damaged file by looking for its objects. Throws `damaged` when there is no catalogue. */
export function recoverXref(source: Source, budget: Budget): Xref {
  const entries = new Map<number, XrefEntry>()
  const trailer: PdfDict = { kind: 'dict', entries: new Map() }
  for (const chunk of source.chunks) {
    scanForObjects(chunk.bytes, chunk.start, budget, entries)
    scanForTrailers(chunk.bytes, budget, trailer)
  }
  addFromObjects(source, budget, entries, trailer)
  if (!isRef(trailer.entries.get('Root'))) throw new PdfError('damaged', 'The file has no document catalogue')
  const size = [...entries.keys()].reduce((largest, num) => Math.max(largest, num), 0) + 1
  return {
    trailer,
    startXref: 0,
    kind: 'table',
    size,
    find: (num) => entries.get(num),
    found: entries,
    sections: [],
  }
}

const isDigitCode = (code: number | undefined): boolean => code !== undefined && code >= 48 && code <= 57

function scanForObjects(
  bytes: Uint8Array,
  start: number,
  budget: Budget,
  entries: Map<number, XrefEntry>,
): void {
  for (const { num, gen, at } of objectHeads(bytes, budget))
    entries.set(num, { type: 'offset', offset: start + at, gen })
}

/** Everything that looks like the beginning of an object, be it in a stream, a string or a comment. */
export function* objectHeads(
  bytes: Uint8Array,
  budget: Budget,
): Generator<{ readonly num: number; readonly gen: number; readonly at: number }> {
  spend(budget, bytes.length >> 6)
  const buffer = asBuffer(bytes)
  for (let at = buffer.indexOf('obj', 0, 'latin1'); at >= 0; at = buffer.indexOf('obj', at + 3, 'latin1')) {
    spend(budget, 60)
    const gen = integerBefore(bytes, at)
    const num = gen && integerBefore(bytes, gen.start)
    if (!num || num.value > limits.objectNumber || num.value === 0) continue
    yield { num: num.value, gen: gen.value, at: num.start }
  }
}

/** The unsigned integer of at most 10 digits that ends, but for white space, at the position. */
function integerBefore(bytes: Uint8Array, end: number): { value: number; start: number } | undefined {
  let last = end
  while (isWhite(bytes[last - 1]) && end - last < 8) last--
  if (last === end && isDigitCode(bytes[end])) return undefined
  let start = last
  while (isDigitCode(bytes[start - 1]) && last - start < 10) start--
  if (start === last) return undefined
  let value = 0
  for (let i = start; i < last; i++) value = value * 10 + (bytes[i] ?? 48) - 48
  return { value, start }
}

function scanForTrailers(bytes: Uint8Array, budget: Budget, trailer: PdfDict): void {
  const buffer = asBuffer(bytes)
  for (
    let at = buffer.indexOf('trailer', 0, 'latin1');
    at >= 0;
    at = buffer.indexOf('trailer', at + 7, 'latin1')
  ) {
    spend(budget, 200)
    const cursor = { bytes, pos: at + 7, budget }
    try {
      const value = parseObject(cursor)
      if (isDict(value)) mergeTrailer(trailer, value)
    } catch (error) {
      if (!(error instanceof PdfError) || error.code !== 'damaged') throw error
    } finally {
      spendParsed(budget, cursor.pos - at)
    }
  }
}

function mergeTrailer(trailer: PdfDict, found: PdfDict): void {
  for (const key of ['Root', 'Info', 'ID', 'Encrypt']) {
    const value = found.entries.get(key)
    if (value !== undefined) trailer.entries.set(key, value)
  }
}

/** Opens every object once: for object streams, for cross-reference streams' trailers, and for a catalogue without trailer. */
function addFromObjects(
  source: Source,
  budget: Budget,
  entries: Map<number, XrefEntry>,
  trailer: PdfDict,
): void {
  let catalogue: PdfObject = null
  const direct = [...entries].flatMap(([num, entry]) => (entry.type === 'offset' ? [{ num, ...entry }] : []))
  // In the order of the file, so that of an object that was written again the newest counts, wherever it is packed.
  for (const { num, offset, gen } of direct.sort((a, b) => a.offset - b.offset)) {
    const value = readQuietly(source, offset, budget)
    const owner = isStream(value) ? value.dict : isDict(value) ? value : undefined
    const type = owner?.entries.get('Type')
    if (!owner || !isName(type)) continue
    if (type.name === 'Catalog') catalogue = ref(num, gen)
    else if (type.name === 'XRef') mergeTrailer(trailer, owner)
    else if (type.name === 'ObjStm' && isStream(value)) {
      const { numbers } = openObjectStream(value, budget)
      numbers.forEach((inner, index) => {
        const known = entries.get(inner)
        if (known?.type === 'offset' && known.offset > offset) return
        entries.set(inner, { type: 'compressed', container: num, index })
      })
    }
  }
  const root = trailer.entries.get('Root')
  if (catalogue && !(isRef(root) && entries.has(root.num))) trailer.entries.set('Root', catalogue)
}

function openObjectStream(
  value: Extract<PdfObject, { kind: 'stream' }>,
  budget: Budget,
): { numbers: readonly number[] } {
  try {
    const data = decodeStream(value, budget, (object) => object ?? null)
    return parseObjectStream(
      data,
      value.dict.entries.get('N') ?? null,
      value.dict.entries.get('First') ?? null,
      budget,
    )
  } catch (error) {
    if (error instanceof PdfError && error.code !== 'too_complex') return { numbers: [] }
    throw error
  }
}

function readQuietly(source: Source, offset: number, budget: Budget): PdfObject {
  return quietly(() => {
    const cursor = cursorAt(source, offset, budget)
    return parseIndirectObject(cursor, (dict) => {
      const length = dict.entries.get('Length')
      return typeof length === 'number' ? length : undefined
    }).value
  })
}

/** What cannot be read is as good as missing. */
function quietly(read: () => PdfObject): PdfObject {
  try {
    return read()
  } catch (error) {
    if (error instanceof PdfError && error.code !== 'too_complex') return null
    throw error
  }
}

/** With the objects in the object streams of a file that could not be read before it was deciphered. */
export function withPackedObjects(xref: Xref, load: (num: number) => PdfObject, budget: Budget): Xref {
  if (!xref.found) return xref
  const entries = new Map(xref.found)
  for (const num of xref.found.keys()) {
    const value = quietly(() => load(num))
    const type = isStream(value) ? value.dict.entries.get('Type') : undefined
    if (!isStream(value) || !isName(type) || type.name !== 'ObjStm') continue
    openObjectStream(value, budget).numbers.forEach((inner, index) => {
      if (!entries.has(inner)) entries.set(inner, { type: 'compressed', container: num, index })
    })
  }
  return { ...xref, found: entries, find: (num) => entries.get(num) }
}
