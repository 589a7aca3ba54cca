import { PdfError } from '../pdf-error.ts'
import { limits, newBudget, spend } from './budget.ts'
import type { Budget } from './budget.ts'
import { decodeStream } from './filters.ts'
import { parseIndirectObject } from './indirect-object.ts'
import { isDict, isRef, isStream } from './objects.ts'
import type { PdfDict, PdfObject, PdfRef } from './objects.ts'
import { objectInStream, parseObjectStream } from './object-stream.ts'
import type { ObjectStream } from './object-stream.ts'
import { recoverXref, withPackedObjects } from './recover.ts'
import { asBuffer, cursorAt, skipWhiteAt, sourceOf } from './source.ts'
import type { PdfBytes, Source } from './source.ts'
import { readXref } from './xref.ts'
import type { Xref } from './xref-chain.ts'
import type { XrefEntry } from './xref-section.ts'

/** An open file. Objects are read when asked for, and cached; what `load` returns must not be changed. */
export interface PdfDocument {
  readonly source: Source
  readonly version: string
  readonly xref: Xref
  /** The cross-reference was broken and has been rebuilt by scanning, or the file is read deciphered: it cannot be appended to. */
  readonly recovered: boolean
  readonly budget: Budget
  readonly load: (num: number) => PdfObject
  /** Whether an object was written in a way that readers take for different things; asked of what can be loaded. */
  readonly isMalformed: (num: number) => boolean
  /**
   * Up to where the file decides what an object is, asked of what can be loaded: beyond its end where a stream states a length
   * that leads there. What is appended may make such a stream longer. 0 for an object in a stream.
   */
  readonly reachOf: (num: number) => number
}

/**
 * Opens a file; rebuilds a broken cross-reference. Throws `not_a_pdf`, `damaged` or `too_complex`.
 * An encrypted file opens, its strings and streams as stored. `later` is a later state of the same file: objects that
 * are the same in both are read only once.
 */
export function openDocument(bytes: PdfBytes, later?: PdfDocument): PdfDocument {
  const source = sourceOf(bytes)
  const version = headerVersion(source)
  if (version === undefined) throw new PdfError('not_a_pdf', 'The file does not begin with a PDF header')
  try {
    const budget = newBudget(source.length)
    const document = documentOf(source, version, readXref(source, budget), budget, false, { later })
    if (!isEncrypted(document)) requirePages(document)
    return document
  } catch (error) {
    if (!(error instanceof PdfError) || !mayRecover(error)) throw error
    return recoverDocument(source, version)
  }
}

/**
 * Scanning finds what a broken cross-reference hides. It finds nothing in a stream whose filter is not known but an older
 * state of what the stream holds, which is not what the file says.
 */
export const mayRecover = ({ code }: PdfError): boolean =>
  code !== 'too_complex' && code !== 'unsupported_filter'

/** Opens the file by scanning for its objects, whatever its cross-reference says. */
export function recoverDocument(source: Source, version: string): PdfDocument {
  const budget = newBudget(source.length)
  const document = documentOf(source, version, recoverXref(source, budget), budget, true)
  if (!isEncrypted(document)) requirePages(document)
  return document
}

/** Undoes the encryption of an object that lies in the file on its own; what object streams hold comes with them. */
type DecipherObject = (num: number, gen: number, value: PdfObject) => PdfObject

/** The same file with its objects deciphered as they are read. Throws `damaged` where it has no page tree even then. */
export function reopenDeciphered(document: PdfDocument, decipher: DecipherObject): PdfDocument {
  const { source, version, xref, budget } = document
  const entries = new Map(xref.trailer.entries)
  entries.delete('Encrypt')
  const trailer = { kind: 'dict', entries } as const
  const open = (readable: Xref) => documentOf(source, version, readable, budget, true, { decipher })
  const first = open({ ...xref, trailer })
  const deciphered = xref.found ? open(withPackedObjects(first.xref, first.load, budget)) : first
  requirePages(deciphered)
  return deciphered
}

/** An encrypted file can be told, not read: its object streams are encrypted too. `openDeciphered` may read it. */
export function isEncrypted(document: PdfDocument): boolean {
  return document.xref.trailer.entries.has('Encrypt')
}

function requirePages(document: PdfDocument): void {
  const { dict } = catalogOf(document)
  if (!dictEntry(document, dict, 'Pages')) throw new PdfError('damaged', 'The file has no page tree')
}

