import { AsnObjectIdentifierConverter } from '@peculiar/asn1-schema'

/** The few DER forms (ITU-T X.690) that the schema classes have no type for, or do not sort. */
export function derSequence(...parts: Uint8Array[]): Buffer {
  return encode(0x30, parts)
}

/** The parts must already be in ascending order (X.690 §11.6). */
export function derSetOf(parts: Uint8Array[]): Buffer {
  return encode(0x31, parts)
}

export function derOctetString(bytes: Uint8Array): Buffer {
  return encode(0x04, [bytes])
}

export function derPrintableString(text: string): Buffer {
  return encode(0x13, [Buffer.from(text, 'latin1')])
}

export function derIa5String(text: string): Buffer {
  return encode(0x16, [Buffer.from(text, 'latin1')])
}

export function derOid(dotted: string): Buffer {
  return Buffer.from(AsnObjectIdentifierConverter.toASN(dotted).toBER())
}

function encode(tag: number, parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content])
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length]
  if (length < 0x100) return [0x81, length]
  return [0x82, length >> 8, length & 0xff]
}
