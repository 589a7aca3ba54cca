import { PdfError } from './pdf-error.ts'
import type { PdfRaw } from './reader/objects.ts'
import { hashUpTo } from './prefix-hash.ts'
import type { PrefixHash } from './prefix-hash.ts'
import { writeRevision } from './writer/revision.ts'
import type { Revision } from './writer/revision.ts'

/** A revision that lacks only its signature: plain data, to be kept as long as it takes. */
export interface PreparedSignature {
  /** Length of the file it is to be appended to. */
  readonly baseLength: number
  readonly tail: Uint8Array
  /** SHA-256 of the byte range: what is to be signed or time-stamped. */
  readonly digest: Uint8Array
  /** Where in the tail the signature goes, in hexadecimal digits: `offset` of the first, `size` in signature bytes. */
  readonly placeholder: { readonly offset: number; readonly size: number }
  /** Characters of the appearance that no font has; each is drawn as a box. */
  readonly missing: readonly string[]
}

const RANGE_WIDTH = 38

export const byteRangePlaceholder: PdfRaw = {
  kind: 'raw',
  mark: 'ByteRange',
  text: '[0 0 0 0]'.padEnd(RANGE_WIDTH),
}

export function contentsPlaceholder(size: number): PdfRaw {
  return { kind: 'raw', mark: 'Contents', text: `<${'0'.repeat(size * 2)}>` }
}

/** Writes the revision, fills in its /ByteRange (ISO 32000-2 §12.8.1) and hashes it. */
export function fillByteRange(
  revision: Revision,
  size: number,
  missing: readonly string[],
  prefix: PrefixHash | undefined,
): PreparedSignature {
  const { tail, marks } = writeRevision(revision)
  const { source } = revision.document
  const baseLength = source.length
  const contents = marks.get('Contents') ?? 0
  const end = contents + size * 2 + 2
  const range = `[0 ${baseLength + contents} ${baseLength + end} ${tail.length - end}]`
  tail.write(range.padEnd(RANGE_WIDTH), marks.get('ByteRange') ?? 0, 'latin1')
  const hash = hashUpTo(source, baseLength, prefix)
  const digest = hash.update(tail.subarray(0, contents)).update(tail.subarray(end)).digest()
  return { baseLength, tail, digest, placeholder: { offset: contents + 1, size }, missing }
}

/**
 * Puts a signature (a CMS, or a time-stamp token; DER) into the placeholder of /Contents and gives the finished revision,
 * to be appended to the file it was prepared for. Throws `signature_too_large`.
 */
export function embedSignature(prepared: PreparedSignature, signature: Uint8Array): Uint8Array {
  const { offset, size } = prepared.placeholder
  if (signature.length > size) {
    throw new PdfError(
      'signature_too_large',
      `The signature has ${signature.length} bytes, room is for ${size}`,
    )
  }
  const tail = Buffer.alloc(prepared.tail.length)
  tail.set(prepared.tail)
  tail.write(Buffer.from(signature).toString('hex'), offset, 'latin1')
  return tail
}
