import { isWebAddress } from '../client.ts'
import { digestNamed, isHash } from '../hash-algorithms.ts'
import type { DigestName } from '../hash-algorithms.ts'
import { at, parseJson, textAt } from '../json.ts'
import { profileOf } from '../keys.ts'
import { invalid, isRefusal, missing, wrong } from './errors.ts'
import type { Refusal } from './errors.ts'
import type { CscProvider } from './providers.ts'

/** What may be signed: by which credential, over which hashes in base64. */
export type Activation = { credentialId: string; hashes: string[]; algorithm?: DigestName }
export type AuthorisationRequest = {
  redirectUri: string
  state?: string
  challenge?: { value: string; isHashed: boolean }
  /** None for the service itself. */
  activation?: Activation
  labels: string[]
  /** As it was sent. */
  details?: unknown
}

/**
 * How many hashes an authorisation is for: one, or two, by the keys of people whose email is at `one-by-one.test` or `two-by-two.test`,
 * and one by the key of an organisation whose name ends so.
 */
export function multisignOf(credentialId: string): number {
  if (/[@ ]one-by-one(\.test)?$/.test(credentialId)) return 1
  return credentialId.endsWith('@two-by-two.test') ? 2 : 50
}

/** CSC API v1 §8.3.2, v2 §8.4.2: the request for a code, or what is wrong with it. */
export function readAuthorisation(
  provider: CscProvider,
  query: URLSearchParams,
): AuthorisationRequest | Refusal {
  const redirectUri = query.get('redirect_uri')
  if (!isWebAddress(redirectUri)) return wrong('redirect_uri')
  if (query.get('response_type') !== 'code') return { error: 'unsupported_response_type' }
  const challenge = readChallenge(provider, query)
  if (challenge && isRefusal(challenge)) return challenge
  const state = query.get('state')
  const request = {
    redirectUri,
    ...(state === null ? {} : { state }),
    ...(challenge ? { challenge } : {}),
    labels: [],
  }
  const details = query.get('authorization_details')
  if (details !== null) {
    if (!provider.supportsRar) return wrong('authorization_details')
    const read = readDetails(details)
    return isRefusal(read) ? read : { ...request, ...read }
  }
  const scope = query.get('scope') ?? 'service'
  if (scope === 'service') return request
  if (scope !== 'credential') return { error: 'invalid_scope' }
  const activation =
    provider.version === 1
      ? readHashes(query, 'hash')
      : readWithAlgorithm(query.get('hashAlgorithmOID'), () => readHashes(query, 'hashes'))
  return isRefusal(activation) ? activation : { ...request, activation }
}

/** RFC 7636; version 1 does not know it, version 2 requires it. */
function readChallenge(
  { version }: CscProvider,
  query: URLSearchParams,
): AuthorisationRequest['challenge'] | Refusal {
  const value = query.get('code_challenge')
  if (value === null) return version === 1 ? undefined : invalid('Missing parameter code_challenge')
  const method = query.get('code_challenge_method') ?? 'plain'
  return method === 'S256' || method === 'plain'
    ? { value, isHashed: method === 'S256' }
    : wrong('code_challenge_method')
}

function readDetails(
  text: string,
): Pick<AuthorisationRequest, 'activation' | 'labels' | 'details'> | Refusal {
  const refusal: Refusal = { error: 'invalid_authorization_details' }
  const details = parseJson(text)
  const detail = at(details, 0)
  const algorithm = digestNamed(at(detail, 'hashAlgorithmOID'))
  const [credentialId, digests] = [textAt(detail, 'credentialID'), at(detail, 'documentDigests')]
  if (textAt(detail, 'type') !== 'credential' || !credentialId || !algorithm) return refusal
  if (!isQualifierOf(textAt(detail, 'signatureQualifier'), credentialId)) return refusal
  if (!Array.isArray(digests) || digests.length === 0 || digests.length > multisignOf(credentialId))
    return refusal
  const hashes = digests.map((each) => textAt(each, 'hash') ?? '')
  if (!hashes.every((hash) => isHash(hash, algorithm))) return refusal
  const labels = digests.map((each) => textAt(each, 'label') ?? 'A document')
  return { activation: { credentialId, hashes: hashes.map(normalised), algorithm }, labels, details }
}

/** With a credential a qualifier isn't needed (v2 §8.4.2); one that is given has to be what the credential makes. */
function isQualifierOf(qualifier: string | undefined, credentialId: string): boolean {
  const profile = profileOf(credentialId.split(':')[0] ?? '')
  return (
    qualifier === undefined ||
    (profile?.legislation === 'EIDAS' && qualifier === `eu_eidas_${profile.quality.toLowerCase()}`)
  )
}

/** Version 2 names the algorithm of the hashes. */
export function readWithAlgorithm(oid: unknown, read: () => Activation | Refusal): Activation | Refusal {
  const algorithm = digestNamed(oid)
  if (!algorithm) return wrong('hashAlgorithmOID')
  const activation = read()
  if (isRefusal(activation)) return activation
  const isRight = activation.hashes.every((hash) => isHash(hash, algorithm))
  return isRight ? { ...activation, algorithm } : invalid('Invalid digest value length')
}

/** The hashes are in base64url here, and nowhere else. */
function readHashes(query: URLSearchParams, name: 'hash' | 'hashes'): Activation | Refusal {
  const credentialId = query.get('credentialID')
  if (!credentialId) return missing('string', 'credentialID')
  const count = Number(query.get('numSignatures') ?? '')
  if (!Number.isInteger(count) || count < 1) return missing('integer', 'numSignatures')
  if (count > multisignOf(credentialId)) return invalid('Numbers of signatures is too high')
  const hashes = (query.get(name) ?? '').split(',').filter(Boolean)
  if (hashes.length !== count) return missing('array', name)
  if (!hashes.every((hash) => /^[\w-]+={0,2}$/.test(hash)))
    return invalid('Invalid Base64 hash string parameter')
  return { credentialId, hashes: hashes.map(normalised) }
}

export const normalised = (hash: string): string =>
  Buffer.from(hash.replaceAll('-', '+').replaceAll('_', '/'), 'base64').toString('base64')
