import { createHash } from 'node:crypto'
import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  CMSVersion,
  ContentInfo,
  DigestAlgorithmIdentifiers,
  EncapsulatedContent,
  EncapsulatedContentInfo,
  id_signedData,
  IssuerAndSerialNumber,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
} from '@peculiar/asn1-cms'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { Accuracy, id_ct_tstInfo, TSTInfo } from '@peculiar/asn1-tsp'
import type { TimeStampReq } from '@peculiar/asn1-tsp'
import { AlgorithmIdentifier } from '@peculiar/asn1-x509'
import { bufferOf, ecdsaWithSha256, serialNumber, signDer } from './certificates.ts'
import type { Identity } from './certificates.ts'
import { derOctetString, derOid, derSequence, derSetOf } from './der.ts'

/** The arc that ITU-T X.660 sets aside for examples: this policy promises nothing to anybody. */
export const SANDBOX_POLICY = '2.999.3161.1'

const ID_CONTENT_TYPE = '1.2.840.113549.1.9.3'
const ID_MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const ID_SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'
const sha256 = new AlgorithmIdentifier({ algorithm: '2.16.840.1.101.3.4.2.1' })

/** The time-stamp token of RFC 3161 §2.4.2 for a request that has been checked. */
export function issueToken(unit: Identity, request: TimeStampReq, now: Date): ContentInfo {
  const tstInfo = Buffer.from(AsnConvert.serialize(tstInfoOf(request, now)))
  const signedAttrs = signedAttributesOf(tstInfo, unit.der)
  const { issuer, serialNumber: serial } = unit.certificate.tbsCertificate
  const signerInfo = new SignerInfo({
    version: CMSVersion.v1,
    sid: new SignerIdentifier({
      issuerAndSerialNumber: new IssuerAndSerialNumber({ issuer, serialNumber: serial }),
    }),
    digestAlgorithm: sha256,
    signedAttrs: signedAttrs.map((der) => AsnConvert.parse(der, Attribute)),
    signatureAlgorithm: ecdsaWithSha256,
    signature: new OctetString(signDer(bufferOf(derSetOf(signedAttrs)), unit.key)),
  })
  const signedData = new SignedData({
    // RFC 5652 §5.1: 3, because the content is not id-data.
    version: CMSVersion.v3,
    digestAlgorithms: new DigestAlgorithmIdentifiers([sha256]),
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: id_ct_tstInfo,
      eContent: new EncapsulatedContent({ single: new OctetString(bufferOf(tstInfo)) }),
    }),
    signerInfos: new SignerInfos([signerInfo]),
  })
  // RFC 3161 §2.4.1: no certificates unless they were asked for.
  if (request.certReq) {
    signedData.certificates = new CertificateSet([new CertificateChoices({ certificate: unit.certificate })])
  }
  return new ContentInfo({ contentType: id_signedData, content: AsnConvert.serialize(signedData) })
}

function tstInfoOf(request: TimeStampReq, now: Date): TSTInfo {
  const info = new TSTInfo({
    policy: SANDBOX_POLICY,
    messageImprint: request.messageImprint,
    serialNumber: serialNumber(),
    // Whole seconds, with an accuracy that says so: fractions must not end in a zero (RFC 3161 §2.4.2).
    genTime: new Date(Math.floor(now.getTime() / 1000) * 1000),
    accuracy: new Accuracy({ seconds: 1 }),
  })
  if (request.nonce !== undefined) info.nonce = request.nonce
  return info
}

/** Content type, message digest and ESSCertIDv2 (RFC 5816 §2.2.1, whose hash algorithm is SHA-256 by default). */
function signedAttributesOf(tstInfo: Uint8Array, certificate: Uint8Array): Buffer[] {
  const certificateHash = createHash('sha256').update(certificate).digest()
  const essCertIdV2 = derSequence(derOctetString(certificateHash))
  const attributes = [
    attribute(ID_CONTENT_TYPE, derOid(id_ct_tstInfo)),
    attribute(ID_MESSAGE_DIGEST, derOctetString(createHash('sha256').update(tstInfo).digest())),
    attribute(ID_SIGNING_CERTIFICATE_V2, derSequence(derSequence(essCertIdV2))),
  ]
  // DER sorts the elements of a SET OF; the signature covers the sorted form.
  return attributes.toSorted(Buffer.compare)
}

function attribute(type: string, value: Uint8Array): Buffer {
  return derSequence(derOid(type), derSetOf([value]))
}
