import { PdfError } from '../pdf-error.ts'
import { limits, spend } from './budget.ts'
import { isDigit, readHexString, readInteger, readLiteralString, readRegular, skipWhite } from './lexer.ts'
import type { Cursor } from './lexer.ts'
import { bytesString, name, ref } from './objects.ts'
import { noteReal } from './written-numbers.ts'
import type { PdfDict, PdfObject } from './objects.ts'

// An object takes more memory than its token: it counts as so many, to bound that too.
const ARRAY_WORK = 15
const LEAF_WORK = 15
const STRING_WORK = 60
const DICT_WORK = 60

/** Reads the object at the cursor (not a stream's data). Throws `damaged` or `too_complex`. */
export function parseObject(cursor: Cursor, depth = 0): PdfObject {
  if (depth > limits.depth) throw new PdfError('too_complex', 'Objects are nested too deeply')
  skipWhite(cursor)
  const code = cursor.bytes[cursor.pos]
  switch (code) {
    case undefined:
      throw new PdfError('damaged', 'The file ends inside an object')
    case 0x2f:
      spend(cursor.budget, LEAF_WORK)
      return name(readName(cursor))
    case 0x28:
      spend(cursor.budget, STRING_WORK)
      return parseLiteralString(cursor)
    case 0x5b:
      return parseArray(cursor, depth)
    case 0x3c:
      if (cursor.bytes[cursor.pos + 1] === 0x3c) return parseDict(cursor, depth)
      spend(cursor.budget, STRING_WORK)
      return bytesString(readHexString(cursor))
    default:
      return isDigit(code) ? parseNumberOrRef(cursor) : parseWord(cursor)
  }
}

function parseLiteralString(cursor: Cursor): PdfObject {
  const start = cursor.pos
  const bytes = readLiteralString(cursor)
  const written = cursor.bytes.subarray(start + 1, cursor.pos - 1)
  return bytesString(bytes, written.includes(13) ? written : undefined)
}

function readName(cursor: Cursor): string {
  cursor.pos++
  const raw = readRegular(cursor)
  if (!raw.includes('#')) return raw
  if (/#(?![0-9A-Fa-f]{2})/.test(raw)) cursor.isMalformed = true
  return raw.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function parseNumberOrRef(cursor: Cursor): PdfObject {
  const start = cursor.pos
  const first = readInteger(cursor)
  if (first === undefined) return parseWord(cursor)
  const after = cursor.pos
  const second = readInteger(cursor)
  if (second !== undefined) {
    skipWhite(cursor)
    const next = cursor.bytes[cursor.pos + 1]
    if (cursor.bytes[cursor.pos] === 0x52 && !isNameCharacter(next)) {
      cursor.pos++
      spend(cursor.budget, LEAF_WORK)
      return ref(first, second)
    }
  }
  cursor.pos = after
  if (cursor.pos - start > 15) throw new PdfError('damaged', 'A number has too many digits')
  return first
}

const isNameCharacter = (code: number | undefined): boolean =>
  code !== undefined &&
  ((code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122))

function parseWord(cursor: Cursor): PdfObject {
  const word = readRegular(cursor)
  if (word === 'true') return true
  if (word === 'false') return false
  if (word === 'null') return null
  if (/^[+\-.\d]/.test(word)) {
    // Most readers take what is a number at the beginning, and 0 for the likes of "-" or "--1", but not all.
    if (!isNumber.test(word)) cursor.isMalformed = true
    const value = Number.parseFloat(word)
    return Number.isFinite(value) ? value : 0
  }
  throw new PdfError('damaged', `Not an object: ${JSON.stringify(word.slice(0, 20))}`)
}

/** ISO 32000-2 §7.3.3. */
const isNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)$/

function parseArray(cursor: Cursor, depth: number): PdfObject[] {
  spend(cursor.budget, ARRAY_WORK)
  cursor.pos++
  const items: PdfObject[] = []
  for (;;) {
    skipWhite(cursor)
    if (cursor.bytes[cursor.pos] === 0x5d) break
    const item = parseObject(cursor, depth + 1)
    noteReal(cursor, item, items, items.length)
    items.push(item)
  }
  cursor.pos++
  return items
}

function parseDict(cursor: Cursor, depth: number): PdfDict {
  spend(cursor.budget, DICT_WORK)
  cursor.pos += 2
  const entries = new Map<string, PdfObject>()
  let ambiguous = false
  for (;;) {
    skipWhite(cursor)
    const code = cursor.bytes[cursor.pos]
    if (code === 0x3e && cursor.bytes[cursor.pos + 1] === 0x3e) break
    if (code !== 0x2f) throw new PdfError('damaged', 'A dictionary key is not a name')
    const key = readName(cursor)
    skipWhite(cursor)
    if (cursor.bytes[cursor.pos] === 0x3e && cursor.bytes[cursor.pos + 1] === 0x3e) {
      cursor.isMalformed = true // a key without a value
      break
    }
    if (entries.has(key)) ambiguous = true
    const value = parseObject(cursor, depth + 1)
    noteReal(cursor, value, entries, key)
    entries.set(key, value)
  }
  cursor.pos += 2
  return ambiguous ? { kind: 'dict', entries, ambiguous } : { kind: 'dict', entries }
}
