import { PdfError } from '../pdf-error.ts'
import { limits, spend } from './budget.ts'
import type { Budget } from './budget.ts'

/** A reading position in one chunk of a file. */
export interface Cursor {
  readonly bytes: Uint8Array
  pos: number
  readonly budget: Budget
  /** Set once something was read that ISO 32000-2 §7.3 doesn't define: other readers make other things of it. */
  isMalformed?: boolean
  /** How far the bytes decide what was read, where that is further than it goes: a stream may state a length beyond its end. */
  reach?: number
}

const WHITE = 1
const DELIMITER = 2
const charClass = new Uint8Array(256)
for (const code of [0, 9, 10, 12, 13, 32]) charClass[code] = WHITE
for (const char of '()<>[]{}/%') charClass[char.charCodeAt(0)] = DELIMITER

export const isWhite = (code: number | undefined): boolean => code !== undefined && charClass[code] === WHITE
export const isDigit = (code: number | undefined): boolean => code !== undefined && code >= 48 && code <= 57
const isRegular = (code: number | undefined): boolean => code !== undefined && charClass[code] === 0

/** Skips white space and comments. */
export function skipWhite(cursor: Cursor): void {
  const { bytes } = cursor
  const start = cursor.pos
  for (;;) {
    while (isWhite(bytes[cursor.pos])) cursor.pos++
    if (bytes[cursor.pos] !== 0x25) break
    while (cursor.pos < bytes.length && bytes[cursor.pos] !== 10 && bytes[cursor.pos] !== 13) cursor.pos++
  }
  spend(cursor.budget, 1 + ((cursor.pos - start) >> 6))
}

/** The run of regular characters at the cursor; empty at a delimiter or the end. */
export function readRegular(cursor: Cursor): string {
  const start = cursor.pos
  while (isRegular(cursor.bytes[cursor.pos])) cursor.pos++
  spend(cursor.budget, 1 + ((cursor.pos - start) >> 6))
  return latin1(cursor.bytes, start, cursor.pos)
}

/** An unsigned integer at the cursor (white space skipped), or undefined with the cursor back where it was. */
export function readInteger(cursor: Cursor): number | undefined {
  const before = cursor.pos
  skipWhite(cursor)
  let value = 0
  const start = cursor.pos
  for (;;) {
    const code = cursor.bytes[cursor.pos]
    if (code === undefined || !isDigit(code) || cursor.pos - start > 15) break
    value = value * 10 + code - 48
    cursor.pos++
  }
  if (cursor.pos > start && !isRegular(cursor.bytes[cursor.pos])) return value
  cursor.pos = before
  return undefined
}

/** Whether the keyword is at the cursor (white space skipped); if so the cursor moves past it. */
export function readKeyword(cursor: Cursor, keyword: string): boolean {
  const before = cursor.pos
  skipWhite(cursor)
  if (startsWith(cursor.bytes, cursor.pos, keyword)) {
    cursor.pos += keyword.length
    return true
  }
  cursor.pos = before
  return false
}

export function startsWith(bytes: Uint8Array, pos: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[pos + i] !== text.charCodeAt(i)) return false
  return true
}

export function latin1(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > 32)
    return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1')
  let text = ''
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i] ?? 0)
  return text
}

/** A literal string at the cursor, which is on its opening parenthesis (ISO 32000-2 §7.3.4.2). */
export function readLiteralString(cursor: Cursor): Uint8Array {
  const { bytes } = cursor
  const out: number[] = []
  const start = cursor.pos
  let depth = 0
  const pay = (): void => spend(cursor.budget, 1 + ((cursor.pos - start) >> 3))
  while (cursor.pos < bytes.length) {
    const code = bytes[cursor.pos++] ?? 0
    if (code === 0x28 && depth++ === 0) continue
    if (code === 0x29 && --depth === 0) {
      pay()
      return Uint8Array.from(out)
    }
    if (code === 0x5c) readEscape(cursor, out)
    else if (code === 13) {
      if (bytes[cursor.pos] === 10) cursor.pos++
      out.push(10)
    } else out.push(code)
    if (out.length > limits.string) {
      pay()
      throw new PdfError('too_complex', 'A string is too long')
    }
  }
  pay()
  throw new PdfError('damaged', 'A string is not closed')
}

const escapes = new Map([
  [0x6e, 10],
  [0x72, 13],
  [0x74, 9],
  [0x62, 8],
  [0x66, 12],
])

function readEscape(cursor: Cursor, out: number[]): void {
  const code = cursor.bytes[cursor.pos++]
  if (code === undefined) return
  if (code >= 48 && code <= 55) {
    let value = code - 48
    for (let i = 0; i < 2; i++) {
      const digit = cursor.bytes[cursor.pos]
      if (digit === undefined || digit < 48 || digit > 55) break
      value = value * 8 + digit - 48
      cursor.pos++
    }
    out.push(value & 0xff)
  } else if (code === 13) {
    if (cursor.bytes[cursor.pos] === 10) cursor.pos++
  } else if (code !== 10) out.push(escapes.get(code) ?? code)
}

/** A hexadecimal string at the cursor, which is on its opening bracket (ISO 32000-2 §7.3.4.3). */
export function readHexString(cursor: Cursor): Uint8Array {
  const start = cursor.pos + 1
  const end = cursor.bytes.indexOf(0x3e, start)
  spend(cursor.budget, 1 + (((end < 0 ? cursor.bytes.length : end) - start) >> 5))
  if (end < 0) {
    cursor.pos = cursor.bytes.length
    throw new PdfError('damaged', 'A hexadecimal string is not closed')
  }
  if (end - start > limits.string * 2) throw new PdfError('too_complex', 'A string is too long')
  cursor.pos = end + 1
  let digits = latin1(cursor.bytes, start, end)
  if (/[^0-9A-Fa-f]/.test(digits)) {
    if (/[^0-9A-Fa-f\0\t\n\f\r ]/.test(digits)) cursor.isMalformed = true
    digits = digits.replace(/[^0-9A-Fa-f]/g, '')
  }
  return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex')
}
