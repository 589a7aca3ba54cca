import { timingSafeEqual } from 'node:crypto'
import type { LinkActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { keyedHash } from '#api/platform/secrets/hash-keys.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { findByHolder } from './repository.ts'

const lifetimeSeconds = 3600
const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * A token for addresses (files, page images): signed, bound to one request, one signer and the link they came by, good for
 * an hour. With another link, as after the signature was delegated, it is worth nothing.
 */
export async function makeDirectToken(
  context: Context,
  actor: Pick<LinkActor, 'requestId' | 'signatureId' | 'memberId'>,
): Promise<{ token: string; expiresAt: Date }> {
  const holderId = actor.memberId ?? actor.signatureId
  const signer = await findByHolder(context.db, actor.requestId, holderId)
  if (!signer) throw new Refusal('auth.link_invalid')
  const expires = Math.floor(context.now().getTime() / 1000) + lifetimeSeconds
  const content = `${actor.requestId}.${holderId}.${expires}`
  return {
    token: `${content}.${mac(context, content, signer.linkHash)}`,
    expiresAt: new Date(expires * 1000),
  }
}

export async function readDirectToken(
  context: Context,
  token: string,
): Promise<Omit<LinkActor, 'address' | 'userAgent'>> {
  const [requestId = '', holderId = '', expires = '', given = ''] = token.split('.')
  if (!isId.test(requestId) || !isId.test(holderId)) throw new Refusal('auth.link_invalid')
  const signer = await findByHolder(context.db, requestId, holderId)
  if (!signer) throw new Refusal('auth.link_invalid')
  const expected = Buffer.from(mac(context, `${requestId}.${holderId}.${expires}`, signer.linkHash))
  const actual = Buffer.from(given)
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected))
    throw new Refusal('auth.link_invalid')
  if (Number(expires) * 1000 < context.now().getTime()) throw new Refusal('auth.token_expired')
  const { linkHash: _, ...found } = signer
  return found
}

function mac(context: Context, content: string, linkHash: Buffer): string {
  return keyedHash(context.hashKeys, 'direct-token').update(content).update(linkHash).digest('base64url')
}
