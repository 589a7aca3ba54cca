import { createHash } from 'node:crypto'
import { parseCertificate } from './certificates/certificate.ts'
import { explicit, octetString, oid, sequence, setOf } from './der/der-writer.ts'
import { oids } from './der/object-identifiers.ts'

export interface SignedAttributesContent {
  /** SHA-256 of what is signed: for a PDF, of the bytes of its ByteRange. */
  readonly digest: Uint8Array
  /** The signer's certificate, DER. */
  readonly certificate: Uint8Array
  /** Type of the content; id-data unless said otherwise. */
  readonly contentType?: string
}

/**
 * The DER of the signed attributes as a SET OF (tag 0x31): the bytes to sign, and what `buildSignedData` takes.
 * content-type, message-digest and signing-certificate-v2 with issuerSerial (RFC 5035 §3); no signing-time, which
 * PAdES baseline forbids in the CMS (ETSI EN 319 142-1 §6.3): the claimed time is in the signature dictionary.
 * Throws CmsError when the certificate cannot be read.
 */
export function signedAttributes({
  digest,
  certificate,
  contentType = oids.data,
}: SignedAttributesContent): Uint8Array {
  return setOf([
    attribute(oids.contentType, oid(contentType)),
    attribute(oids.messageDigest, octetString(digest)),
    attribute(oids.signingCertificateV2, signingCertificateV2(certificate)),
  ])
}

/** Attribute with one value (RFC 5652 §5.3). */
export const attribute = (type: string, value: Uint8Array): Uint8Array => sequence(oid(type), setOf([value]))

/** SigningCertificateV2 with one ESSCertIDv2; SHA-256 is the default, so its identifier is left out (X.690 §11.5). */
function signingCertificateV2(certificate: Uint8Array): Uint8Array {
  const { raw, issuerName, serial } = parseCertificate(certificate)
  const hash = createHash('sha256').update(raw).digest()
  const issuerSerial = sequence(sequence(explicit(4, issuerName)), serial)
  return sequence(sequence(sequence(octetString(hash), issuerSerial)))
}
