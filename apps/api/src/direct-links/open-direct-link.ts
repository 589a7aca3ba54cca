import { createHash } from 'node:crypto'
import type { LinkActor } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { Refusal } from '#api/refusal.ts'
import { countFailure, isThrottled } from '#api/sessions/throttle.ts'
import { findByLinkHash } from './repository.ts'

// A guess has 128 bits to hit; counting them keeps the noise down and shows who tries.
const limit = { failures: 30, seconds: 900 }

/** Who is behind a direct-sign link: the secret user id together with the signature request's id. */
export async function openDirectLink(
  context: Context,
  given: { readonly secret: string; readonly requestId: string; readonly address: string },
): Promise<Omit<LinkActor, 'address' | 'userAgent'>> {
  const key = `link:${given.address}`
  const throttled = await isThrottled(context, key, limit)
  if (throttled) throw new Refusal('rate.exceeded', { retryAfter: throttled.retryAfter })
  const found = await findByLinkHash(context.db, hashLinkSecret(given.secret))
  if (!found || found.requestId !== given.requestId) {
    await countFailure(context, key, limit)
    throw new Refusal('auth.link_invalid')
  }
  return found
}

/** A link's secret is random: a plain hash is enough to keep the table useless to a thief. */
export function hashLinkSecret(secret: string): Buffer {
  return createHash('sha256').update(`link:${secret}`).digest()
}