function documentOf(
  source: Source,
  version: string,
  xref: Xref,
  budget: Budget,
  recovered: boolean,
  { later, decipher }: { later?: PdfDocument | undefined; decipher?: DecipherObject } = {},
): PdfDocument {
  const cache = new Map<number, PdfObject>()
  const containers = new Map<number, ObjectStream>()
  const failures = new Map<number, PdfError>()
  const loading = new Set<number>()
  const malformed = new Set<number>()
  const reaches = new Map<number, number>()
  const document: PdfDocument = { source, version, xref, recovered, budget, load, isMalformed, reachOf }

  function isMalformed(num: number): boolean {
    load(num)
    return malformed.has(num)
  }

  function reachOf(num: number): number {
    load(num)
    return reaches.get(num) ?? 0
  }

  function load(num: number): PdfObject {
    const cached = cache.get(num)
    if (cached !== undefined) return cached
    const failure = failures.get(num)
    if (failure) throw failure
    if (loading.has(num)) return null // an object that needs itself to be read
    if (loading.size >= limits.depth)
      throw new PdfError('too_complex', 'Reading an object takes too many others')
    loading.add(num)
    try {
      const value = read(num)
      cache.set(num, value)
      return value
    } catch (error) {
      // What could not be read once is not tried again for each reference to it.
      if (error instanceof PdfError) failures.set(num, error)
      throw error
    } finally {
      loading.delete(num)
    }
  }

  function read(num: number): PdfObject {
    const entry = xref.find(num)
    if (!entry || entry.type === 'free') return null // ISO 32000-2 §7.3.10: a missing object is null
    if (later && isSameIn(later, num, entry)) {
      if (later.isMalformed(num)) malformed.add(num)
      reaches.set(num, later.reachOf(num))
      return later.load(num)
    }
    if (entry.type === 'compressed') return readPacked(num, entry)
    const start = skipWhiteAt(source, entry.offset)
    const cursor = cursorAt(source, start, budget)
    const base = start - cursor.pos
    const found = parseIndirectObject(cursor, (dict) => {
      const length = resolve(document, dict.entries.get('Length'))
      return typeof length === 'number' ? length : undefined
    })
    if (found.num !== num)
      throw new PdfError('damaged', `Object ${num} is not where the cross-reference says`)
    if (cursor.isMalformed) malformed.add(num)
    const reach = Math.max(cursor.pos, cursor.reach ?? 0)
    // An object never lies across two chunks.
    reaches.set(num, reach > cursor.bytes.length ? Infinity : base + reach)
    return decipher ? decipher(num, found.gen, found.value) : found.value
  }

  function readPacked(num: number, { container: holder, index }: PackedEntry): PdfObject {
    const { value, isMalformed: isOdd } = objectInStream(container(holder), num, index, budget)
    if (isOdd) malformed.add(num)
    return value
  }

  /** In the same place, and not by what was appended since. */
  function isSameIn(other: PdfDocument, num: number, entry: XrefEntry): boolean {
    const theirs = other.xref.find(num)
    if (entry.type === 'offset')
      return (
        theirs?.type === 'offset' && theirs.offset === entry.offset && other.reachOf(num) <= source.length
      )
    if (entry.type !== 'compressed' || theirs?.type !== 'compressed') return false
    const own = xref.find(entry.container)
    const sameContainer = theirs.container === entry.container && theirs.index === entry.index
    return sameContainer && own?.type === 'offset' && isSameIn(other, entry.container, own)
  }

  function container(num: number): ObjectStream {
    const known = containers.get(num)
    if (known) return known
    const value = xref.find(num)?.type === 'offset' ? load(num) : null
    if (!isStream(value)) throw new PdfError('damaged', `Object stream ${num} is missing`)
    const entry = (key: string) => resolve(document, value.dict.entries.get(key))
    const data = decodeStream(value, budget, (object) => resolve(document, object))
    const opened = parseObjectStream(data, entry('N'), entry('First'), budget)
    containers.set(num, opened)
    return opened
  }

  return document
}

type PackedEntry = Extract<XrefEntry, { type: 'compressed' }>

/** Follows references to the object itself; a chain that never ends is null. */
export function resolve(document: PdfDocument, value: PdfObject | undefined): PdfObject {
  let current = value ?? null
  for (let i = 0; isRef(current); i++) {
    if (i === 32) return null
    spend(document.budget, 1)
    current = document.load(current.num)
  }
  return current
}

/** The entry of a dictionary with references followed; null when it is missing. */
export function entryOf(document: PdfDocument, dict: PdfDict, key: string): PdfObject {
  return resolve(document, dict.entries.get(key))
}

/** The entry as a dictionary, or undefined. */
export function dictEntry(document: PdfDocument, dict: PdfDict, key: string): PdfDict | undefined {
  const value = entryOf(document, dict, key)
  return isDict(value) ? value : undefined
}

/** The entry as an array, or undefined. Any number of dictionaries may share one long array: each time it is paid for. */
export function arrayEntry(document: PdfDocument, dict: PdfDict, key: string): PdfObject[] | undefined {
  const value = entryOf(document, dict, key)
  if (!Array.isArray(value)) return undefined
  spend(document.budget, value.length >> 2)
  return value
}

/** The document catalogue and where it is. Throws `damaged` when there is none. */
export function catalogOf(document: PdfDocument): { ref: PdfRef; dict: PdfDict } {
  const root = document.xref.trailer.entries.get('Root')
  const dict = resolve(document, root)
  if (!isRef(root) || !isDict(dict)) throw new PdfError('damaged', 'The file has no document catalogue')
  return { ref: root, dict }
}

/** The version in the header, which readers accept within the first 1024 bytes; undefined when there is none. */
function headerVersion(source: Source): string | undefined {
  const first = asBuffer(source.chunks[0]?.bytes.subarray(0, 1032) ?? new Uint8Array())
  const at = first.indexOf('%PDF-', 0, 'latin1')
  if (at < 0) return undefined
  return /^%PDF-(\d\.\d)/.exec(first.toString('latin1', at, at + 8))?.[1] ?? '1.0'
}
