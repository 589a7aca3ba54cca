import { createHash } from 'node:crypto'
import { StepwiseSigningFailed } from '../stepwise/port.ts'
import type { Person, SigningOrder } from '../stepwise/port.ts'
import { cmsType, profile, profiles, sha256Method, timestampType } from './wire.ts'

/** Always the same for the same operation, so that a retry can be told from a second one. */
export const requestIdOf = ({ reference }: SigningOrder): string =>
  `ID-${createHash('sha256').update(reference).digest('hex').slice(0, 32)}`

export const documentIdOf = (index: number): string => `DOC-${index + 1}`

/** The body of `sign`: certificates on demand with the signer's approval for people, static ones for seals. */
export function signRequest(order: SigningOrder, claimedIdentity: string, service: string) {
  const { party, documents } = order
  const extraProfiles = [
    ...(party.kind === 'person' ? [profiles.onDemand, profiles.redirect, profiles.asynchronous] : []),
    ...(documents.length > 1 ? [profiles.batch] : []),
  ]
  return {
    SignRequest: {
      '@Profile': profile,
      '@RequestID': requestIdOf(order),
      InputDocuments: {
        DocumentHash: documents.map(({ digest }, index) => ({
          '@ID': documentIdOf(index),
          'dsig.DigestMethod': { '@Algorithm': sha256Method },
          'dsig.DigestValue': Buffer.from(digest).toString('base64'),
        })),
      },
      OptionalInputs: {
        AddTimestamp: { '@Type': timestampType },
        ...(extraProfiles.length > 0 ? { AdditionalProfile: extraProfiles } : {}),
        ClaimedIdentity: { Name: claimedIdentity },
        SignatureType: cmsType,
        'sc.AddRevocationInformation': {},
        // Gives what tells the certificates' status beside the CMS, where PAdES wants it.
        'sc.SignatureStandard': 'PAdES-Baseline',
        ...(party.kind === 'person'
          ? { 'sc.CertificateRequest': certificateRequest(order, party.person, service) }
          : {}),
      },
    },
  }
}

function certificateRequest({ language, message }: SigningOrder, person: Person, service: string) {
  const { mobile, country, approvalSerialNumber } = person
  const invalid = (reason: string) => new StepwiseSigningFailed('order_invalid', service, reason)
  if (!mobile) throw invalid('the signer has no mobile number')
  if (!country) throw invalid('no identification says which country the signer is of')
  return {
    'sc.DistinguishedName': distinguishedName(person, country),
    'sc.StepUpAuthorisation': {
      'sc.Phone': {
        'sc.Language': language,
        'sc.MSISDN': mobile.replace(/\D/g, ''),
        'sc.Message': message,
        ...(approvalSerialNumber ? { 'sc.SerialNumber': approvalSerialNumber } : {}),
      },
    },
  }
}

/** RFC 4514 §2.4: what has a meaning in a distinguished name is escaped. */
function distinguishedName({ name, givenName, surname, email }: Person, country: string): string {
  const serialNumber = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 16)
  const parts = { cn: name, givenname: givenName, surname, c: country, serialnumber: serialNumber }
  return Object.entries(parts)
    .map(([type, value]) => `${type}=${escaped(value)}`)
    .join(', ')
}

const escaped = (value: string): string =>
  value
    // oxlint-disable-next-line eslint/no-control-regex -- a name is no place for them
    .replace(/[\u0000-\u001f]/g, ' ')
    .trim()
    .replace(/[\\,+"<>;=]/g, String.raw`\$&`)
    .replace(/^#/, String.raw`\#`)
