import { createHash } from 'node:crypto'
import { CertID, OCSPRequest, Request, TBSRequest } from '@peculiar/asn1-ocsp'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { AlgorithmIdentifier } from '@peculiar/asn1-x509'
import { bufferOf } from '../time-stamp-authority/certificates.ts'
import type { Identity } from '../time-stamp-authority/certificates.ts'
import { answerOcsp } from '../time-stamp-authority/revocation.ts'
import type { StatusAuthority } from '../time-stamp-authority/revocation.ts'

/** The OCSP response for one of the authority's own certificates, which services return with a signature. */
export function ownOcspResponse(authority: StatusAuthority, { certificate }: Identity, now: Date): Buffer {
  const { subject, subjectPublicKeyInfo } = authority.root.certificate.tbsCertificate
  const sha1 = (bytes: ArrayBuffer) =>
    new OctetString(bufferOf(createHash('sha1').update(new Uint8Array(bytes)).digest()))
  const reqCert = new CertID({
    hashAlgorithm: new AlgorithmIdentifier({ algorithm: '1.3.14.3.2.26' }),
    issuerNameHash: sha1(AsnConvert.serialize(subject)),
    issuerKeyHash: sha1(subjectPublicKeyInfo.subjectPublicKey),
    serialNumber: certificate.tbsCertificate.serialNumber,
  })
  const tbsRequest = new TBSRequest({ requestList: [new Request({ reqCert })] })
  return answerOcsp(authority, Buffer.from(AsnConvert.serialize(new OCSPRequest({ tbsRequest }))), now)
}
