import { randomUUID } from 'node:crypto'
import type { DigestName } from '../hash-algorithms.ts'
import type { JsonWebTokens } from './json-web-tokens.ts'

/** What a signature activation data allows; hashes in base64, none where any may be signed. */
export type AllowedDocuments = {
  credentialId: string
  hashes?: string[]
  algorithm?: DigestName
  subject: string
  sealName?: string
  /** Of the request that was approved. */
  nonce?: string
}

export type ActivationData = {
  issue(allowed: AllowedDocuments, audience: string): string
  /** What it allows, once. */
  use(sad: string): AllowedDocuments | 'expired' | undefined
  revoke(sad: string): void
}

type Claims = { jti: string; exp: number; allowed: AllowedDocuments }

const LIFE = 5 * 60

/** The SAD is a signed JWT (RFC 7519) whose only audience is where the customer signs with it. */
export function openActivationData(tokens: JsonWebTokens, issuer: string, now = Date.now): ActivationData {
  const used = new Set<string>()
  return {
    issue: ({ nonce, ...allowed }, audience) => {
      const seconds = Math.floor(now() / 1000)
      const claims = { iss: issuer, aud: audience, exp: seconds + LIFE, iat: seconds, jti: randomUUID() }
      return tokens.sign({ ...claims, sub: allowed.subject, nonce, allowed })
    },
    use: (sad) => {
      const claims = tokens.verify(sad) as Claims | undefined
      if (!claims || used.has(claims.jti)) return undefined
      if (claims.exp * 1000 < now()) return 'expired'
      used.add(claims.jti)
      return claims.allowed
    },
    revoke: (sad) => {
      const claims = tokens.verify(sad) as Claims | undefined
      if (claims) used.add(claims.jti)
    },
  }
}
