import { createHash } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { KeyUsageFlags } from '@peculiar/asn1-x509'
import { generateKey, issue } from '../time-stamp-authority/certificates.ts'
import type { Identity } from '../time-stamp-authority/certificates.ts'
import { keyExtensions, nameOf, policies, statusExtensions } from './profiles.ts'
import type { NameParts } from './profiles.ts'
import { qualifiedStatements } from './qualified-statements.ts'
import type { Branch } from './test-authority.ts'

export type Quality = 'AES' | 'QES'
export type PersonName = { givenName: string; surname: string; commonName?: string; country?: string }

/** ETSI EN 319 411-2 §5.3 and 319 411-1 §5.3: natural and legal persons, qualified with a device, and NCP+. */
const policyOf = {
  person: { QES: '0.4.0.194112.1.2', AES: '0.4.0.2042.1.2' },
  seal: { QES: '0.4.0.194112.1.3', AES: '0.4.0.2042.1.2' },
} as const

/** In the arc that ITU-T X.660 sets aside for examples: a certificate of a test authority, of no effect. */
export const TEST_POLICY = '2.999.411.1'

const MINUTE = 60_000
export const onDemandLife = 10 * MINUTE

/** A certificate for a person, made for one signature or kept as a credential. */
export function issuePerson(
  branch: Branch,
  quality: Quality,
  person: PersonName,
  now: Date,
  lifetime = onDemandLife,
  key = generateKey(),
): Identity {
  const { givenName, surname, country = branch.country } = person
  const commonName = person.commonName ?? `${givenName} ${surname}`
  // ETSI EN 319 412-2 §4.2.4: what tells two people of one name apart.
  const serialNumber = createHash('sha256').update(`${commonName}/${country}`).digest('hex').slice(0, 16)
  const name: NameParts = [
    ['C', country],
    ['CN', commonName],
    ['GN', givenName],
    ['SN', surname],
    ['serialNumber', serialNumber],
  ]
  return issueTo(branch, 'person', quality, name, now, lifetime, key)
}

/** A certificate for an organisation's seal. */
export function issueSeal(
  branch: Branch,
  quality: Quality,
  organization: string,
  now: Date,
  lifetime: number,
  key = generateKey(),
): Identity {
  const identifier = createHash('sha256').update(organization).digest('hex').slice(0, 9).toUpperCase()
  const name: NameParts = [
    ['C', branch.country],
    ['O', organization],
    // ETSI EN 319 412-1 §5.1.4: national trade register.
    ['organizationIdentifier', `NTR${branch.country}-${identifier}`],
    ['CN', `${organization} Seal`],
  ]
  return issueTo(branch, 'seal', quality, name, now, lifetime, key)
}

function issueTo(
  branch: Branch,
  holder: 'person' | 'seal',
  quality: Quality,
  name: NameParts,
  now: Date,
  lifetime: number,
  key: KeyObject,
): Identity {
  const { issuing } = branch
  const statements = qualifiedStatements({
    type: holder === 'person' ? 'esign' : 'eseal',
    disclosure: branch.disclosure,
    country: branch.legislation === 'ZERTES' ? 'CH' : undefined,
  })
  const extensions = [
    // ETSI EN 319 412-2 §4.3.2: non-repudiation alone, type A.
    ...keyExtensions(key, issuing, KeyUsageFlags.nonRepudiation),
    policies(policyOf[holder][quality], TEST_POLICY),
    ...statusExtensions(branch.status),
    ...(quality === 'QES' ? [statements] : []),
  ]
  const issuer = issuing.certificate.tbsCertificate.subject
  return issue({ subject: nameOf(name), issuer, key, signer: issuing.key, extensions, now, lifetime })
}
