import { createHash } from 'node:crypto'
import {
  BasicOCSPResponse,
  CertStatus,
  id_pkix_ocsp_basic,
  id_pkix_ocsp_nonce,
  KeyHash,
  OCSPRequest,
  OCSPResponse,
  OCSPResponseStatus,
  ResponderID,
  ResponseBytes,
  ResponseData,
  SingleResponse,
} from '@peculiar/asn1-ocsp'
import type { CertID, Request } from '@peculiar/asn1-ocsp'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AuthorityKeyIdentifier,
  CertificateList,
  CRLNumber,
  Extensions,
  id_ce_authorityKeyIdentifier,
  id_ce_cRLNumber,
  KeyIdentifier,
  TBSCertList,
  Time,
  Version,
} from '@peculiar/asn1-x509'
import { ecdsaWithSha256, extension, keyIdentifierOf, signDer } from './certificates.ts'
import type { Identity } from './certificates.ts'

/** Whose certificates the answers are about, and who signs OCSP responses for it. */
export type StatusAuthority = { root: Identity; responder: Identity }

const HOUR = 60 * 60 * 1000
const hashNames = new Map([
  ['1.3.14.3.2.26', 'sha1'],
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
])

/** Answers a DER OCSPRequest (RFC 6960 §4); what is not one gets malformedRequest. */
export function answerOcsp(authority: StatusAuthority, query: Uint8Array, now: Date): Buffer {
  const request = parse(query)
  if (request === undefined || request.tbsRequest.requestList.length === 0) {
    const responseStatus = OCSPResponseStatus.malformedRequest
    return Buffer.from(AsnConvert.serialize(new OCSPResponse({ responseStatus })))
  }
  const { tbsRequest } = request
  const nonce = tbsRequest.requestExtensions?.filter(({ extnID }) => extnID === id_pkix_ocsp_nonce)
  const at = wholeSecond(now)
  const tbsResponseData = new ResponseData({
    responderID: new ResponderID({ byKey: new KeyHash(keyIdentifierOf(authority.responder.certificate)) }),
    producedAt: at,
    responses: tbsRequest.requestList.map((entry) => statusOf(authority, entry, at)),
  })
  if (nonce !== undefined && nonce.length > 0) tbsResponseData.responseExtensions = nonce
  const basic = new BasicOCSPResponse({
    tbsResponseData,
    signatureAlgorithm: ecdsaWithSha256,
    signature: signDer(AsnConvert.serialize(tbsResponseData), authority.responder.key),
    certs: [authority.responder.certificate],
  })
  const response = new OctetString(AsnConvert.serialize(basic))
  const responseBytes = new ResponseBytes({ responseType: id_pkix_ocsp_basic, response })
  const responseStatus = OCSPResponseStatus.successful
  return Buffer.from(AsnConvert.serialize(new OCSPResponse({ responseStatus, responseBytes })))
}

/** A CRL without entries: the sandbox revokes nothing (RFC 5280 §5). */
export function certificateRevocationList(authority: Pick<StatusAuthority, 'root'>, now: Date): Buffer {
  const { root } = authority
  const issuerKey = new KeyIdentifier(keyIdentifierOf(root.certificate))
  const tbsCertList = new TBSCertList({
    version: Version.v2,
    signature: ecdsaWithSha256,
    issuer: root.certificate.tbsCertificate.subject,
    thisUpdate: new Time(wholeSecond(now)),
    nextUpdate: new Time(wholeSecond(new Date(now.getTime() + 24 * HOUR))),
    crlExtensions: new Extensions([
      extension(id_ce_authorityKeyIdentifier, new AuthorityKeyIdentifier({ keyIdentifier: issuerKey })),
      extension(id_ce_cRLNumber, new CRLNumber(Math.floor(now.getTime() / 1000))),
    ]),
  })
  const signature = signDer(AsnConvert.serialize(tbsCertList), root.key)
  return Buffer.from(
    AsnConvert.serialize(
      new CertificateList({ tbsCertList, signatureAlgorithm: ecdsaWithSha256, signature }),
    ),
  )
}

function parse(query: Uint8Array): OCSPRequest | undefined {
  try {
    return AsnConvert.parse(query, OCSPRequest)
  } catch {
    return undefined
  }
}

function statusOf(authority: StatusAuthority, { reqCert }: Request, at: Date): SingleResponse {
  const certStatus = isIssuedHere(authority, reqCert)
    ? new CertStatus({ good: null })
    : new CertStatus({ unknown: null })
  return new SingleResponse({
    certID: reqCert,
    certStatus,
    thisUpdate: at,
    nextUpdate: new Date(at.getTime() + HOUR),
  })
}

/** Good for every serial number asked of our own root; nothing else is known here. */
function isIssuedHere({ root }: StatusAuthority, certId: CertID): boolean {
  const hash = hashNames.get(certId.hashAlgorithm.algorithm)
  if (hash === undefined) return false
  const { subject, subjectPublicKeyInfo } = root.certificate.tbsCertificate
  const nameHash = createHash(hash)
    .update(new Uint8Array(AsnConvert.serialize(subject)))
    .digest()
  const keyHash = createHash(hash).update(new Uint8Array(subjectPublicKeyInfo.subjectPublicKey)).digest()
  return (
    nameHash.equals(new Uint8Array(certId.issuerNameHash.buffer)) &&
    keyHash.equals(new Uint8Array(certId.issuerKeyHash.buffer))
  )
}

function wholeSecond(date: Date): Date {
  return new Date(Math.floor(date.getTime() / 1000) * 1000)
}
