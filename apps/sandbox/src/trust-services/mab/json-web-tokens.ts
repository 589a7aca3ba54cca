import { createHash, createHmac, createPublicKey, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { generateKey } from '../../time-stamp-authority/certificates.ts'
import { parseJson } from '../json.ts'

export type JsonWebTokens = {
  sign(claims: object): string
  /** The claims of a token that was signed here. */
  verify(token: string): unknown
  /** The key by which anyone verifies them (RFC 7517). */
  publicKey: object
}

/** Tokens signed by ES256 (RFC 7519, RFC 7518 §3.4), with a key of their own. */
export function openJsonWebTokens(key: KeyObject = generateKey()): JsonWebTokens {
  const dsaEncoding = 'ieee-p1363'
  const jwk = createPublicKey(key).export({ format: 'jwk' })
  const kid = createHash('sha256').update(JSON.stringify(jwk)).digest('base64url')
  return {
    publicKey: { ...jwk, kid, alg: 'ES256', use: 'sig' },
    sign: (claims) => {
      const text = `${encoded({ alg: 'ES256', typ: 'JWT', kid })}.${encoded(claims)}`
      return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding }).toString('base64url')}`
    },
    verify: (token) => {
      const [header = '', claims = '', signature = ''] = token.split('.')
      const data = Buffer.from(`${header}.${claims}`)
      const options = { key: createPublicKey(key), dsaEncoding } as const
      if (!verify('sha256', data, options, Buffer.from(signature, 'base64url'))) return undefined
      return decoded(claims)
    },
  }
}

/** The claims of a token that a customer signed by HS256 with the secret both have. */
export function claimsSignedBy(secret: string, token: string | undefined): unknown {
  const [header = '', claims = '', signature = ''] = (token ?? '').split('.')
  const expected = createHmac('sha256', secret).update(`${header}.${claims}`).digest('base64url')
  return signature === expected ? decoded(claims) : undefined
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const decoded = (part: string): unknown => parseJson(Buffer.from(part, 'base64url').toString('utf8'))
