import type { KeyObject } from 'node:crypto'
import { readAlgorithm } from './algorithm.ts'
import type { DigestAlgorithm } from './algorithm.ts'
import { publicKeyOf } from './certificates/certificate.ts'
import type { Certificate } from './certificates/certificate.ts'
import { attempt } from './cms-error.ts'
import type { Element } from './der/der-reader.ts'

/** An algorithm as people write it, and until when what it made is taken as reliable. */
export interface AlgorithmStrength {
  readonly name: string
  readonly reliableUntil?: Date
}

// After ETSI TS 119 312 and the SOG-IS list of agreed mechanisms: what was broken by then ends with 2013, legacy with 2030.
const endOfWeak = new Date('2014-01-01T00:00:00Z')
const endOfLegacy = new Date('2031-01-01T00:00:00Z')

const digestNames: Record<DigestAlgorithm, string> = {
  sha1: 'SHA-1',
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
}

export const digestStrength = (digest: DigestAlgorithm): AlgorithmStrength => ({
  name: digestNames[digest],
  ...(digest === 'sha1' ? { reliableUntil: endOfWeak } : {}),
})

const curves: Record<string, { readonly name: string; readonly bits: number }> = {
  prime192v1: { name: 'P-192', bits: 192 },
  secp224r1: { name: 'P-224', bits: 224 },
  prime256v1: { name: 'P-256', bits: 256 },
  secp384r1: { name: 'P-384', bits: 384 },
  secp521r1: { name: 'P-521', bits: 521 },
}

/** Strength of a key of its kind and size. */
export function keyStrength(key: KeyObject): AlgorithmStrength {
  const { asymmetricKeyType: type = '', asymmetricKeyDetails: details } = key
  if (type.startsWith('rsa')) {
    const bits = details?.modulusLength ?? 0
    const end = bits < 2048 ? endOfWeak : bits < 3000 ? endOfLegacy : undefined
    return { name: `RSA ${bits}`, ...(end ? { reliableUntil: end } : {}) }
  }
  if (type !== 'ec') return { name: type === 'ed25519' ? 'Ed25519' : type }
  const named = details?.namedCurve ?? ''
  const bits = curves[named]?.bits ?? Number(/(\d{3})/.exec(named)?.[1] ?? 0)
  const end = bits < 224 ? endOfWeak : bits < 256 ? endOfLegacy : undefined
  return { name: `ECDSA ${curves[named]?.name ?? named}`, ...(end ? { reliableUntil: end } : {}) }
}

/** The algorithms of a signature: its digest and its key; empty where they cannot be told. */
export function signatureStrengths(
  algorithm: Element,
  signer: Certificate,
  digest?: DigestAlgorithm,
): readonly AlgorithmStrength[] {
  return (
    attempt(() => {
      const used = readAlgorithm(algorithm, publicKeyOf(signer), digest)
      return [...(used ? [digestStrength(used)] : []), keyStrength(publicKeyOf(signer))]
    }) ?? []
  )
}

/** The one that ends first among those that are not reliable any longer at the time. */
export function weakestAt(strengths: readonly AlgorithmStrength[], at: Date): AlgorithmStrength | undefined {
  return strengths
    .filter(({ reliableUntil }) => reliableUntil !== undefined && reliableUntil <= at)
    .toSorted((a, b) => Number(a.reliableUntil) - Number(b.reliableUntil))[0]
}
