import { digestAlgorithms } from '../pki/detached-cms.ts'
import type { DigestName } from '../pki/detached-cms.ts'

export type { DigestName } from '../pki/detached-cms.ts'

export const digestNames = Object.keys(digestAlgorithms) as DigestName[]

/** SHA-256, SHA-384 or SHA-512, by its object identifier. */
export const digestNamed = (oid: unknown): DigestName | undefined =>
  digestNames.find((name) => digestAlgorithms[name].oid === oid)

/** Base64, with or without padding, of a hash of the algorithm's length. */
export function isHash(text: string, algorithm: DigestName): boolean {
  return (
    /^[A-Za-z0-9+/]+={0,2}$/.test(text) &&
    Buffer.from(text, 'base64').length === digestAlgorithms[algorithm].length
  )
}
