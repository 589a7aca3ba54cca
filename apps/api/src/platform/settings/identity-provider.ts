/** A company's OpenID provider, and the email domains it answers for. */
export interface IdentityProvider {
  /** As people know it: shown to them. No two have the same. */
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly domains: readonly string[]
}
