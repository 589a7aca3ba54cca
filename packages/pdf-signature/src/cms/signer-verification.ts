import { createHash } from 'node:crypto'
import { readDigestAlgorithm, verifyDigestSignature, verifySignature } from './algorithm.ts'
import type { DigestAlgorithm, SignatureVerdict } from './algorithm.ts'
import { publicKeyOf, sameBytes, serialText } from './certificates/certificate.ts'
import type { Certificate } from './certificates/certificate.ts'
import { sameName } from './certificates/same-name.ts'
import { CmsError } from './cms-error.ts'
import { children, octets, readOid } from './der/der-reader.ts'
import type { Element } from './der/der-reader.ts'
import { oids } from './der/object-identifiers.ts'
import type { SignedData, SignerInfo } from './signed-data-reader.ts'

export type CmsProblemCode =
  | 'malformed'
  | 'unsupported'
  | 'trailing_bytes'
  | 'signer_count'
  | 'content_embedded'
  | 'signer_certificate_missing'
  | 'signed_attributes_missing'
  | 'content_type_mismatch'
  | 'digest_mismatch'
  | 'signature_invalid'
  | 'signing_certificate_missing'
  | 'signing_certificate_mismatch'
  | 'algorithm_weak'
  | 'signing_time_present'
  | 'timestamp_invalid'
  | 'nonce_mismatch'
  | 'key_purpose'

export interface CmsProblem {
  readonly code: CmsProblemCode
  /** For a log or a developer; people get their wording from the code. */
  readonly message: string
}

/** A SHA-256 digest of the signed bytes, or a function that makes it with the algorithm the signature names. */
export type DigestOf = Uint8Array | ((algorithm: DigestAlgorithm) => Uint8Array)

/** By another algorithm than it is, a digest is none: the same bytes under another name are no digest of anything. */
export function digestBy(digest: DigestOf, algorithm: DigestAlgorithm): Uint8Array {
  if (typeof digest === 'function') return digest(algorithm)
  return algorithm === 'sha256' ? digest : new Uint8Array()
}

/** What a failed read says as a problem; anything that is not a CmsError continues up. */
export function asProblem(error: unknown): CmsProblem {
  if (!(error instanceof CmsError)) throw error
  return { code: error.code === 'unsupported' ? 'unsupported' : 'malformed', message: error.message }
}

/** The certificate the signer's identifier names, if it is among these. */
export function findSignerCertificate(
  { identifier }: SignerInfo,
  certificates: readonly Certificate[],
): Certificate | undefined {
  return certificates.find((certificate) =>
    'serialNumber' in identifier
      ? certificate.serialNumber === identifier.serialNumber &&
        sameName(certificate.issuerName, identifier.issuerName)
      : certificate.subjectKeyIdentifier !== undefined &&
        sameBytes(certificate.subjectKeyIdentifier, identifier.subjectKeyIdentifier),
  )
}

/**
 * Everything RFC 5652 §5.6 and RFC 5035 ask of one signer: content type, message digest, signature, and that the
 * certificate is the one that was signed over. `digest` is of the content, by the signer's digest algorithm.
 */
export function verifySigner(
  { contentType }: SignedData,
  signer: SignerInfo,
  certificate: Certificate,
  digest: Uint8Array,
): CmsProblem[] {
  const { signedBytes } = signer
  if (!signedBytes) return verifyWithoutAttributes(signer, certificate, digest)
  const problems: CmsProblem[] = []
  const stated = onlyValue(signer, oids.contentType)
  if (!stated || readOid(stated, 'Content type') !== contentType)
    problems.push({
      code: 'content_type_mismatch',
      message: 'content-type is missing or another than the content',
    })
  const signedDigest = onlyValue(signer, oids.messageDigest)
  if (!signedDigest || !sameBytes(octets(signedDigest), digest))
    problems.push({
      code: 'digest_mismatch',
      message: 'The signed bytes have changed since they were signed',
    })
  const { signature, signatureAlgorithm: algorithm, digestAlgorithm } = signer
  const verdict = orUnsupported(() =>
    verifySignature({
      algorithm,
      publicKey: publicKeyOf(certificate),
      data: signedBytes,
      signature,
      digest: digestAlgorithm,
    }),
  )
  problems.push(...problemsOf(verdict, digestAlgorithm))
  const names = orUnsupported(() => (namesOtherCertificate(signer, certificate) ? 'other' : 'same'))
  if (names === 'other')
    problems.push({
      code: 'signing_certificate_mismatch',
      message: 'signing-certificate names another certificate than the one given',
    })
  if (names === 'unsupported')
    problems.push({ code: 'unsupported', message: 'The digest in signing-certificate is not supported' })
  return problems
}

