import { createHmac } from 'node:crypto'
import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { Refusal } from '#api/platform/refusal.ts'

const lifetimeSeconds = 3600

export interface ReferralToken {
  readonly productId: string
  readonly token: string
  readonly expiresAt: Date
}

/** Tells the referral programme's component who its user is, for an hour: a JWT (RFC 7519) signed with HS512. */
export function getReferralToken(context: Context, actor: AccountActor): ReferralToken {
  const { referral } = context.config
  if (!referral) throw new Refusal('feature.unavailable')
  const issuedAt = Math.floor(context.now().getTime() / 1000)
  const expires = issuedAt + lifetimeSeconds
  const content = [
    { alg: 'HS512', typ: 'JWT' },
    { productId: referral.productId, productUserId: actor.accountId, iat: issuedAt, exp: expires },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = createHmac('sha512', referral.secret).update(content).digest('base64url')
  return {
    productId: referral.productId,
    token: `${content}.${signature}`,
    expiresAt: new Date(expires * 1000),
  }
}
