import { parseCertificate } from '@countersign/pdf-signature/cms/certificates/certificate.ts'
import {
  authorityInformationAccess,
  certificatePolicies,
  crlDistributionPoint,
  extendedKeyUsage,
  keyUsage,
  mailboxName,
} from '@countersign/pdf-signature/cms/certificates/extension-encoding.ts'
import type { NameContent } from '@countersign/pdf-signature/cms/certificates/name-encoding.ts'
import { oids } from '@countersign/pdf-signature/cms/der/object-identifiers.ts'
import type { AuthorityOptions } from './authority-options.ts'
import { generateKeys, type Identity } from './identity.ts'
import { crlUrl, type Installation, issueByProfile, issuerUrl, ocspUrl, type Profile } from './profiles.ts'

/** Whom a certificate for one signing names. */
export interface PersonalHolder {
  readonly name: string
  readonly givenName: string
  readonly surname: string
  readonly country?: string | undefined
  readonly email: string
  /** In E.164: by what the signer approved, where it was by phone. */
  readonly mobile?: string | undefined
  /** Of the signing: distinguishes two people of the same name as two subjects (ETSI EN 319 412-2 §4.2.4). */
  readonly serialNumber: string
}

const minute = 60_000
const life = 10 * minute

/**
 * Begins half its life ago: the time-stamp authority's clock decides, and may be behind ours. Key usage is that of a
 * commitment to the content alone (ETSI EN 319 412-2 §4.3.2, type A). It states nothing of ETSI EN 319 412-5, and no
 * policy of ETSI EN 319 411-1 either: those promise an identification that a code to a phone is not.
 */
export const personalProfile = (installation: Installation, holder: PersonalHolder): Profile => ({
  subject: subjectOf(holder),
  days: life / 2 / (24 * 60 * minute),
  backdated: life / 2,
  extensions: [
    keyUsage('nonRepudiation'),
    extendedKeyUsage([oids.documentSigning, oids.emailProtection]),
    ...(installation.policy ? [certificatePolicies(installation.policy)] : []),
    ...(/^[\u0021-\u007E]+$/.test(holder.email) ? [mailboxName(holder.email)] : []),
    authorityInformationAccess({ issuer: issuerUrl(installation, 'issuing'), ocsp: ocspUrl(installation) }),
    crlDistributionPoint(crlUrl(installation, 'issuing')),
  ],
})

function subjectOf({ name, givenName, surname, country, mobile, serialNumber }: PersonalHolder): NameContent {
  const given = [
    ['C', country && /^[A-Z]{2}$/.test(country) ? country : ''],
    ['SN', surname],
    ['GN', givenName],
    // RFC 5280 appendix A.1: at most 64 characters.
    ['CN', [...name].slice(0, 64).join('')],
    ['telephoneNumber', mobile ?? ''],
    ['serialNumber', serialNumber.replaceAll(/[^A-Za-z0-9 '()+,\-./:=?]/g, '').slice(0, 64)],
  ] as const
  return given.filter(([, value]) => value !== '')
}

/** Noted before it is used, so that its status is known to the person who asks. */
export async function issuePersonal(
  issuing: Identity,
  holder: PersonalHolder,
  { store, installation, now, keyKind = 'P-256' }: AuthorityOptions,
): Promise<Identity> {
  const keys = generateKeys(keyKind)
  const der = issueByProfile(personalProfile(installation, holder), keys, issuing, now())
  const certificate = parseCertificate(der)
  await store.record(certificate)
  return { name: 'personal', certificate, privateKey: keys.privateKey }
}
