import { containsLink } from '@countersign/contract/plain-name.ts'
import { domainOf } from '#api/platform/values/email-domain.ts'

/** Why a sign-in at the company's provider came to nothing: the whole list, as the error pages know it. */
export type SignOnFailure =
  | 'cancelled'
  | 'expired'
  | 'provider_unavailable'
  | 'invalid_response'
  | 'wrong_domain'
  | 'email_unverified'
  /** The account with this email belongs to another business: the provider has no say in it. */
  | 'other_business'

export interface BegunSignOn {
  readonly failure: null
  /** The provider's address. */
  readonly url: string
  readonly state: string
  /** Known to this browser alone: anyone who comes back without it did not begin here. */
  readonly browserSecret: string
}

/** Minutes that someone has at the provider. */
export const signOnMinutes = 10
/** Minutes for the page to take its session. */
export const codeMinutes = 2
/** Minutes to prove that the account with this email is one's own. */
export const linkMinutes = 10

export function secretsPlace(stateHash: Buffer): string {
  return `single_sign_ons/${stateHash.toString('hex')}`
}

/** What the company has to change has a page of its own. */
export function failurePath(reason: SignOnFailure): string {
  const isCompanys = ['wrong_domain', 'email_unverified', 'other_business'].includes(reason)
  return `/sso/error${isCompanys ? '/company' : ''}?reason=${reason}`
}

interface Authority {
  readonly domains: readonly string[]
}

/** The provider that answers for this email's domain: for this very domain, not for those below it. */
export function authorityFor<P extends Authority>(providers: readonly P[], email: string): P | undefined {
  return providers.find((provider) => isAuthorityFor(provider, email))
}

export function isAuthorityFor({ domains }: Authority, email: string): boolean {
  return domains.includes(domainOf(email))
}

/**
 * Names of a new account as its company provides them, or what the email gives. Emails to strangers show them, so that they
 * keep the rules for a name that someone types: without marks of direction, and a part with an address or a link is left out.
 */
export function namesOf(given: { firstName: string; lastName: string; email: string }): {
  firstName: string
  lastName: string
} {
  const [firstName, lastName] = [given.firstName, given.lastName].map(plainNameOf)
  if (firstName || lastName) return { firstName: firstName ?? '', lastName: lastName ?? '' }
  const local = given.email.slice(0, given.email.lastIndexOf('@'))
  return {
    firstName: plainNameOf(local) || plainNameOf(local.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')),
    lastName: '',
  }
}

/** As `plainName` of the contract, with what that refuses left out. */
function plainNameOf(given: string): string {
  const line = given.normalize('NFC').replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')
  const name = [...line.trim()].slice(0, 100).join('').trim()
  return containsLink(name) ? '' : name
}

// Browsers read a backslash as a slash and drop tabs and line breaks (WHATWG URL § 4.4).
const oneSlash = /^\/(?![/\\])[^\\\p{Cc}]*$/u

/** A path of our own, as an address of ours: null for whatever a browser might take elsewhere. */
export function ownPath(given: string | null | undefined, publicUrl: string): string | null {
  if (!given || given.length > 2000 || !oneSlash.test(given)) return null
  const address = URL.parse(given, publicUrl)
  // Dots that were resolved may leave two slashes.
  if (address?.origin !== new URL(publicUrl).origin || !oneSlash.test(address.pathname)) return null
  return address.pathname + address.search + address.hash
}
