import { CmsError } from '../cms-error.ts'

/** One ASN.1 element as a view on the bytes it was read from. */
export interface Element {
  /** Identifier octet: class, constructed bit and number (below 31; nothing read here uses more). */
  readonly tag: number
  /** The whole encoding, header included. */
  readonly raw: Uint8Array
  /** The contents octets. */
  readonly body: Uint8Array
}

const maximumDepth = 32
const maximumElements = 2_000_000

/**
 * Reads the element that starts at `at`. BER's indefinite length is read too: signatures of other products use it.
 * Nothing inside is looked at until `children` asks, except to find the end of an indefinite length.
 */
export function readElement(bytes: Uint8Array, at = 0, depth = 0): Element {
  const tag = bytes[at]
  const first = bytes[at + 1]
  if (tag === undefined || first === undefined) throw new CmsError('malformed', 'ASN.1 ends too early')
  if ((tag & 0x1f) === 0x1f) throw new CmsError('malformed', 'ASN.1 tag above 30')
  if (first === 0x80) return readIndefinite(bytes, at, tag, depth)
  let start = at + 2
  let length = first
  if (first & 0x80) {
    const count = first & 0x7f
    if (count > 4) throw new CmsError('malformed', 'ASN.1 length is too long')
    length = 0
    for (let i = 0; i < count; i++) length = length * 256 + (bytes[start++] ?? 0)
  }
  const end = start + length
  if (end > bytes.length) throw new CmsError('malformed', 'ASN.1 element is longer than its container')
  return { tag, raw: bytes.subarray(at, end), body: bytes.subarray(start, end) }
}

function readIndefinite(bytes: Uint8Array, at: number, tag: number, depth: number): Element {
  if (!(tag & 0x20)) throw new CmsError('malformed', 'ASN.1 primitive of indefinite length')
  if (depth > maximumDepth) throw new CmsError('malformed', 'ASN.1 is nested too deeply')
  let end = at + 2
  while (bytes[end] !== 0 || bytes[end + 1] !== 0) end += readElement(bytes, end, depth + 1).raw.length
  return { tag, raw: bytes.subarray(at, end + 2), body: bytes.subarray(at + 2, end) }
}

/** The elements inside a constructed one, or inside bytes that hold a run of elements. */
export function children(parent: Element | Uint8Array): Element[] {
  if ('tag' in parent && !(parent.tag & 0x20))
    throw new CmsError('malformed', 'ASN.1 element is not constructed')
  const bytes = 'tag' in parent ? parent.body : parent
  const elements: Element[] = []
  for (let at = 0; at < bytes.length;) {
    const element = readElement(bytes, at)
    elements.push(element)
    at += element.raw.length
    if (elements.length > maximumElements) throw new CmsError('malformed', 'ASN.1 has too many elements')
  }
  return elements
}

/** The element, if it is there and has this tag; else a CmsError that names it. */
export function expectTag(element: Element | undefined, tag: number, what: string): Element {
  if (!element || element.tag !== tag)
    throw new CmsError('malformed', `${what} is missing or of another type`)
  return element
}

/** Children of a SEQUENCE that must be one. */
export const sequenceOf = (element: Element | undefined, what: string): Element[] =>
  children(expectTag(element, 0x30, what))

/** Bytes of an OCTET STRING, also of a constructed one (BER), whatever its tag says. */
export function octets(element: Element, depth = 0): Uint8Array {
  if (!(element.tag & 0x20)) return element.body
  if (depth > maximumDepth) throw new CmsError('malformed', 'ASN.1 is nested too deeply')
  return Buffer.concat(children(element).map((part) => octets(part, depth + 1)))
}

/** Bytes of a BIT STRING whose bits fill whole octets (signatures, keys). */
export function bits(element: Element | undefined, what: string): Uint8Array {
  const { body } = expectTag(element, 0x03, what)
  if (body[0] !== 0) throw new CmsError('malformed', `${what} has unused bits`)
  return body.subarray(1)
}

/** Numbers of the bits that are set in a BIT STRING of named bits. */
export function readNamedBits(element: Element): number[] {
  const numbers: number[] = []
  const bytes = element.body.subarray(1)
  for (let bit = 0; bit < Math.min(bytes.length * 8, 64); bit++)
    if ((bytes[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) numbers.push(bit)
  return numbers
}

/** Dotted form of an OBJECT IDENTIFIER. Arcs made of UUIDs (2.25) are larger than a number holds. */
export function readOid(element: Element | undefined, what: string): string {
  const { body } = expectTag(element, 0x06, what)
  if (body.length === 0 || body.length > 128 || (body.at(-1) ?? 0) & 0x80)
    throw new CmsError('malformed', `${what} is no identifier`)
  let dotted = ''
  for (let at = 0; at < body.length;) {
    let end = at
    while ((body[end] ?? 0) & 0x80) end++
    const arc = readArc(body.subarray(at, ++end))
    if (at === 0)
      dotted = arc < 80 ? `${Math.floor(Number(arc) / 40)}.${Number(arc) % 40}` : `2.${BigInt(arc) - 80n}`
    else dotted += `.${arc}`
    at = end
  }
  return dotted
}

function readArc(groups: Uint8Array): number | bigint {
  if (groups.length <= 7) return groups.reduce((arc, group) => arc * 128 + (group & 0x7f), 0)
  return groups.reduce((arc, group) => (arc << 7n) | BigInt(group & 0x7f), 0n)
}

/** A small INTEGER or ENUMERATED that is not negative. */
export function readInteger(element: Element | undefined, what: string): number {
  if (!element || element.body.length === 0 || element.body.length > 6)
    throw new CmsError('malformed', `${what} is no small integer`)
  return element.body.reduce((value, byte) => value * 256 + byte, 0)
}

/** UTCTime or GeneralizedTime, to the millisecond. */
export function readTime(element: Element | undefined, what: string): Date {
  const text = Buffer.from(element?.body ?? []).toString('latin1')
  const full = element?.tag === 0x17 ? (Number(text.slice(0, 2)) >= 50 ? '19' : '20') + text : text
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?(?:[.,](\d{1,9}))?Z$/.exec(full)
  if (!parts || (element?.tag !== 0x17 && element?.tag !== 0x18))
    throw new CmsError('malformed', `${what} is no UTC time`)
  const [, year, month, day, hour, minute, second = '00', fraction = '0'] = parts
  const at = new Date(
    `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`,
  )
  if (Number.isNaN(at.getTime())) throw new CmsError('malformed', `${what} is no date`)
  return at
}
