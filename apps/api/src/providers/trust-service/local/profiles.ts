import { randomBytes } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import {
  authorityConstraints,
  authorityInformationAccess,
  authorityKeyIdentifier,
  certificatePolicies,
  crlDistributionPoint,
  extendedKeyUsage,
  keyIdentifier,
  keyUsage,
  ocspNoCheck,
  subjectKeyIdentifier,
} from '@countersign/pdf-signature/cms/certificates/extension-encoding.ts'
import { issueCertificate } from '@countersign/pdf-signature/cms/certificates/issuing.ts'
import { encodeName } from '@countersign/pdf-signature/cms/certificates/name-encoding.ts'
import type { NameContent } from '@countersign/pdf-signature/cms/certificates/name-encoding.ts'
import { oids } from '@countersign/pdf-signature/cms/der/object-identifiers.ts'
import type { Identity } from './identity.ts'

/** What an installation's certificates have in common. */
export interface Installation {
  readonly organization: string
  /** Two letters; left out where nobody has said which. */
  readonly country?: string | undefined
  /**
   * Identifier of the certificate policy the operator works by. None is made up: those of ETSI EN 319 411 are for
   * audited authorities, and one under a UUID (2.25) has an arc above 32 bits, which NSS does not accept.
   */
  readonly policy?: string | undefined
  /** Without a slash at the end; status and issuers are found below `/pki/`. */
  readonly publicUrl: string
}

const minute = 60_000
const day = 24 * 60 * minute

export interface Profile {
  readonly subject: NameContent
  readonly days: number
  /** How long ago it begins, as other machines' clocks may be behind ours; five minutes if not given. */
  readonly backdated?: number
  readonly extensions: readonly Uint8Array[]
}

export const ocspUrl = ({ publicUrl }: Installation): string => `${publicUrl}/pki/ocsp`
export const crlUrl = ({ publicUrl }: Installation, issuer: 'root' | 'issuing') =>
  `${publicUrl}/pki/${issuer}.crl`
export const issuerUrl = ({ publicUrl }: Installation, issuer: 'root' | 'issuing') =>
  `${publicUrl}/pki/${issuer}.crt`

function nameOf({ organization, country }: Installation, commonName: string): NameContent {
  return [...(country ? [['C', country] as const] : []), ['O', organization], ['CN', commonName]]
}

/** The anchor. Its name is unique, so that two installations' roots are never taken for each other. */
export const rootProfile = (installation: Installation): Profile => ({
  subject: nameOf(
    installation,
    `${installation.organization} Root CA ${randomBytes(4).toString('hex').toUpperCase()}`,
  ),
  days: 25 * 365,
  extensions: [authorityConstraints(), keyUsage('keyCertSign', 'crlSign')],
})

export const issuingProfile = (installation: Installation): Profile => ({
  subject: nameOf(
    installation,
    `${installation.organization} Issuing CA ${randomBytes(4).toString('hex').toUpperCase()}`,
  ),
  days: 20 * 365,
  extensions: [
    authorityConstraints(0),
    keyUsage('keyCertSign', 'crlSign'),
    authorityInformationAccess({ issuer: issuerUrl(installation, 'root') }),
    crlDistributionPoint(crlUrl(installation, 'root')),
  ],
})

/** RFC 6960 §4.2.2.2: a delegated responder, which nobody asks about because it lives briefly. */
export const ocspProfile = (installation: Installation): Profile => ({
  subject: nameOf(installation, `${installation.organization} OCSP Responder`),
  days: 365,
  extensions: [keyUsage('digitalSignature'), extendedKeyUsage([oids.ocspSigning]), ocspNoCheck()],
})

/**
 * Signs simple signatures for the service (ETSI EN 319 412-2 §4.3.2: non-repudiation and digital signature). Document
 * signing is RFC 9336; validators built on NSS know email protection only.
 */
export const serviceProfile = (installation: Installation): Profile => ({
  subject: nameOf(installation, `${installation.organization} Signing Service`),
  days: 3 * 365,
  extensions: [
    keyUsage('digitalSignature', 'nonRepudiation'),
    extendedKeyUsage([oids.documentSigning, oids.emailProtection]),
    ...(installation.policy ? [certificatePolicies(installation.policy)] : []),
    authorityInformationAccess({ issuer: issuerUrl(installation, 'issuing'), ocsp: ocspUrl(installation) }),
    crlDistributionPoint(crlUrl(installation, 'issuing')),
  ],
})

/**
 * One self-signed certificate for all demonstrations of an installation, marked as such in its name. A new one for each
 * signature could never be among the anchors, so that no validator would accept a demonstration anywhere.
 */
export const demonstrationProfile = (installation: Installation): Profile => ({
  subject: nameOf(installation, 'DEMONSTRATION ONLY - no legal effect'),
  days: 5 * 365,
  extensions: [keyUsage('digitalSignature', 'nonRepudiation')],
})

/** A certificate after a profile; without an issuer it signs itself. Its life ends with its issuer's at the latest. */
export function issueByProfile(
  profile: Profile,
  keys: { publicKey: KeyObject; privateKey: KeyObject },
  issuer: Identity | undefined,
  now: Date,
): Uint8Array {
  const publicKeyInfo = keys.publicKey.export({ format: 'der', type: 'spki' })
  const own = keyIdentifier(publicKeyInfo)
  const authority = issuer?.certificate.subjectKeyIdentifier ?? own
  const subject = encodeName(profile.subject)
  const end = now.getTime() + profile.days * day
  return issueCertificate(
    {
      serialNumber: serialNumber(),
      subject,
      issuer: issuer?.certificate.subjectName ?? subject,
      publicKeyInfo,
      notBefore: new Date(now.getTime() - (profile.backdated ?? 5 * minute)),
      notAfter: new Date(Math.min(end, issuer?.certificate.notAfter.getTime() ?? end)),
      extensions: [...profile.extensions, subjectKeyIdentifier(own), authorityKeyIdentifier(authority)],
    },
    issuer?.privateKey ?? keys.privateKey,
  )
}

/** 127 random bits, positive and of constant length (RFC 5280 §4.1.2.2 allows 20 octets). */
function serialNumber(): Uint8Array {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytes
}
