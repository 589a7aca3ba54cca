import { createHash } from 'node:crypto'
import { readDigestAlgorithm } from '../algorithm.ts'
import type { DigestAlgorithm } from '../algorithm.ts'
import { readExtensionMap } from '../certificates/certificate-extensions.ts'
import { parseCertificate, publicKeyBits, sameBytes, serialText } from '../certificates/certificate.ts'
import type { Certificate } from '../certificates/certificate.ts'
import { CmsError, guarded } from '../cms-error.ts'
import {
  bits,
  children,
  expectTag,
  octets,
  readElement,
  readInteger,
  readOid,
  readTime,
  sequenceOf,
} from '../der/der-reader.ts'
import type { Element } from '../der/der-reader.ts'
import { explicit, nullValue, octetString, oid, sequence } from '../der/der-writer.ts'
import { oids } from '../der/object-identifiers.ts'

/** CertID (RFC 6960 §4.1.1), hashes as bytes, serial number as lower-case hexadecimal. */
export interface OcspCertificateId {
  readonly digestAlgorithm: DigestAlgorithm
  readonly issuerNameHash: Uint8Array
  readonly issuerKeyHash: Uint8Array
  readonly serialNumber: string
  readonly raw: Uint8Array
}

export interface OcspSingleResponse {
  readonly id: OcspCertificateId
  readonly status: 'good' | 'revoked' | 'unknown'
  readonly revokedAt?: Date
  /** CRLReason (RFC 5280 §5.3.1). */
  readonly reason?: number
  readonly thisUpdate: Date
  readonly nextUpdate?: Date
}

export interface OcspResponse {
  readonly raw: Uint8Array
  readonly tbs: Uint8Array
  readonly responder: { readonly name: Uint8Array } | { readonly keyHash: Uint8Array }
  readonly producedAt: Date
  readonly responses: readonly OcspSingleResponse[]
  readonly nonce?: Uint8Array
  readonly signatureAlgorithm: Element
  readonly signature: Uint8Array
  readonly certificates: readonly Certificate[]
}

/** Reads a successful basic OCSP response (RFC 6960 §4.2). Throws CmsError, also for one that states an error. */
export function parseOcspResponse(der: Uint8Array): OcspResponse {
  return guarded('The OCSP response', () => {
    const whole = readElement(der)
    const [state, wrapped] = sequenceOf(whole, 'OCSP response')
    const status = readInteger(state, 'OCSP status')
    if (status !== 0 || !wrapped)
      throw new CmsError('unsupported', `The OCSP responder answers with error ${status}`)
    const [type, response] = sequenceOf(children(wrapped)[0], 'OCSP response bytes')
    if (readOid(type, 'OCSP response type') !== oids.basicOcspResponse)
      throw new CmsError('unsupported', 'The OCSP response is not a basic one')
    const basic = readElement(octets(expectTag(response, 0x04, 'OCSP response')))
    const [tbs, signatureAlgorithm, signature, certificates] = sequenceOf(basic, 'Basic OCSP response')
    return {
      ...readResponseData(tbs),
      raw: whole.raw,
      tbs: expectTag(tbs, 0x30, 'OCSP response data').raw,
      signatureAlgorithm: expectTag(signatureAlgorithm, 0x30, 'Signature algorithm'),
      signature: bits(signature, 'Signature'),
      certificates: certificates
        ? sequenceOf(children(certificates)[0], 'Certificates').map(({ raw }) => parseCertificate(raw))
        : [],
    }
  })
}

function readResponseData(
  tbs: Element | undefined,
): Pick<OcspResponse, 'responder' | 'producedAt' | 'responses' | 'nonce'> {
  const fields = sequenceOf(tbs, 'OCSP response data')
  if (fields[0]?.tag === 0xa0) fields.shift()
  const [responder, producedAt, responses, wrapped] = fields
  const inner = responder && children(responder)[0]
  if (!inner) throw new CmsError('malformed', 'The OCSP responder is not named')
  const nonce = wrapped && readExtensionMap(children(wrapped)[0]).get(oids.ocspNonce)
  return {
    responder: responder.tag === 0xa1 ? { name: inner.raw } : { keyHash: inner.body },
    producedAt: readTime(producedAt, 'Produced at'),
    responses: sequenceOf(responses, 'OCSP responses').map(readSingleResponse),
    nonce: nonce && octets(readElement(nonce.value)),
  }
}

