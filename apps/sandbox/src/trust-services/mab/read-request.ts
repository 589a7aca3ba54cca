import { digestNamed, isHash } from '../hash-algorithms.ts'
import type { DigestName } from '../hash-algorithms.ts'
import { at, textAt } from '../json.ts'
import { profileOf } from '../keys.ts'
import type { Refusal } from './errors.ts'

/** Scopes of the API description; only the first two do something here. */
const scopes = ['sign', 'ident', 'enroll', 'auth', 'service', 'credential', 'tac_provided', 'no_initial_hash']
const namespaces = ['msisdn', 'MSA', 'STS', 'MSAINT', 'FUT', 'PWDOTP', 'WBAUTHN']

export type SigningClaims = {
  credentialId: string
  algorithm: DigestName
  hashes: string[]
  labels: string[]
}
/** Who is to sign, as far as the customer says; MAB asks for the rest. */
export type LoginHint = { namespace?: string; mobile?: string; email?: string }

const invalid = (description: string): Refusal => ({ error: 'invalid_request', description })

/** What is to be signed: the hashes, by one algorithm, and the kind of signature. */
export function readClaims(claims: unknown): SigningClaims | Refusal {
  const credentialId = textAt(claims, 'credentialID') ?? ''
  if (profileOf(credentialId)?.holder !== 'person') return invalid('claims.credentialID is not known')
  const algorithm = digestNamed(at(claims, 'hashAlgorithmOID'))
  if (!algorithm) return invalid('claims.hashAlgorithmOID is not supported')
  const digests = at(claims, 'documentDigests')
  if (!Array.isArray(digests) || digests.length === 0) return invalid('claims.documentDigests is missing')
  const hashes = digests.map((each) => textAt(each, 'hash') ?? '')
  if (!hashes.every((hash) => isHash(hash, algorithm)))
    return invalid('claims.documentDigests has a hash of another length')
  return {
    credentialId,
    algorithm,
    hashes,
    labels: digests.map((each) => textAt(each, 'label') ?? 'A document'),
  }
}

/** Without a scope, `sign`. */
export function readScope(scope: string | undefined): string[] | Refusal {
  const requested = (scope ?? 'sign').split(' ').filter(Boolean)
  if (requested.some((each) => !scopes.includes(each)))
    return { error: 'invalid_scope', description: 'The scope is not known' }
  // The others are documented, and a customer has to be set up for them: this one is not.
  const isServed =
    requested.includes('sign') && requested.every((each) => each === 'sign' || each === 'ident')
  return isServed
    ? requested
    : { error: 'invalid_scope', description: 'This client may use the scopes sign and ident' }
}

/** A hint needs a namespace; the identifier is a phone number in the two namespaces that have one. */
export function readLoginHint(hint: unknown, userEmail?: string): LoginHint | Refusal {
  const namespace = textAt(hint, 'namespace')
  if (hint !== undefined && !namespaces.includes(namespace ?? ''))
    return invalid('login_hint.namespace is not known')
  const identifier = textAt(hint, 'identifier') ?? ''
  const mobile = /^\+?[1-9]\d{6,14}$/.test(identifier) ? `+${identifier.replace('+', '')}` : undefined
  if (namespace === 'msisdn' && identifier && !mobile) return invalid('login_hint.identifier is not a number')
  const email = textAt(hint, 'email') ?? userEmail
  return { ...(namespace ? { namespace } : {}), ...(mobile ? { mobile } : {}), ...(email ? { email } : {}) }
}

export const isRefusal = (value: object): value is Refusal => 'error' in value
