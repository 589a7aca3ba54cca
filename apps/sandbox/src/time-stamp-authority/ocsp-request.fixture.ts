import { createHash } from 'node:crypto'
import type { X509Certificate } from 'node:crypto'
import { CertID, id_pkix_ocsp_nonce, OCSPRequest, Request, TBSRequest } from '@peculiar/asn1-ocsp'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { AlgorithmIdentifier, Certificate, Extension } from '@peculiar/asn1-x509'
import { bufferOf } from './certificates.ts'

/** An OCSP request with a nonce (RFC 6960 §4.1.1), for tests. */
export function ocspRequestFor(
  certificate: X509Certificate | undefined,
  issuer: X509Certificate | undefined,
): Buffer {
  if (certificate === undefined || issuer === undefined) throw new Error('The token has no certificate')
  const { subject, subjectPublicKeyInfo } = AsnConvert.parse(issuer.raw, Certificate).tbsCertificate
  const { serialNumber } = AsnConvert.parse(certificate.raw, Certificate).tbsCertificate
  const reqCert = new CertID({
    hashAlgorithm: new AlgorithmIdentifier({ algorithm: '1.3.14.3.2.26' }),
    issuerNameHash: sha1(AsnConvert.serialize(subject)),
    issuerKeyHash: sha1(subjectPublicKeyInfo.subjectPublicKey),
    serialNumber,
  })
  const extnValue = new OctetString(Uint8Array.of(0x04, 0x02, 0xab, 0xcd).buffer)
  const requestExtensions = [new Extension({ extnID: id_pkix_ocsp_nonce, extnValue })]
  const tbsRequest = new TBSRequest({ requestList: [new Request({ reqCert })], requestExtensions })
  return Buffer.from(AsnConvert.serialize(new OCSPRequest({ tbsRequest })))
}

function sha1(data: ArrayBuffer): OctetString {
  return new OctetString(bufferOf(createHash('sha1').update(new Uint8Array(data)).digest()))
}
