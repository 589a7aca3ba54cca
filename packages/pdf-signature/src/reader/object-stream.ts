import { PdfError } from '../pdf-error.ts'
import { spendParsed } from './budget.ts'
import type { Budget } from './budget.ts'
import { readInteger } from './lexer.ts'
import type { Cursor } from './lexer.ts'
import type { PdfObject } from './objects.ts'
import { parseObject } from './parser.ts'

/** An object stream's data and where each object in it begins (ISO 32000-2 §7.5.7). */
export interface ObjectStream {
  readonly data: Uint8Array
  readonly numbers: readonly number[]
  readonly offsets: readonly number[]
  /** The index of an object number: the first where several are the same. */
  readonly indexOf: (num: number) => number | undefined
}

export function parseObjectStream(
  data: Uint8Array,
  count: PdfObject,
  first: PdfObject,
  budget: Budget,
): ObjectStream {
  if (typeof count !== 'number' || typeof first !== 'number' || count < 0 || first < 0) {
    throw new PdfError('damaged', 'An object stream lacks its /N or /First')
  }
  const cursor = { bytes: data, pos: 0, budget }
  const numbers: number[] = []
  const offsets: number[] = []
  for (let i = 0; i < count; i++) {
    const num = readInteger(cursor)
    const offset = readInteger(cursor)
    if (num === undefined || offset === undefined) break
    numbers.push(num)
    offsets.push(first + offset)
  }
  spendParsed(budget, cursor.pos)
  let indexes: Map<number, number> | undefined
  const indexOf = (num: number): number | undefined => {
    indexes ??= new Map(numbers.map((each, index) => [each, index] as const).toReversed())
    return indexes.get(num)
  }
  return { data, numbers, offsets, indexOf }
}

/** The object with that number; the index of the cross-reference entry is only a hint. */
export function objectInStream(
  stream: ObjectStream,
  num: number,
  index: number,
  budget: Budget,
): { readonly value: PdfObject; readonly isMalformed: boolean } {
  const at = stream.numbers[index] === num ? index : stream.indexOf(num)
  const offset = at === undefined ? undefined : stream.offsets[at]
  if (offset === undefined) return { value: null, isMalformed: false }
  const cursor: Cursor = { bytes: stream.data, pos: offset, budget }
  try {
    const value = parseObject(cursor)
    return { value, isMalformed: cursor.isMalformed === true }
  } finally {
    spendParsed(budget, cursor.pos - offset)
  }
}
