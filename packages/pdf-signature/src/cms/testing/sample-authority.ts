import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { parseCertificate } from '../certificates/certificate.ts'
import type { Certificate } from '../certificates/certificate.ts'
import { children, readElement } from '../der/der-reader.ts'
import type { Element } from '../der/der-reader.ts'
import { explicit, generalizedTime, integer, octetString, oid, sequence, tlv } from '../der/der-writer.ts'
import {
  authorityConstraints,
  authorityKeyIdentifier,
  extendedKeyUsage,
  keyIdentifier,
  keyUsage,
  ocspNoCheck,
  subjectKeyIdentifier,
} from '../certificates/extension-encoding.ts'
import { issueCertificate, issueCrl, issueOcspResponse } from '../certificates/issuing.ts'
import type { OcspStatus, RevokedCertificate } from '../certificates/issuing.ts'
import { encodeName } from '../certificates/name-encoding.ts'
import type { NameContent } from '../certificates/name-encoding.ts'
import { oids } from '../der/object-identifiers.ts'
import { ocspCertificateId } from '../revocation/ocsp.ts'
import { signedAttributes } from '../signed-attributes.ts'
import { buildSignedData } from '../signed-data.ts'

/** A certificate with its key, for tests. */
export interface Holder {
  readonly certificate: Certificate
  readonly key: KeyObject
}

export interface HolderOptions {
  readonly name: string
  /** All of the subject's name; without it, the name in an organisation. */
  readonly subject?: NameContent
  /** None: self-signed. */
  readonly issuer?: Holder
  /** The encoded name of the issuer, where it isn't written as in the issuer's certificate. */
  readonly issuerName?: Uint8Array
  readonly extensions?: readonly Uint8Array[]
  readonly notBefore?: Date
  readonly notAfter?: Date
  readonly keys?: { readonly publicKey: KeyObject; readonly privateKey: KeyObject }
  /** Lower-case hexadecimal; a random one unless it has to be that of another certificate. */
  readonly serialNumber?: string
}

export const day = 24 * 60 * 60 * 1000
export const daysFromNow = (days: number): Date => new Date(Date.now() + days * day)

export const ellipticKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
export const rsaKeys = (modulusLength = 3072) => generateKeyPairSync('rsa', { modulusLength })

export function aHolder(options: HolderOptions): Holder {
  const { name, issuer, keys = ellipticKeys() } = options
  const publicKeyInfo = keys.publicKey.export({ format: 'der', type: 'spki' })
  const subject = encodeName(
    options.subject ?? [
      ['O', 'Example AG'],
      ['CN', name],
    ],
  )
  const own = keyIdentifier(publicKeyInfo)
  const der = issueCertificate(
    {
      serialNumber: options.serialNumber
        ? Buffer.from(options.serialNumber, 'hex')
        : Uint8Array.of(0x40, ...randomBytes(11)),
      subject,
      issuer: options.issuerName ?? issuer?.certificate.subjectName ?? subject,
      publicKeyInfo,
      notBefore: options.notBefore ?? daysFromNow(-1),
      notAfter: options.notAfter ?? daysFromNow(365),
      extensions: [
        ...(options.extensions ?? [keyUsage('digitalSignature', 'nonRepudiation')]),
        subjectKeyIdentifier(own),
        authorityKeyIdentifier(issuer?.certificate.subjectKeyIdentifier ?? own),
      ],
    },
    issuer?.key ?? keys.privateKey,
  )
  return { certificate: parseCertificate(der), key: keys.privateKey }
}

export const authorityExtensions = (pathLength?: number): Uint8Array[] => [
  authorityConstraints(pathLength),
  keyUsage('keyCertSign', 'crlSign'),
]

/** What of a PKI isn't as usual. */
export interface PkiOptions {
  /** When its authorities end; the signer's certificate is for a year. */
  readonly until?: Date
  /** When its time-stamping unit ends. */
  readonly unitUntil?: Date
  readonly unitKeys?: HolderOptions['keys']
}

