import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'
import { lockAsAdmin } from './change-requirement.ts'
import { mailAboutProvider } from './mail-about-provider.ts'
import * as repository from './repository.ts'

/** Members sign in with their password then; those without one get a link to set one where they ask for it. */
export async function removeIdentityProvider(
  context: Context,
  actor: AccountActor,
  businessId: string,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const { issuer } = await lockAsAdmin(tx, actor, businessId)
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
