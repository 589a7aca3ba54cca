import { createHash } from 'node:crypto'
import type { LinkActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { networkOf } from '#api/platform/values/network.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { isId } from '#api/platform/values/id.ts'
import { countFailure, refuseThrottled } from '#api/identity/throttles/count-failures.ts'
import { findByLinkHash, findFormerLink, type FormerLink } from './repository.ts'

// A guess has 128 bits to hit; counting them keeps the noise down and shows who tries.
const limit = { failures: 30, seconds: 900 }

/**
 * Who is behind a direct-sign link: the secret user id together with the signature request's id. Wrong ones are slowed;
 * a right one is never, or one visitor's guesses would shut out everybody else behind the same address.
 */
export async function openDirectLink(
  context: Context,
  given: { readonly secret: string; readonly requestId: string; readonly address: string },
): Promise<Omit<LinkActor, 'address' | 'userAgent'>> {
  const hash = hashLinkSecret(given.secret)
  const found = await findByLinkHash(context.db, hash)
  if (found && found.requestId === given.requestId) return found
  // Anyone who has the link was a signer once: they are told what became of it, and nothing of the request.
  const ended =
    found || !isId(given.requestId) ? null : await findFormerLink(context.db, hash, given.requestId)
  if (ended) throw new Refusal(refusals[ended])
  refuseThrottled(await countFailure(context, `link:${networkOf(given.address)}`, limit))
  throw new Refusal('auth.link_invalid')
}

const refusals = {
  delegated: 'auth.link_delegated',
  removed: 'auth.link_removed',
  account: 'auth.link_account',
} as const satisfies Record<FormerLink['reason'], string>

/** A link's secret is random: a plain hash is enough to keep the table useless to a thief. */
export function hashLinkSecret(secret: string): Buffer {
  return createHash('sha256').update(`link:${secret}`).digest()
}