/**
 * Signatures from before PAdES may be directly over the file (ISO 32000-1 §12.8.3.3.1). Nothing binds the certificate then, so
 * that it cannot be valid; but one over other bytes is broken.
 */
function verifyWithoutAttributes(
  { signature, signatureAlgorithm: algorithm, digestAlgorithm }: SignerInfo,
  certificate: Certificate,
  value: Uint8Array,
): CmsProblem[] {
  const verdict = orUnsupported(() =>
    verifyDigestSignature({
      algorithm,
      publicKey: publicKeyOf(certificate),
      signature,
      digest: digestAlgorithm,
      value,
    }),
  )
  return [
    { code: 'signed_attributes_missing', message: 'The signature covers no signed attributes' },
    ...problemsOf(verdict, digestAlgorithm),
  ]
}

function problemsOf(verdict: SignatureVerdict, digestAlgorithm: DigestAlgorithm): CmsProblem[] {
  const problems: CmsProblem[] = []
  if (verdict === 'invalid')
    problems.push({ code: 'signature_invalid', message: 'The signature does not verify' })
  if (verdict === 'unsupported')
    problems.push({ code: 'unsupported', message: 'The signature algorithm is not supported' })
  if (verdict === 'weak' || digestAlgorithm === 'sha1')
    problems.push({ code: 'algorithm_weak', message: 'SHA-1 or a short RSA key proves nothing today' })
  return problems
}

/** What is not known here leaves the signature undecided; all else that was found out about it still counts. */
function orUnsupported<Verdict>(verify: () => Verdict): Verdict | 'unsupported' {
  try {
    return verify()
  } catch (error) {
    if (error instanceof CmsError && error.code === 'unsupported') return 'unsupported'
    throw error
  }
}

/** signing-certificate in either version is among the signed attributes. */
export const namesSigningCertificate = ({ signedAttributes }: SignerInfo): boolean =>
  signedAttributes.has(oids.signingCertificateV2) || signedAttributes.has(oids.signingCertificate)

/** Attributes that may be there once only, with one value (RFC 5652 §11.1, §11.2). */
function onlyValue({ signedAttributes }: SignerInfo, type: string): Element | undefined {
  const values = signedAttributes.get(type) ?? []
  return values.length === 1 ? values[0] : undefined
}

/** RFC 5035 §5.4: the first ESSCertID names the signer's certificate by hash, and by issuer and serial when given. */
function namesOtherCertificate(signer: SignerInfo, certificate: Certificate): boolean {
  return [oids.signingCertificateV2, oids.signingCertificate].some((type) => {
    if (!signer.signedAttributes.has(type)) return false
    const value = onlyValue(signer, type)
    const first = value && children(value)[0]
    const named = first && children(first)[0]
    if (!named) return true
    const fields = children(named)
    const explicitAlgorithm = fields[0]?.tag === 0x30 ? fields.shift() : undefined
    const byDefault = type === oids.signingCertificate ? 'sha1' : 'sha256'
    const algorithm = explicitAlgorithm ? readDigestAlgorithm(explicitAlgorithm) : byDefault
    const [hash, issuerSerial] = fields
    if (!hash || !sameBytes(hash.body, createHash(algorithm).update(certificate.raw).digest())) return true
    const serial = issuerSerial && children(issuerSerial)[1]
    return serial !== undefined && serialText(serial.body) !== certificate.serialNumber
  })
}
