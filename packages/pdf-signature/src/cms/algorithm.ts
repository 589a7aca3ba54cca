import { constants, publicDecrypt, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { CmsError } from './cms-error.ts'
import { octetString, nullValue, oid, sequence } from './der/der-writer.ts'
import { children, readElement, readInteger, readOid, sequenceOf } from './der/der-reader.ts'
import type { Element } from './der/der-reader.ts'
import { oids } from './der/object-identifiers.ts'

export type DigestAlgorithm = 'sha1' | 'sha256' | 'sha384' | 'sha512'

const digests: Record<string, DigestAlgorithm> = {
  [oids.sha1]: 'sha1',
  [oids.sha256]: 'sha256',
  [oids.sha384]: 'sha384',
  [oids.sha512]: 'sha512',
}

const signatures: Record<string, { key: 'rsa' | 'ec' | 'ed25519'; digest?: DigestAlgorithm }> = {
  [oids.rsaEncryption]: { key: 'rsa' },
  [oids.sha1WithRsa]: { key: 'rsa', digest: 'sha1' },
  [oids.sha256WithRsa]: { key: 'rsa', digest: 'sha256' },
  [oids.sha384WithRsa]: { key: 'rsa', digest: 'sha384' },
  [oids.sha512WithRsa]: { key: 'rsa', digest: 'sha512' },
  [oids.ecPublicKey]: { key: 'ec' },
  [oids.ecdsaWithSha1]: { key: 'ec', digest: 'sha1' },
  [oids.ecdsaWithSha256]: { key: 'ec', digest: 'sha256' },
  [oids.ecdsaWithSha384]: { key: 'ec', digest: 'sha384' },
  [oids.ecdsaWithSha512]: { key: 'ec', digest: 'sha512' },
  [oids.ed25519]: { key: 'ed25519' },
}

/** Digest named by an AlgorithmIdentifier. */
export function readDigestAlgorithm(identifier: Element | undefined): DigestAlgorithm {
  const name = readOid(sequenceOf(identifier, 'Digest algorithm')[0], 'Digest algorithm')
  const digest = digests[name]
  if (!digest) throw new CmsError('unsupported', `Digest algorithm ${name} is not supported`)
  return digest
}

export interface SignatureCheck {
  /** AlgorithmIdentifier of the signature. */
  readonly algorithm: Element
  readonly publicKey: KeyObject
  readonly data: Uint8Array
  readonly signature: Uint8Array
  /** For `rsaEncryption`, which names no digest (RFC 3370 §3.2): that of the SignerInfo. */
  readonly digest?: DigestAlgorithm
}

export type SignatureVerdict = 'valid' | 'invalid' | 'weak' | 'unsupported'

/**
 * Verifies a signature made with RSA (PKCS #1 v1.5, PSS), ECDSA or Ed25519.
 * `weak`: it verifies, but with SHA-1 or an RSA key below 2048 bits, which proves nothing today.
 */
export function verifySignature(check: SignatureCheck): SignatureVerdict {
  try {
    const options = verificationOptions(check)
    if (!options) return 'unsupported'
    const { asymmetricKeyType: keyType = '' } = check.publicKey
    if (options.keyType !== keyType) return isSameKind(options.keyType, keyType) ? 'unsupported' : 'invalid'
    const { digest, padding } = options
    const key = padding === undefined ? check.publicKey : { key: check.publicKey, ...padding }
    if (!verify(digest ?? null, check.data, key, check.signature)) return 'invalid'
    const bits = check.publicKey.asymmetricKeyDetails?.modulusLength ?? 2048
    return digest === 'sha1' || bits < 2048 ? 'weak' : 'valid'
  } catch (error) {
    return error instanceof CmsError && error.code === 'unsupported' ? 'unsupported' : 'invalid'
  }
}

/** An RSA key may be restricted to PSS (RFC 4055 §1.2). */
const isSameKind = (one: string, other: string): boolean => one.startsWith('rsa') && other.startsWith('rsa')

export interface DigestCheck extends Omit<SignatureCheck, 'data'> {
  readonly digest: DigestAlgorithm
  /** The digest itself, where the bytes it was made of are not at hand. */
  readonly value: Uint8Array
}

/**
 * Verifies a signature that is directly over the content (RFC 5652 §5.4: without signed attributes), by the content's
 * digest. Only RSA PKCS #1 v1.5 can be told from the digest here; the rest is `unsupported`.
 */
export function verifyDigestSignature(check: DigestCheck): SignatureVerdict {
  try {
    const options = verificationOptions({ ...check, data: check.value })
    if (options?.keyType !== 'rsa' || options.padding || options.digest !== check.digest) return 'unsupported'
    if (check.publicKey.asymmetricKeyType !== 'rsa') return 'unsupported'
    const key = { key: check.publicKey, padding: constants.RSA_PKCS1_PADDING }
    const signed = publicDecrypt(key, check.signature)
    return signed.equals(digestInfo(check.digest, check.value)) ? 'valid' : 'invalid'
  } catch (error) {
    return error instanceof CmsError && error.code === 'unsupported' ? 'unsupported' : 'invalid'
  }
}

/** DigestInfo (RFC 8017 §9.2). */
function digestInfo(digest: DigestAlgorithm, value: Uint8Array): Uint8Array {
  const [name = ''] = Object.entries(digests).find(([, each]) => each === digest) ?? []
  return sequence(sequence(oid(name), nullValue()), octetString(value))
}

interface VerificationOptions {
  readonly keyType: string
  readonly digest: DigestAlgorithm | undefined
  readonly padding?: { readonly padding: number; readonly saltLength: number }
}

function verificationOptions({
  algorithm,
  publicKey,
  digest,
}: SignatureCheck): VerificationOptions | undefined {
  const [identifier, parameters] = sequenceOf(algorithm, 'Signature algorithm')
  const name = readOid(identifier, 'Signature algorithm')
  if (name === oids.rsaPss) return pssOptions(parameters, publicKey.asymmetricKeyType ?? '')
  const known = signatures[name]
  if (!known) return undefined
  if (known.key === 'ed25519') return { keyType: 'ed25519', digest: undefined }
  const named = known.digest ?? digest
  return named && { keyType: known.key, digest: named }
}

/** The digest a signature is made with, if it is one known here that has one. Throws CmsError. */
export function readAlgorithm(
  algorithm: Element,
  publicKey: KeyObject,
  digest?: DigestAlgorithm,
): DigestAlgorithm | undefined {
  const empty = new Uint8Array()
  const check = { algorithm, publicKey, data: empty, signature: empty, ...(digest ? { digest } : {}) }
  return verificationOptions(check)?.digest
}

/** RSASSA-PSS-params (RFC 4055 §3.1); the mask's digest must be the signature's own. */
function pssOptions(parameters: Element | undefined, keyType: string): VerificationOptions | undefined {
  let digest: DigestAlgorithm = 'sha1'
  let mask: DigestAlgorithm = 'sha1'
  let saltLength = 20
  for (const field of parameters ? sequenceOf(parameters, 'PSS parameters') : []) {
    const value = readElement(field.body)
    if (field.tag === 0xa0) digest = readDigestAlgorithm(value)
    if (field.tag === 0xa1) mask = readDigestAlgorithm(children(value)[1])
    if (field.tag === 0xa2) saltLength = readInteger(value, 'PSS salt length')
  }
  if (mask !== digest || !keyType.startsWith('rsa')) return undefined
  return { keyType, digest, padding: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength } }
}
