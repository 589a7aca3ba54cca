import type { DigestAlgorithm } from '../../cms/algorithm.ts'
import type { ByteRange } from '../../inspection/byte-range.ts'
import { hashUpTo } from '../../prefix-hash.ts'
import type { PrefixHash } from '../../prefix-hash.ts'
import { eachPiece } from '../../reader/source.ts'
import type { Source } from '../../reader/source.ts'

export interface RangeDigests {
  readonly of: (range: ByteRange, algorithm: DigestAlgorithm) => Uint8Array
  /** SHA-256 of the whole file. */
  readonly ofFile: () => Uint8Array
}

/**
 * Digests of byte ranges of one file, asked for in the order in which they end: what several signatures cover in common
 * is hashed once, for the whole file as well.
 */
export function rangeDigests(source: Source): RangeDigests {
  const prefixes = new Map<DigestAlgorithm, PrefixHash>()
  return {
    of: ({ contentsStart, contentsEnd, end }, algorithm) => {
      const known = prefixes.get(algorithm)
      const usable = known && known.length <= contentsStart ? known : undefined
      const hash = hashUpTo(source, contentsStart, usable, algorithm)
      prefixes.set(algorithm, { length: contentsStart, hash: hash.copy() })
      eachPiece(source, contentsEnd, end, (piece) => hash.update(piece))
      return hash.digest()
    },
    ofFile: () => hashUpTo(source, source.length, prefixes.get('sha256')).digest(),
  }
}