/** A root, an issuing authority below it, a signer, an OCSP responder and a time-stamping unit. */
export function aPki({ until, unitUntil = until, unitKeys }: PkiOptions = {}) {
  const ends = until ? { notAfter: until } : {}
  const root = aHolder({ name: 'Root', extensions: authorityExtensions(), ...ends })
  const issuing = aHolder({ name: 'Issuing', issuer: root, extensions: authorityExtensions(0), ...ends })
  const signer = aHolder({ name: 'Anna Muster', issuer: issuing })
  const responder = aHolder({
    name: 'Responder',
    issuer: issuing,
    extensions: [keyUsage('digitalSignature'), extendedKeyUsage([oids.ocspSigning]), ocspNoCheck()],
    ...ends,
  })
  const timestamper = aHolder({
    name: 'Time-stamps',
    issuer: issuing,
    extensions: timestampingExtensions(),
    ...(unitUntil ? { notAfter: unitUntil } : {}),
    ...(unitKeys ? { keys: unitKeys } : {}),
  })
  return { root, issuing, signer, responder, timestamper }
}

export const timestampingExtensions = (critical = true): Uint8Array[] => [
  keyUsage('digitalSignature'),
  extendedKeyUsage([oids.timeStamping], critical),
]

export function aCrl(
  issuer: Holder,
  revoked: RevokedCertificate[] = [],
  thisUpdate = new Date(),
  days = 1,
): Uint8Array {
  const nextUpdate = new Date(thisUpdate.getTime() + days * day)
  return issueCrl({ issuer: issuer.certificate, number: 1, thisUpdate, nextUpdate, revoked }, issuer.key)
}

export function anOcspResponse(
  { certificate }: Holder,
  issuer: Holder,
  responder: Holder,
  status: OcspStatus['status'] = 'good',
  producedAt = new Date(),
  nextUpdate: Date | null = new Date(producedAt.getTime() + day),
): Uint8Array {
  const id = ocspCertificateId(certificate, issuer.certificate)
  const statuses = [{ id, status }]
  return issueOcspResponse(
    { responder: responder.certificate, statuses, producedAt, nextUpdate: nextUpdate ?? undefined },
    responder.key,
  )
}

/** A detached signature over bytes, by a holder, ECDSA or RSA after its key. */
export function aSignature(signer: Holder, content: Uint8Array, chain: Uint8Array[] = []): Uint8Array {
  const certificate = signer.certificate.raw
  const attributes = signedAttributes({ digest: sha256(content), certificate })
  return buildSignedData({
    certificate,
    chain,
    signedAttributes: attributes,
    signature: sign('sha256', attributes, signer.key),
    algorithm: algorithmOf(signer),
  })
}

/** A time-stamp token over a digest (RFC 3161 §2.4.2), which is one by SHA-256. */
export function aTimestampToken(
  unit: Holder,
  digest: Uint8Array,
  nonce?: Uint8Array,
  time = new Date(),
  digestAlgorithm: string = oids.sha256,
): Uint8Array {
  const content = sequence(
    integer(1),
    oid('1.2.3.4'),
    sequence(sequence(oid(digestAlgorithm)), octetString(digest)),
    integer(7),
    generalizedTime(time),
    ...(nonce ? [integer(nonce)] : []),
  )
  const certificate = unit.certificate.raw
  const attributes = signedAttributes({ digest: sha256(content), certificate, contentType: oids.tstInfo })
  return buildSignedData({
    certificate,
    chain: [],
    signedAttributes: attributes,
    signature: sign('sha256', attributes, unit.key),
    algorithm: algorithmOf(unit),
    content: { type: oids.tstInfo, bytes: content },
  })
}

/** A CMS or a token without the certificates that it carries: they may be elsewhere (RFC 5652 §5.1). */
export const withoutCertificates = (cms: Uint8Array): Uint8Array =>
  withFields(cms, (fields) => fields.filter(({ tag }) => tag !== 0xa0).map(({ raw }) => raw))

/** The same with the only signer twice. */
export const withTwoSigners = (cms: Uint8Array): Uint8Array =>
  withFields(cms, (fields) =>
    fields.map((field, index) => (index < fields.length - 1 ? field.raw : tlv(0x31, field.body, field.body))),
  )

/** A CMS with other fields of its SignedData. */
function withFields(cms: Uint8Array, change: (fields: Element[]) => Uint8Array[]): Uint8Array {
  const [type, wrapped] = children(readElement(cms))
  const fields = children(children(wrapped ?? cms)[0] ?? cms)
  return sequence(type?.raw ?? cms, explicit(0, sequence(...change(fields))))
}

const algorithmOf = ({ key }: Holder) => (key.asymmetricKeyType === 'rsa' ? 'RS256' : 'ES256')

export const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
