import { readDigestAlgorithm } from './algorithm.ts'
import type { DigestAlgorithm } from './algorithm.ts'
import { parseCertificate, serialText } from './certificates/certificate.ts'
import type { Certificate } from './certificates/certificate.ts'
import { CmsError, guarded } from './cms-error.ts'
import { children, expectTag, octets, readElement, readOid, sequenceOf } from './der/der-reader.ts'
import type { Element } from './der/der-reader.ts'
import { oids } from './der/object-identifiers.ts'

export interface SignerInfo {
  /** How the signer's certificate is named: by issuer and serial number, or by its key identifier. */
  readonly identifier:
    | { readonly issuerName: Uint8Array; readonly serialNumber: string }
    | { readonly subjectKeyIdentifier: Uint8Array }
  readonly digestAlgorithm: DigestAlgorithm
  readonly signatureAlgorithm: Element
  readonly signature: Uint8Array
  /** What the signature is over: the signed attributes as a SET OF. */
  readonly signedBytes?: Uint8Array
  /** Values of each attribute by its identifier. */
  readonly signedAttributes: ReadonlyMap<string, readonly Element[]>
  readonly unsignedAttributes: ReadonlyMap<string, readonly Element[]>
}

export interface SignedData {
  /** The CMS without what may follow it (the zeros that fill up /Contents). */
  readonly raw: Uint8Array
  /** Something other than zeros follows the CMS. */
  readonly hasTrailingBytes: boolean
  /** Of indefinite length (X.690 §8.1.3.6): DER, which PAdES asks for, has none. */
  readonly isIndefinite: boolean
  readonly contentType: string
  readonly content?: Uint8Array
  readonly certificates: readonly Certificate[]
  readonly crls: readonly Uint8Array[]
  readonly ocsps: readonly Uint8Array[]
  readonly signers: readonly SignerInfo[]
}

const maximumCertificates = 64

/** Reads a CMS SignedData, DER or BER, zeros after it allowed. Throws CmsError when it is not one. */
export function readSignedData(cms: Uint8Array): SignedData {
  return guarded('The CMS', () => {
    const whole = readElement(cms)
    const [type, content] = sequenceOf(whole, 'CMS')
    if (readOid(type, 'Content type') !== oids.signedData)
      throw new CmsError('malformed', 'The CMS is not SignedData')
    if (!content) throw new CmsError('malformed', 'The CMS is empty')
    const fields = sequenceOf(children(content)[0], 'SignedData')
    const [contentType, eContent] = sequenceOf(fields[2], 'Content')
    const body = eContent && children(eContent)[0]
    const revocation = fields.find(({ tag }) => tag === 0xa1)
    return {
      raw: whole.raw,
      hasTrailingBytes: cms.subarray(whole.raw.length).some((byte) => byte !== 0),
      isIndefinite: whole.raw[1] === 0x80,
      contentType: readOid(contentType, 'Content type'),
      content: body && octets(body),
      certificates: readCertificates(fields.find(({ tag }) => tag === 0xa0)),
      ...readRevocation(revocation ? children(revocation) : []),
      signers: children(expectTag(fields.at(-1), 0x31, 'Signers')).map(readSigner),
    }
  })
}

/** Only X.509 certificates; attribute certificates and other formats are passed over. */
function readCertificates(set: Element | undefined): Certificate[] {
  const certificates = (set ? children(set) : []).filter(({ tag }) => tag === 0x30)
  if (certificates.length > maximumCertificates) throw new CmsError('unsupported', 'Too many certificates')
  return certificates.map(({ raw }) => parseCertificate(raw))
}

/** RevocationInfoChoices: CRLs as they are, OCSP responses as other formats (RFC 5940). */
function readRevocation(choices: Element[]): { crls: Uint8Array[]; ocsps: Uint8Array[] } {
  const crls = choices.filter(({ tag }) => tag === 0x30).map(({ raw }) => raw)
  const ocsps = choices.flatMap((choice) => {
    if (choice.tag !== 0xa1) return []
    const [format, response] = children(choice)
    return response && readOid(format, 'Revocation format') === oids.ocspResponseInCms ? [response.raw] : []
  })
  return { crls, ocsps }
}

function readSigner(element: Element): SignerInfo {
  const fields = sequenceOf(element, 'Signer')
  const [, identifier, digestAlgorithm] = fields
  const rest = fields.slice(3)
  const signed = rest[0]?.tag === 0xa0 ? rest.shift() : undefined
  const [signatureAlgorithm, signature, unsigned] = rest
  return {
    identifier: readSignerIdentifier(identifier),
    digestAlgorithm: readDigestAlgorithm(digestAlgorithm),
    signatureAlgorithm: expectTag(signatureAlgorithm, 0x30, 'Signature algorithm'),
    signature: octets(signature?.tag === 0x24 ? signature : expectTag(signature, 0x04, 'Signature')),
    // RFC 5652 §5.4: signed as SET OF, not under the implicit tag that is in the CMS.
    signedBytes: signed && Uint8Array.from([0x31, ...signed.raw.subarray(1)]),
    signedAttributes: readAttributes(signed),
    unsignedAttributes: readAttributes(unsigned?.tag === 0xa1 ? unsigned : undefined),
  }
}

function readSignerIdentifier(element: Element | undefined): SignerInfo['identifier'] {
  if (element?.tag === 0x80) return { subjectKeyIdentifier: element.body }
  const [issuer, serial] = sequenceOf(element, 'Signer identifier')
  return {
    issuerName: expectTag(issuer, 0x30, 'Issuer').raw,
    serialNumber: serialText(expectTag(serial, 0x02, 'Serial number').body),
  }
}

function readAttributes(set: Element | undefined): ReadonlyMap<string, readonly Element[]> {
  const attributes = new Map<string, Element[]>()
  for (const attribute of set ? children(set) : []) {
    const [type, values] = sequenceOf(attribute, 'Attribute')
    const name = readOid(type, 'Attribute')
    const known = attributes.get(name) ?? []
    for (const value of children(expectTag(values, 0x31, 'Attribute values'))) known.push(value)
    attributes.set(name, known)
  }
  return attributes
}
