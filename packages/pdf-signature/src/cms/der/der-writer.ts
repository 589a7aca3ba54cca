import { CmsError } from '../cms-error.ts'

/*
 * DER by splicing: names, serial numbers and certificates are copied as the bytes they came in, since a certificate
 * re-encoded from an object model may differ from the one that was signed or hashed.
 */

/** A DER element with this identifier octet around the joined parts (X.690 §8.1). */
export function tlv(tag: number, ...parts: Uint8Array[]): Uint8Array {
  let length = 0
  for (const part of parts) length += part.length
  const head = header(tag, length)
  const element = new Uint8Array(head.length + length)
  element.set(head)
  let at = head.length
  for (const part of parts) {
    element.set(part, at)
    at += part.length
  }
  return element
}

function header(tag: number, length: number): number[] {
  if (length < 0x80) return [tag, length]
  if (length < 0x100) return [tag, 0x81, length]
  if (length < 0x10000) return [tag, 0x82, length >> 8, length & 0xff]
  return [tag, 0x84, length >>> 24, (length >> 16) & 0xff, (length >> 8) & 0xff, length & 0xff]
}

export const sequence = (...parts: Uint8Array[]): Uint8Array => tlv(0x30, ...parts)

/** SET OF: the elements in ascending order of their encodings (X.690 §11.6). `tag` for an implicitly tagged one. */
export function setOf(elements: readonly Uint8Array[], tag = 0x31): Uint8Array {
  return tlv(tag, ...elements.toSorted(Buffer.compare))
}

/** Context tag around a complete element. */
export const explicit = (number: number, ...parts: Uint8Array[]): Uint8Array => tlv(0xa0 | number, ...parts)

/** Context tag in place of a primitive element's own. */
export const implicit = (number: number, body: Uint8Array): Uint8Array => tlv(0x80 | number, body)

/** The same element under another identifier octet. */
export function retagged(element: Uint8Array, tag: number): Uint8Array {
  const copy = Uint8Array.from(element)
  copy[0] = tag
  return copy
}

/** INTEGER from a number that is not negative, or from its magnitude, most significant byte first. */
export function integer(value: number | Uint8Array): Uint8Array {
  let bytes = typeof value === 'number' ? magnitude(value) : value
  let zeros = 0
  while (zeros < bytes.length - 1 && bytes[zeros] === 0) zeros++
  bytes = bytes.subarray(zeros)
  const first = bytes[0]
  if (first === undefined) return tlv(0x02, Uint8Array.of(0))
  return first & 0x80 ? tlv(0x02, Uint8Array.of(0), bytes) : tlv(0x02, bytes)
}

function magnitude(value: number): Uint8Array {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new CmsError('unsupported', `Not an integer for DER: ${value}`)
  const bytes: number[] = []
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return Uint8Array.from(bytes)
}

export const enumerated = (value: number): Uint8Array => tlv(0x0a, Uint8Array.of(value))
export const octetString = (body: Uint8Array): Uint8Array => tlv(0x04, body)
export const bitString = (body: Uint8Array, unusedBits = 0): Uint8Array =>
  tlv(0x03, Uint8Array.of(unusedBits), body)
export const boolean = (value: boolean): Uint8Array => tlv(0x01, Uint8Array.of(value ? 0xff : 0))
export const nullValue = (): Uint8Array => Uint8Array.of(0x05, 0x00)
export const utf8String = (text: string): Uint8Array => tlv(0x0c, Buffer.from(text, 'utf8'))
export const printableString = (text: string): Uint8Array => tlv(0x13, Buffer.from(text, 'latin1'))

/** BIT STRING of named bits: bit 0 is the most significant; trailing zero bits are left out (X.690 §11.2.2). */
export function namedBits(bits: readonly number[]): Uint8Array {
  const highest = Math.max(...bits)
  const bytes = new Uint8Array((highest >> 3) + 1)
  for (const bit of bits) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (0x80 >> (bit & 7))
  return bitString(bytes, 7 - (highest & 7))
}

const encodedOids = new Map<string, Uint8Array>()

/** OBJECT IDENTIFIER from its dotted form. */
export function oid(dotted: string): Uint8Array {
  const known = encodedOids.get(dotted)
  if (known) return known
  const [first = 0n, second = 0n, ...rest] = dotted.split('.').map(BigInt)
  const body = [first * 40n + second, ...rest].flatMap(base128)
  const encoded = tlv(0x06, Uint8Array.from(body))
  encodedOids.set(dotted, encoded)
  return encoded
}

function base128(arc: bigint): number[] {
  const groups = [Number(arc & 127n)]
  for (let left = arc >> 7n; left > 0n; left >>= 7n) groups.unshift(Number(left & 127n) | 0x80)
  return groups
}

const digits = (at: Date): string => at.toISOString().replace(/[-:T]/g, '').slice(0, 14)

/** GeneralizedTime in UTC with whole seconds (RFC 5280 §4.1.2.5.2). */
export const generalizedTime = (at: Date): Uint8Array => tlv(0x18, Buffer.from(`${digits(at)}Z`, 'latin1'))

/** Time of a certificate or CRL: UTCTime until 2049, GeneralizedTime from 2050 (RFC 5280 §4.1.2.5). */
export function time(at: Date): Uint8Array {
  if (at.getUTCFullYear() >= 2050) return generalizedTime(at)
  return tlv(0x17, Buffer.from(`${digits(at).slice(2)}Z`, 'latin1'))
}
