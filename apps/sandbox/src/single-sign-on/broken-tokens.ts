import { generateKeyPairSync, sign } from 'node:crypto'
import type { FaultBoard, Party } from '../faults/fault-board.ts'
import type { KeySet } from './key-set.ts'

const kinds = ['wrong_nonce', 'expired_token', 'wrong_audience', 'wrong_issuer', 'bad_signature'] as const
type Kind = (typeof kinds)[number]
type Claims = Record<string, unknown>

/** Signs the ID token of this answer again with one claim that is wrong, if a fault says so. */
export function tamperWithToken(
  ctx: { status: number; body: unknown },
  keys: KeySet,
  faults: FaultBoard,
  party: Party,
): void {
  const answer: unknown = ctx.body
  if (ctx.status !== 200 || !hasIdToken(answer)) return
  const kind = faults.take(party, kinds)
  if (!kind) return
  const [header = '', payload = ''] = answer.id_token.split('.')
  const claims = tampered[kind](JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims)
  const signed = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
  const key =
    kind === 'bad_signature'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
      : keys.signing.key
  // RFC 7518 § 3.4: the two numbers side by side, not as DER.
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  ctx.body = { ...answer, id_token: `${signed}.${signature.toString('base64url')}` }
}

const tampered: Record<Kind, (claims: Claims) => Claims> = {
  wrong_nonce: (claims) => ({ ...claims, nonce: 'of-another-sign-in' }),
  expired_token: (claims) => ({
    ...claims,
    iat: Number(claims['iat']) - 7200,
    exp: Number(claims['iat']) - 3600,
  }),
  wrong_audience: (claims) => ({ ...claims, aud: 'another-client' }),
  wrong_issuer: (claims) => ({ ...claims, iss: 'https://another-issuer.example' }),
  bad_signature: (claims) => claims,
}

function hasIdToken(answer: unknown): answer is { id_token: string } {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'id_token' in answer &&
    typeof answer.id_token === 'string'
  )
}
