import { createHash, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AccessDescription,
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityInfoAccessSyntax,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  CRLDistributionPoints,
  DistributionPoint,
  DistributionPointName,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  id_ad_caIssuers,
  id_ad_ocsp,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_cRLDistributionPoints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectKeyIdentifier,
  id_pe_authorityInfoAccess,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509'

/** A certificate with its private key. */
export type Identity = { certificate: Certificate; der: Buffer; key: KeyObject }

/** Where a relying party finds the status of a certificate and its issuer (RFC 5280 §4.2.1.13, §4.2.2.1). */
export type StatusAddresses = { ocsp: string; crl: string; issuer: string }

export const ecdsaWithSha256 = new AlgorithmIdentifier({ algorithm: '1.2.840.10045.4.3.2' })

export const YEAR = 365 * 24 * 60 * 60 * 1000
const ID_PKIX_OCSP_NOCHECK = '1.3.6.1.5.5.7.48.1.5'
const DER_NULL = Uint8Array.of(0x05, 0x00).buffer

export function issueRoot(commonName: string, now: Date): Identity {
  const key = generateKey()
  const name = nameOf(commonName)
  const extensions = [
    extension(id_ce_basicConstraints, new BasicConstraints({ cA: true, pathLenConstraint: 0 }), true),
    extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign), true),
    extension(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(keyIdentifierOf(key))),
  ]
  return issue({ subject: name, issuer: name, key, signer: key, extensions, now, lifetime: 20 * YEAR })
}

/** RFC 3161 §2.3: the extended key usage of a time-stamping unit is timeStamping alone, and critical. */
export function issueTimeStampUnit(root: Identity, name: string, at: StatusAddresses, now: Date): Identity {
  const key = generateKey()
  const extensions = [
    ...endEntityExtensions(root, key, '1.3.6.1.5.5.7.3.8', true),
    extension(
      id_ce_cRLDistributionPoints,
      new CRLDistributionPoints([
        new DistributionPoint({ distributionPoint: new DistributionPointName({ fullName: [uri(at.crl)] }) }),
      ]),
    ),
    extension(
      id_pe_authorityInfoAccess,
      new AuthorityInfoAccessSyntax([
        new AccessDescription({ accessMethod: id_ad_ocsp, accessLocation: uri(at.ocsp) }),
        new AccessDescription({ accessMethod: id_ad_caIssuers, accessLocation: uri(at.issuer) }),
      ]),
    ),
  ]
  return issueBelow(root, name, key, extensions, now)
}

/** RFC 6960 §4.2.2.2: a delegated responder; nocheck, since nobody else could answer for it. */
export function issueOcspResponder(root: Identity, name: string, now: Date): Identity {
  const key = generateKey()
  const extensions = [
    ...endEntityExtensions(root, key, '1.3.6.1.5.5.7.3.9', false),
    new Extension({ extnID: ID_PKIX_OCSP_NOCHECK, critical: false, extnValue: new OctetString(DER_NULL) }),
  ]
  return issueBelow(root, name, key, extensions, now)
}

/** RFC 5280 §4.2.1.2 (1): SHA-1 over the bits of the public key. */
export function keyIdentifierOf(key: KeyObject | Certificate): ArrayBuffer {
  const info = key instanceof Certificate ? key.tbsCertificate.subjectPublicKeyInfo : publicKeyInfoOf(key)
  return bufferOf(createHash('sha1').update(new Uint8Array(info.subjectPublicKey)).digest())
}

export function extension(extnID: string, value: object, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) })
}

/** A copy whose ArrayBuffer holds exactly these bytes, as the ASN.1 classes expect. */
export function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer
}

export function signDer(der: ArrayBuffer, key: KeyObject): ArrayBuffer {
  return bufferOf(sign('sha256', new Uint8Array(der), key))
}

function endEntityExtensions(
  root: Identity,
  key: KeyObject,
  purpose: string,
  critical: boolean,
): Extension[] {
  const issuerKey = new KeyIdentifier(keyIdentifierOf(root.certificate))
  return [
    extension(id_ce_basicConstraints, new BasicConstraints({ cA: false }), true),
    extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.digitalSignature), true),
    extension(id_ce_extKeyUsage, new ExtendedKeyUsage([purpose]), critical),
    extension(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(keyIdentifierOf(key))),
    extension(id_ce_authorityKeyIdentifier, new AuthorityKeyIdentifier({ keyIdentifier: issuerKey })),
  ]
}

function issueBelow(
  root: Identity,
  name: string,
  key: KeyObject,
  extensions: Extension[],
  now: Date,
): Identity {
  const issuer = root.certificate.tbsCertificate.subject
  return issue({ subject: nameOf(name), issuer, key, signer: root.key, extensions, now, lifetime: 10 * YEAR })
}

export type CertificateOrder = {
  subject: Name
  issuer: Name
  key: KeyObject
  signer: KeyObject
  extensions: Extension[]
  now: Date
  /** Milliseconds. */
  lifetime: number
}

export function issue(order: CertificateOrder): Identity {
  // A minute of grace, for a caller whose clock is a little behind.
  const notBefore = new Date(order.now.getTime() - 60_000)
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: serialNumber(),
    signature: ecdsaWithSha256,
    issuer: order.issuer,
    validity: new Validity({ notBefore, notAfter: new Date(notBefore.getTime() + order.lifetime) }),
    subject: order.subject,
    subjectPublicKeyInfo: publicKeyInfoOf(order.key),
    extensions: new Extensions(order.extensions),
  })
  const signatureValue = signDer(AsnConvert.serialize(tbsCertificate), order.signer)
  const certificate = new Certificate({ tbsCertificate, signatureAlgorithm: ecdsaWithSha256, signatureValue })
  return { certificate, der: Buffer.from(AsnConvert.serialize(certificate)), key: order.key }
}

/** RFC 5280 §4.1.2.2: positive, at most 20 octets; the leading 01 keeps it positive and free of padding. */
export function serialNumber(): ArrayBuffer {
  return bufferOf(Buffer.concat([Buffer.from([0x01]), randomBytes(15)]))
}

export function generateKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
}

function nameOf(commonName: string): Name {
  return new Name([attribute('2.5.4.10', 'Countersign Sandbox'), attribute('2.5.4.3', commonName)])
}

function attribute(type: string, value: string): RelativeDistinguishedName {
  const attributeValue = new AttributeValue({ utf8String: value })
  return new RelativeDistinguishedName([new AttributeTypeAndValue({ type, value: attributeValue })])
}

function uri(address: string): GeneralName {
  return new GeneralName({ uniformResourceIdentifier: address })
}

function publicKeyInfoOf(key: KeyObject): SubjectPublicKeyInfo {
  return AsnConvert.parse(createPublicKey(key).export({ type: 'spki', format: 'der' }), SubjectPublicKeyInfo)
}
