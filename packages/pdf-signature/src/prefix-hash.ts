import crypto from 'node:crypto'
import type { Hash } from 'node:crypto'
import { PdfError } from './pdf-error.ts'
import { eachPiece, sourceOf } from './reader/source.ts'
import type { PdfBytes, Source } from './reader/source.ts'

/**
 * The state of SHA-256 after the first `length` bytes of a file that is only ever appended to: with it, a large
 * file is hashed once however many signatures follow. It lives in one process and is not serialisable.
 */
export interface PrefixHash {
  readonly length: number
  readonly hash: Hash
}

/** Hashes the whole of the bytes, to continue from there. */
export function hashPrefix(bytes: PdfBytes, known?: PrefixHash): PrefixHash {
  const source = sourceOf(bytes)
  return { length: source.length, hash: hashUpTo(source, source.length, known) }
}

/** Hash of the first `end` bytes, still open; `known` may cover any part of them, by the same algorithm. */
export function hashUpTo(source: Source, end: number, known?: PrefixHash, algorithm = 'sha256'): Hash {
  if (known && known.length > end) {
    throw new PdfError('prefix_mismatch', 'The hash state covers more than the file')
  }
  const hash = known ? known.hash.copy() : crypto.createHash(algorithm)
  eachPiece(source, known?.length ?? 0, end, (piece) => hash.update(piece))
  return hash
}
