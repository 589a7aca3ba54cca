import type { Identification as Shown } from '@countersign/contract/identifications.ts'
import type { LinkActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { appendIdentificationEvent } from './progress/event-repository.ts'
import { holderOf } from './holder.ts'
import { readIdentifications } from './read-identifications.ts'
import * as repository from './repository.ts'

/**
 * A guest accepts the trust service’s terms for the signature they came for: with each identification they have for it.
 * An account accepts them once, for all it has (accounts/accept-terms.ts).
 */
export async function acceptTermsAsGuest(context: Context, actor: LinkActor): Promise<Shown[]> {
  await transaction(context.db, async (tx) => {
    const now = context.now()
    const all = await repository.listOf(context, tx, holderOf(actor))
    if (all.length === 0) throw new Refusal('not_found')
    for (const one of all) {
      if (one.termsAcceptedAt !== null) continue
      await repository.acceptTerms(tx, one.id, now)
      await appendIdentificationEvent(tx, one.id, { type: 'terms_accepted', at: now })
    }
  })
  return readIdentifications(context, actor)
}
