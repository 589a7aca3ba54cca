import { createHash, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { publicKeyBits } from './certificate.ts'
import type { Certificate } from './certificate.ts'
import { CmsError } from '../cms-error.ts'
import {
  bitString,
  enumerated,
  explicit,
  generalizedTime,
  implicit,
  integer,
  nullValue,
  octetString,
  oid,
  sequence,
  time,
  tlv,
} from '../der/der-writer.ts'
import { authorityKeyIdentifier, extension } from './extension-encoding.ts'
import { oids } from '../der/object-identifiers.ts'

export interface CertificateContent {
  /** Magnitude of the serial number, 8 to 20 random bytes. */
  readonly serialNumber: Uint8Array
  /** Encoded names. */
  readonly subject: Uint8Array
  readonly issuer: Uint8Array
  /** Encoded SubjectPublicKeyInfo. */
  readonly publicKeyInfo: Uint8Array
  readonly notBefore: Date
  readonly notAfter: Date
  /** Encoded extensions. */
  readonly extensions: readonly Uint8Array[]
}

/** An X.509 v3 certificate signed by the issuer's private key, SHA-256 (RFC 5280 §4.1). DER. */
export function issueCertificate(content: CertificateContent, issuerKey: KeyObject): Uint8Array {
  return signed(issuerKey, (algorithm) =>
    sequence(
      explicit(0, integer(2)),
      integer(content.serialNumber),
      algorithm,
      content.issuer,
      sequence(time(content.notBefore), time(content.notAfter)),
      content.subject,
      content.publicKeyInfo,
      explicit(3, sequence(...content.extensions)),
    ),
  )
}

export interface RevokedCertificate {
  /** Lower-case hexadecimal. */
  readonly serialNumber: string
  readonly revokedAt: Date
  /** CRLReason (RFC 5280 §5.3.1). */
  readonly reason?: number
}

export interface CrlContent {
  readonly issuer: Certificate
  readonly number: number
  readonly thisUpdate: Date
  readonly nextUpdate: Date
  readonly revoked: readonly RevokedCertificate[]
}

/** A complete CRL, version 2, signed by its issuer's private key, SHA-256 (RFC 5280 §5.1). DER. */
export function issueCrl(
  { issuer, number, thisUpdate, nextUpdate, revoked }: CrlContent,
  key: KeyObject,
): Uint8Array {
  const entries = revoked.map(({ serialNumber, revokedAt, reason }) => {
    // RFC 5280 §5.3.1: "unspecified" (0) is said by leaving the reason out.
    const extensions = reason ? [sequence(extension(oids.crlReason, enumerated(reason)))] : []
    return sequence(integer(Buffer.from(serialNumber, 'hex')), time(revokedAt), ...extensions)
  })
  const identifier = issuer.subjectKeyIdentifier
  return signed(key, (algorithm) =>
    sequence(
      integer(1),
      algorithm,
      issuer.subjectName,
      time(thisUpdate),
      time(nextUpdate),
      ...(entries.length ? [sequence(Buffer.concat(entries))] : []),
      explicit(
        0,
        sequence(
          ...(identifier ? [authorityKeyIdentifier(identifier)] : []),
          extension(oids.crlNumber, integer(number)),
        ),
      ),
    ),
  )
}

export interface OcspStatus {
  /** Encoded CertID, as it was asked. */
  readonly id: Uint8Array
  readonly status: 'good' | 'unknown' | Omit<RevokedCertificate, 'serialNumber'>
}

export interface OcspResponseContent {
  readonly responder: Certificate
  readonly statuses: readonly OcspStatus[]
  /** When it is made; thisUpdate of each status too. */
  readonly producedAt: Date
  /** Left out by a responder that always has newer information (RFC 6960 §4.2.2.1). */
  readonly nextUpdate?: Date | undefined
  /** Value of the request's nonce extension. */
  readonly nonce?: Uint8Array
}

/** A successful basic OCSP response that carries its responder's certificate (RFC 6960 §4.2.1). DER. */
export function issueOcspResponse(content: OcspResponseContent, key: KeyObject): Uint8Array {
  const { responder, statuses, producedAt, nextUpdate, nonce } = content
  const keyHash = createHash('sha1').update(publicKeyBits(responder)).digest()
  const updates = [
    generalizedTime(producedAt),
    ...(nextUpdate ? [explicit(0, generalizedTime(nextUpdate))] : []),
  ]
  const basic = signed(
    key,
    () =>
      sequence(
        explicit(2, octetString(keyHash)),
        generalizedTime(producedAt),
        sequence(...statuses.map(({ id, status }) => sequence(id, ocspStatus(status), ...updates))),
        ...(nonce ? [explicit(1, sequence(extension(oids.ocspNonce, nonce)))] : []),
      ),
    explicit(0, sequence(responder.raw)),
  )
  return sequence(enumerated(0), explicit(0, sequence(oid(oids.basicOcspResponse), octetString(basic))))
}

function ocspStatus(status: OcspStatus['status']): Uint8Array {
  if (status === 'good') return implicit(0, new Uint8Array())
  if (status === 'unknown') return implicit(2, new Uint8Array())
  const reason = status.reason ? [explicit(0, enumerated(status.reason))] : []
  return tlv(0xa1, generalizedTime(status.revokedAt), ...reason)
}

/** An OCSP answer that states an error: 1 malformedRequest, 2 internalError, 6 unauthorized (RFC 6960 §4.2.1). */
export const ocspError = (status: 1 | 2 | 6): Uint8Array => sequence(enumerated(status))

/** SEQUENCE of what is signed, the algorithm and the signature: the outer form of certificates, CRLs and responses. */
function signed(
  key: KeyObject,
  content: (algorithm: Uint8Array) => Uint8Array,
  ...more: Uint8Array[]
): Uint8Array {
  const algorithm = signatureAlgorithm(key)
  const tbs = content(algorithm)
  return sequence(tbs, algorithm, bitString(sign('sha256', tbs, key)), ...more)
}

function signatureAlgorithm({ asymmetricKeyType }: KeyObject): Uint8Array {
  if (asymmetricKeyType === 'ec') return sequence(oid(oids.ecdsaWithSha256))
  if (asymmetricKeyType === 'rsa') return sequence(oid(oids.sha256WithRsa), nullValue())
  throw new CmsError('unsupported', 'Only EC and RSA keys issue certificates')
}
