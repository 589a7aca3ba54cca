import { createHash, sign } from 'node:crypto'
import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  CMSVersion,
  ContentInfo,
  DigestAlgorithmIdentifiers,
  EncapsulatedContentInfo,
  id_data,
  id_signedData,
  IssuerAndSerialNumber,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
} from '@peculiar/asn1-cms'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { MessageImprint, TimeStampReq, TimeStampReqVersion } from '@peculiar/asn1-tsp'
import { AlgorithmIdentifier } from '@peculiar/asn1-x509'
import { bufferOf } from '../time-stamp-authority/certificates.ts'
import type { Identity } from '../time-stamp-authority/certificates.ts'
import { derOctetString, derOid, derSequence, derSetOf } from '../time-stamp-authority/der.ts'
import { issueToken } from '../time-stamp-authority/token.ts'

/** Hashes taken, by the length of their values; with each, ECDSA by the same hash (RFC 5754 §3.3). */
export const digestAlgorithms = {
  sha256: { oid: '2.16.840.1.101.3.4.2.1', length: 32, ecdsa: '1.2.840.10045.4.3.2' },
  sha384: { oid: '2.16.840.1.101.3.4.2.2', length: 48, ecdsa: '1.2.840.10045.4.3.3' },
  sha512: { oid: '2.16.840.1.101.3.4.2.3', length: 64, ecdsa: '1.2.840.10045.4.3.4' },
} as const
export type DigestName = keyof typeof digestAlgorithms

export type CmsOrder = {
  signer: Identity
  issuing: Identity
  digest: Buffer
  algorithm: DigestName
  /** The time-stamping unit, for a signature with a time-stamp. */
  unit?: Identity | undefined
  now: Date
}

/** A detached signature over a digest, as PAdES wants it (ETSI EN 319 142-1 §6.3): no signing-time, ESSCertIDv2. */
export function detachedCms({ signer, issuing, digest, algorithm, unit, now }: CmsOrder): Buffer {
  const digestAlgorithm = new AlgorithmIdentifier({ algorithm: digestAlgorithms[algorithm].oid })
  const certificateHash = createHash('sha256').update(signer.der).digest()
  // DER sorts the elements of a SET OF; the signature covers the sorted form.
  const signedAttrs = [
    attribute('1.2.840.113549.1.9.3', derOid(id_data)),
    attribute('1.2.840.113549.1.9.4', derOctetString(digest)),
    attribute(
      '1.2.840.113549.1.9.16.2.47',
      derSequence(derSequence(derSequence(derOctetString(certificateHash)))),
    ),
  ].toSorted(Buffer.compare)
  // RFC 5652 §5.4: the attributes are hashed by the algorithm that hashed the content.
  const signature = bufferOf(sign(algorithm, derSetOf(signedAttrs), signer.key))
  const { issuer, serialNumber } = signer.certificate.tbsCertificate
  const signerInfo = new SignerInfo({
    version: CMSVersion.v1,
    sid: new SignerIdentifier({
      issuerAndSerialNumber: new IssuerAndSerialNumber({ issuer, serialNumber }),
    }),
    digestAlgorithm,
    signedAttrs: signedAttrs.map((der) => AsnConvert.parse(der, Attribute)),
    signatureAlgorithm: new AlgorithmIdentifier({ algorithm: digestAlgorithms[algorithm].ecdsa }),
    signature: new OctetString(signature),
  })
  if (unit) {
    const token = timestampToken(unit, sha256Of(new Uint8Array(signature)), 'sha256', now)
    const value = attribute('1.2.840.113549.1.9.16.2.14', token)
    signerInfo.unsignedAttrs = [AsnConvert.parse(value, Attribute)]
  }
  const certificates = [signer, issuing].map(({ certificate }) => new CertificateChoices({ certificate }))
  const signedData = new SignedData({
    version: CMSVersion.v1,
    digestAlgorithms: new DigestAlgorithmIdentifiers([digestAlgorithm]),
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: id_data }),
    certificates: new CertificateSet(certificates),
    signerInfos: new SignerInfos([signerInfo]),
  })
  const info = new ContentInfo({ contentType: id_signedData, content: AsnConvert.serialize(signedData) })
  return Buffer.from(AsnConvert.serialize(info))
}

export function timestampToken(unit: Identity, digest: Buffer, algorithm: DigestName, now: Date): Buffer {
  const request = new TimeStampReq({
    version: TimeStampReqVersion.v1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithm: digestAlgorithms[algorithm].oid }),
      hashedMessage: new OctetString(bufferOf(digest)),
    }),
    certReq: true,
  })
  return Buffer.from(AsnConvert.serialize(issueToken(unit, request, now)))
}

export const sha256Of = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

function attribute(type: string, value: Uint8Array): Buffer {
  return derSequence(derOid(type), derSetOf([value]))
}
