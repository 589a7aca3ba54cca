import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LinkActor } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { Refusal } from '#api/refusal.ts'
import { findBySignature } from './repository.ts'

const lifetimeSeconds = 3600

/** A token for addresses (files, page images): signed, bound to one request and one signer, good for an hour. */
export function makeDirectToken(
  context: Context,
  actor: { readonly requestId: string; readonly signatureId: string },
): { token: string; expiresAt: Date } {
  const expires = Math.floor(context.now().getTime() / 1000) + lifetimeSeconds
  const content = `${actor.requestId}.${actor.signatureId}.${expires}`
  return { token: `${content}.${mac(context, content)}`, expiresAt: new Date(expires * 1000) }
}

export async function readDirectToken(
  context: Context,
  token: string,
): Promise<Omit<LinkActor, 'address' | 'userAgent'>> {
  const [requestId = '', signatureId = '', expires = '', given = ''] = token.split('.')
  const expected = Buffer.from(mac(context, `${requestId}.${signatureId}.${expires}`))
  const actual = Buffer.from(given)
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected))
    throw new Refusal('auth.link_invalid')
  if (Number(expires) * 1000 < context.now().getTime()) throw new Refusal('auth.token_expired')
  const found = await findBySignature(context.db, requestId, signatureId)
  if (!found) throw new Refusal('auth.link_invalid')
  return found
}

function mac(context: Context, content: string): string {
  const key = createHmac('sha256', context.masterKey).update('direct-token').digest()
  return createHmac('sha256', key).update(content).digest('base64url')
}
