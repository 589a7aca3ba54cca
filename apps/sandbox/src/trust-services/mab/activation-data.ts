import { randomUUID, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { createPublicKey } from 'node:crypto'
import { generateKey } from '../../time-stamp-authority/certificates.ts'

/** What a signature activation data allows; hashes in base64, none where any may be signed. */
export type AllowedDocuments = {
  credentialId: string
  hashes?: string[]
  subject: string
  sealName?: string
}

export type ActivationData = {
  issue(allowed: AllowedDocuments, audience: string): string
  /** What it allows, once. */
  use(sad: string): AllowedDocuments | 'expired' | undefined
}

const LIFE = 5 * 60

/** The SAD is a signed JWT (RFC 7519) whose only audience is where the customer signs with it. */
export function openActivationData(issuer: string, now = Date.now): ActivationData {
  const key = generateKey()
  const used = new Set<string>()
  return {
    issue: (allowed, audience) => {
      const seconds = Math.floor(now() / 1000)
      const claims = { iss: issuer, aud: audience, exp: seconds + LIFE, iat: seconds, jti: randomUUID() }
      return jwt({ ...claims, sub: allowed.subject, allowed }, key)
    },
    use: (sad) => {
      const claims = verified(sad, key)
      if (!claims || used.has(claims.jti)) return undefined
      if (claims.exp * 1000 < now()) return 'expired'
      used.add(claims.jti)
      return claims.allowed
    },
  }
}

type Claims = { jti: string; exp: number; allowed: AllowedDocuments }

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function jwt(claims: object, key: KeyObject): string {
  const text = `${encoded({ alg: 'ES256', typ: 'JWT' })}.${encoded(claims)}`
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}

function verified(sad: string, key: KeyObject): Claims | undefined {
  const [header = '', claims = '', signature = ''] = sad.split('.')
  const options = { key: createPublicKey(key), dsaEncoding: 'ieee-p1363' } as const
  const data = Buffer.from(`${header}.${claims}`)
  if (!verify('sha256', data, options, Buffer.from(signature, 'base64url'))) return undefined
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as Claims
}
