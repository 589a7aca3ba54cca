import type { ProvidedIdentity } from './port.ts'

type Claims = { readonly iss: string; readonly sub: string } & Readonly<Record<string, unknown>>

/** The standard claims (OpenID Connect Core § 5.1) as we use them. */
export function identityOf(claims: Claims): ProvidedIdentity {
  const given = textOf(claims['given_name'])
  const family = textOf(claims['family_name'])
  const [first, last] = given || family ? [given, family] : split(textOf(claims['name']))
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: textOf(claims['email']) || null,
    emailVerified: verified(claims['email_verified']),
    firstName: first,
    lastName: last,
    locale: textOf(claims['locale']) || null,
  }
}

/** One line, at most as long as a name may be. */
function textOf(claim: unknown): string {
  if (typeof claim !== 'string') return ''
  const line = claim.toWellFormed().replaceAll(/\p{Cc}/gu, ' ')
  return [...line.trim()].slice(0, 254).join('').trim()
}

/** Some providers write it as text. */
function verified(claim: unknown): boolean | null {
  if (claim === true || claim === 'true') return true
  return claim === undefined || claim === null ? null : false
}

function split(name: string): [string, string] {
  const at = name.lastIndexOf(' ')
  return at < 0 ? [name, ''] : [name.slice(0, at), name.slice(at + 1)]
}
