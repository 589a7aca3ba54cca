import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { lockForNoKeyUpdate } from '#api/business/businesses/repository.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'
import { mailAboutProvider } from './mail-about-provider.ts'
import * as repository from './repository.ts'

/** Members sign in with their password then; those without one get a link to set one where they ask for it. */
export async function removeIdentityProvider(
  context: Context,
  actor: AccountActor,
  businessId: string,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    await lockForNoKeyUpdate(tx, businessId)
    await allowAdmin(tx, actor, businessId)
    const provider = await repository.find(tx, businessId)
    if (!provider) throw new Refusal('not_found')
    const { issuer } = provider
    await repository.remove(tx, businessId)
    await appendBusinessEvent(tx, businessId, {
      type: 'identity_provider_removed',
      at: context.now(),
      actor: eventActor(actor),
      data: { issuer },
    })
    await mailAboutProvider(context, tx, { businessId, change: 'removed', actor, issuer })
  })
}
