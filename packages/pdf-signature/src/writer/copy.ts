import { PdfError } from '../pdf-error.ts'
import { spend } from '../reader/budget.ts'
import type { PdfDocument } from '../reader/document.ts'
import { copyDict, isDict, isName, isRef, isStream, ref } from '../reader/objects.ts'
import type { PdfDict, PdfObject, PdfRef } from '../reader/objects.ts'

/** A copy takes about as much memory as what was read. */
const WORK = 10

/** A file's objects on the way into a new one: only those that are reached. */
export interface Copy {
  readonly document: PdfDocument
  /** New objects by their new numbers, which are given as objects are reached. */
  readonly objects: Map<number, PdfObject>
  readonly numbers: Map<number, number>
  readonly waiting: number[]
  /** What takes an object's place, by its old number. */
  readonly replaced: Map<number, PdfObject>
  /** What is left of a dictionary on its way. */
  readonly filter: (dict: PdfDict) => PdfDict
  /** Objects that were not in the file have old numbers from here on. */
  next: number
}

export function startCopy(document: PdfDocument, filter: Copy['filter'] = (dict) => dict): Copy {
  const next = Math.max(document.xref.size, 1)
  return { document, objects: new Map(), numbers: new Map(), waiting: [], replaced: new Map(), filter, next }
}

/** Objects are copied as they are reached, not by recursion: a list of a million is no deep one. */
export function copyReached(copy: Copy): void {
  for (let num = copy.waiting.pop(); num !== undefined; num = copy.waiting.pop()) {
    const value = copy.replaced.get(num) ?? loadQuietly(copy.document, num)
    copy.objects.set(copy.numbers.get(num) ?? 0, copied(copy, value))
  }
}

/** An object that cannot be read is as good as missing, as other readers take it. */
function loadQuietly(document: PdfDocument, num: number): PdfObject {
  try {
    return document.load(num)
  } catch (error) {
    if (error instanceof PdfError && error.code !== 'too_complex') return null
    throw error
  }
}

export function copied(copy: Copy, value: PdfObject): PdfObject {
  spend(copy.document.budget, WORK)
  if (isRef(value)) return newRef(copy, value)
  if (Array.isArray(value)) return value.map((item) => copied(copy, item))
  if (isStream(value))
    return { kind: 'stream', dict: copiedDict(copy, plainStream(value.dict)), data: value.data }
  if (isDict(value)) return copiedDict(copy, value)
  return value
}

function copiedDict(copy: Copy, original: PdfDict): PdfDict {
  const { entries } = copy.filter(original)
  return { kind: 'dict', entries: new Map([...entries].map(([key, value]) => [key, copied(copy, value)])) }
}

function newRef(copy: Copy, { num }: PdfRef): PdfObject {
  const known = copy.numbers.get(num)
  if (known !== undefined) return ref(known)
  const isThere = copy.replaced.has(num) || (copy.document.xref.find(num)?.type ?? 'free') !== 'free'
  if (!isThere) return null
  const next = copy.numbers.size + 1
  copy.numbers.set(num, next)
  copy.waiting.push(num)
  return ref(next)
}

/** The length is written again, and what was deciphered has no crypt filter. */
function plainStream(original: PdfDict): PdfDict {
  const plain = copyDict(original)
  plain.entries.delete('Length')
  for (const key of ['Filter', 'DecodeParms']) dropCryptFilter(original, plain, key)
  return plain
}

function dropCryptFilter(original: PdfDict, plain: PdfDict, key: string): void {
  const filter = original.entries.get('Filter')
  const first = Array.isArray(filter) ? filter[0] : filter
  if (!isName(first) || first.name !== 'Crypt') return
  const held = original.entries.get(key)
  if (Array.isArray(held)) plain.entries.set(key, held.slice(1))
  else plain.entries.delete(key)
}
