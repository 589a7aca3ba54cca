import type { IdentityProvider } from '#api/platform/settings/identity-provider.ts'

/** What ties the way back to the way there; known to us alone, the state excepted. */
export interface SignOnSecrets {
  readonly nonce: string
  readonly codeVerifier: string
}

export interface SignOnRequest extends SignOnSecrets {
  readonly redirectUri: string
  readonly state: string
  /** Who is about to sign in, so that they need not type it again. */
  readonly loginHint: string
  /** The provider is to ask again, though they may be signed in there (OpenID Connect Core § 3.1.2.1). */
  readonly isAnew?: boolean | undefined
}

export interface SignOnAnswer extends SignOnSecrets {
  readonly redirectUri: string
  readonly state: string
  /** The query with which the browser came back. */
  readonly query: string
  /** Anyone who signed in there before this is not believed. */
  readonly askedSince?: Date | undefined
}

/** Who signed in, as the provider's signed answer says it. */
export interface ProvidedIdentity {
  readonly issuer: string
  /** With the issuer: theirs for good (OpenID Connect Core § 5.7). The email is not. */
  readonly subject: string
  readonly email: string | null
  /** Null where the provider does not say. */
  readonly emailVerified: boolean | null
  readonly firstName: string
  readonly lastName: string
  /** A language tag (BCP 47). */
  readonly locale: string | null
}

/** Signs people in at their company's provider. Every failure is one of the errors below. */
export interface SingleSignOn {
  /** The provider's address to which the browser goes. */
  begin(provider: IdentityProvider, request: SignOnRequest): Promise<string>
  finish(provider: IdentityProvider, answer: SignOnAnswer): Promise<ProvidedIdentity>
}

/** The person, or the provider for them, said no. */
export class SignOnCancelled extends Error {
  override name = 'SignOnCancelled'
}

/** What is wrong with a provider or its answer, for the person who set it up. */
export type SignOnProblem =
  | 'unreachable'
  | 'address_refused'
  | 'not_a_provider'
  | 'issuer_mismatch'
  | 'client_refused'
  | 'token_invalid'

class SignOnFailed extends Error {
  readonly problem: SignOnProblem

  constructor(message: string, { problem, cause }: { problem: SignOnProblem; cause?: unknown }) {
    super(message, { cause })
    this.problem = problem
  }
}

/** The provider cannot be reached or is out of order. */
export class ProviderUnavailable extends SignOnFailed {
  override name = 'ProviderUnavailable'

  constructor(message: string, options: { problem?: SignOnProblem; cause?: unknown } = {}) {
    super(message, { problem: 'unreachable', ...options })
  }
}

/** The provider's answer is not one to believe: wrong, forged, too old, or meant for someone else. */
export class ProviderAnswerInvalid extends SignOnFailed {
  override name = 'ProviderAnswerInvalid'

  constructor(message: string, options: { problem?: SignOnProblem; cause?: unknown } = {}) {
    super(message, { problem: 'token_invalid', ...options })
  }
}
