import { digestAlgorithms } from '../../pki/detached-cms.ts'
import type { DigestName } from '../../pki/detached-cms.ts'
import type { PersonName } from '../../pki/issue-signer.ts'
import { at, textAt } from '../json.ts'
import { profileOf } from '../keys.ts'
import type { KeyProfile } from '../keys.ts'
import { refusals } from './results.ts'
import type { Result } from './results.ts'

/** The one customer who is enrolled. */
export const CUSTOMER = 'countersign'

export const profiles = {
  onDemand: 'http://ais.swisscom.ch/1.0/profiles/ondemandcertificate',
  redirect: 'http://ais.swisscom.ch/1.1/profiles/redirect',
  asynchronous: 'urn:oasis:names:tc:dss:1.0:profiles:asynchronousprocessing',
  batch: 'http://ais.swisscom.ch/1.0/profiles/batchprocessing',
  timestamp: 'urn:oasis:names:tc:dss:1.0:profiles:timestamping',
} as const

const methods = new Map<string, DigestName>([
  ['http://www.w3.org/2001/04/xmlenc#sha256', 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#sha384', 'sha384'],
  ['http://www.w3.org/2001/04/xmlenc#sha512', 'sha512'],
])

export type Hash = { id: string; algorithm: DigestName; value: Buffer }
export type StepUp = { mobile: string; language: string; message: string; serialNumber?: string }
export type SignOrder = {
  requestId: string
  hashes: Hash[]
  profiles: Set<string>
  isTimestamp: boolean
  withTimestamp: boolean
  withRevocation: boolean
  /** None for time-stamps. */
  key?: { name: string; profile: KeyProfile }
  person?: PersonName
  stepUp?: StepUp
}

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]

const signatureTypes = { cms: 'urn:ietf:rfc:3369', timestamp: 'urn:ietf:rfc:3161' } as const

/** What is asked for, or the result that refuses it. */
export function readSignRequest(body: unknown): SignOrder | Result {
  const request = at(body, 'SignRequest')
  const inputs = at(request, 'OptionalInputs')
  const requested = new Set(listOf(at(inputs, 'AdditionalProfile')).map(String))
  const known: string[] = Object.values(profiles)
  if ([...requested].some((each) => !known.includes(each))) return refusals.unsupported_profile
  const requestId = textAt(request, '@RequestID')
  const type = textAt(inputs, 'SignatureType')
  // The documented signatures name the profile for time-stamps as well: the type decides, not the profile.
  const isTimestamp = type === signatureTypes.timestamp && requested.has(profiles.timestamp)
  if (!requestId || (type !== signatureTypes.cms && !isTimestamp)) return refusals.unexpected_data

  const hashes = readHashes(at(request, 'InputDocuments', 'DocumentHash'))
  if (!Array.isArray(hashes)) return hashes
  if (hashes.length > 1 && !requested.has(profiles.batch)) return refusals.unexpected_data

  const order = {
    requestId,
    hashes,
    profiles: requested,
    isTimestamp,
    withTimestamp: textAt(inputs, 'AddTimestamp', '@Type') === 'urn:ietf:rfc:3161',
    // PAdES-Baseline alone gives it beside the CMS; the other standards put it into the signature, if anywhere.
    withRevocation:
      at(inputs, 'sc.AddRevocationInformation') !== undefined &&
      (isTimestamp || textAt(inputs, 'sc.SignatureStandard') === 'PAdES-Baseline'),
  }
  const [customer, entity = ''] = claimedIdentity(inputs)
  if (customer !== CUSTOMER) return refusals.unknown_customer
  if (isTimestamp) return order
  const profile = profileOf(entity)
  if (!profile) return refusals.unknown_service_entity
  const keyed = { ...order, key: { name: entity, profile } }
  return profile.holder === 'seal' ? keyed : withPerson(keyed, at(inputs, 'sc.CertificateRequest'))
}

/** The customer, and the key where one is named. */
export const claimedIdentity = (inputs: unknown): string[] =>
  (textAt(inputs, 'ClaimedIdentity', 'Name') ?? '').split(':')

function readHashes(given: unknown): Hash[] | Result {
  const hashes: Hash[] = []
  for (const each of listOf(given)) {
    const id = textAt(each, '@ID')
    const algorithm = methods.get(textAt(each, 'dsig.DigestMethod', '@Algorithm') ?? '')
    const value = Buffer.from(textAt(each, 'dsig.DigestValue') ?? '', 'base64')
    if (!algorithm) return refusals.unsupported_digest_algorithm
    const isWrong = value.length !== digestAlgorithms[algorithm].length
    if (!id || isWrong || hashes.some((other) => other.id === id)) return refusals.unexpected_data
    hashes.push({ id, algorithm, value })
  }
  return hashes.length > 0 ? hashes : refusals.insufficient_data
}

/** A person's certificate is made on demand; for a qualified one they have to approve (step-up). */
function withPerson(order: SignOrder, request: unknown): SignOrder | Result {
  const person = personNamed(textAt(request, 'sc.DistinguishedName') ?? '')
  if (!order.profiles.has(profiles.onDemand) || !person) return refusals.insufficient_data
  const phone = at(request, 'sc.StepUpAuthorisation', 'sc.Phone')
  if (phone === undefined && order.key?.profile.quality === 'AES') return { ...order, person }
  const mobile = textAt(phone, 'sc.MSISDN')
  if (!mobile) return refusals.missing_mobile
  if (!/^[1-9]\d{6,14}$/.test(mobile)) return refusals.unexpected_data
  if (!order.profiles.has(profiles.asynchronous)) return refusals.unexpected_data
  const serialNumber = textAt(phone, 'sc.SerialNumber')
  const stepUp = {
    mobile,
    language: textAt(phone, 'sc.Language') ?? 'en',
    message: textAt(phone, 'sc.Message') ?? 'Please confirm',
    ...(serialNumber ? { serialNumber } : {}),
  }
  return { ...order, person, stepUp }
}

/** `cn=TEST User, givenname=Max, surname=Maximus, c=US`, with RFC 4514 escapes. */
function personNamed(distinguishedName: string): PersonName | undefined {
  const pairs = [...distinguishedName.matchAll(/(\w+)\s*=\s*((?:\\.|[^,\\])*)/g)].map(
    ([, type = '', value = '']) => [type.toLowerCase(), value.replaceAll(/\\(.)/g, '$1').trim()] as const,
  )
  const parts = new Map(pairs)
  const [commonName, country] = [parts.get('cn'), parts.get('c')?.toUpperCase()]
  if (!commonName || !country || !isCountry(country)) return undefined
  const [givenName, surname] = [parts.get('givenname'), parts.get('surname')]
  // A pseudonym stands for itself.
  return { commonName, country, givenName: givenName ?? commonName, surname: surname ?? commonName }
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const isCountry = (code: string): boolean => /^[A-Z]{2}$/.test(code) && regions.of(code) !== undefined