function readSingleResponse(element: Element): OcspSingleResponse {
  const [id, status, thisUpdate, ...rest] = sequenceOf(element, 'OCSP single response')
  const nextUpdate = rest.find(({ tag }) => tag === 0xa0)
  const times = {
    thisUpdate: readTime(thisUpdate, 'This update'),
    nextUpdate: nextUpdate && readTime(children(nextUpdate)[0], 'Next update'),
  }
  const named = { id: readCertificateId(id), ...times }
  if (status?.tag === 0x80) return { ...named, status: 'good' }
  if (status?.tag !== 0xa1) return { ...named, status: 'unknown' }
  const [revokedAt, reason] = children(status)
  const code = reason && readInteger(children(reason)[0], 'Revocation reason')
  return { ...named, status: 'revoked', revokedAt: readTime(revokedAt, 'Revocation time'), reason: code }
}

function readCertificateId(element: Element | undefined): OcspCertificateId {
  const whole = expectTag(element, 0x30, 'OCSP certificate identifier')
  const [algorithm, nameHash, keyHash, serial] = children(whole)
  return {
    digestAlgorithm: readDigestAlgorithm(algorithm),
    issuerNameHash: octets(expectTag(nameHash, 0x04, 'Issuer name hash')),
    issuerKeyHash: octets(expectTag(keyHash, 0x04, 'Issuer key hash')),
    serialNumber: serialText(expectTag(serial, 0x02, 'Serial number').body),
    raw: whole.raw,
  }
}

/** CertID of a certificate under its issuer. SHA-1 is what every responder knows; it names, it protects nothing. */
export function ocspCertificateId(
  certificate: Certificate,
  issuer: Certificate,
  digest: 'sha1' | 'sha256' = 'sha1',
): Uint8Array {
  const hash = (bytes: Uint8Array): Uint8Array => createHash(digest).update(bytes).digest()
  const algorithm = digest === 'sha1' ? sequence(oid(oids.sha1), nullValue()) : sequence(oid(oids.sha256))
  const nameHash = octetString(hash(certificate.issuerName))
  return sequence(algorithm, nameHash, octetString(hash(publicKeyBits(issuer))), certificate.serial)
}

/** An unsigned OCSP request for one certificate (RFC 6960 §4.1), with a nonce when given. */
export function ocspRequest(certificate: Certificate, issuer: Certificate, nonce?: Uint8Array): Uint8Array {
  const list = sequence(sequence(ocspCertificateId(certificate, issuer)))
  if (!nonce) return sequence(sequence(list))
  const extension = sequence(oid(oids.ocspNonce), octetString(octetString(nonce)))
  return sequence(sequence(list, explicit(2, sequence(extension))))
}

/** What an OCSP request asks: certificate identifiers and the encoded nonce extension's value. Throws CmsError. */
export function parseOcspRequest(der: Uint8Array): { ids: OcspCertificateId[]; nonce?: Uint8Array } {
  return guarded('The OCSP request', () => {
    const fields = sequenceOf(sequenceOf(readElement(der), 'OCSP request')[0], 'OCSP request')
    const list = fields.find(({ tag }) => tag === 0x30)
    const wrapped = fields.find(({ tag }) => tag === 0xa2)
    const ids = sequenceOf(list, 'OCSP requests').map((one) =>
      readCertificateId(sequenceOf(one, 'OCSP request')[0]),
    )
    return { ids, nonce: wrapped && readExtensionMap(children(wrapped)[0]).get(oids.ocspNonce)?.value }
  })
}

/** Whether a CertID names a certificate of this issuer. */
export function isIssuerOf(
  id: OcspCertificateId,
  issuer: Certificate,
  names: readonly Uint8Array[] = [issuer.subjectName],
): boolean {
  const hash = (bytes: Uint8Array): Uint8Array => createHash(id.digestAlgorithm).update(bytes).digest()
  return (
    names.some((name) => sameBytes(id.issuerNameHash, hash(name))) &&
    sameBytes(id.issuerKeyHash, hash(publicKeyBits(issuer)))
  )
}

/**
 * Whether a CertID is that of this certificate under this issuer. The hash is of the issuer's name as the certificate has it (RFC 6960
 * §4.1.1); responders take that of the issuer's own certificate, too.
 */
export const matchesCertificate = (
  id: OcspCertificateId,
  certificate: Certificate,
  issuer: Certificate,
): boolean =>
  id.serialNumber === certificate.serialNumber &&
  isIssuerOf(id, issuer, [certificate.issuerName, issuer.subjectName])
