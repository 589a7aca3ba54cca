import type { AccountActor } from '#api/platform/actor.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { lockForNoKeyUpdate, saveSettings } from '#api/business/businesses/repository.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { Refusal } from '#api/platform/refusal.ts'
import * as repository from './repository.ts'

/** From now on nobody is vouched for, and the link in the representative's mail is good no more. */
export async function endAes(context: Context, actor: AccountActor, businessId: string): Promise<void> {
  await transaction(context.db, async (tx) => {
    const business = await lockForNoKeyUpdate(tx, businessId)
    await allowAdmin(tx, actor, businessId)
    if (!business) throw new Refusal('not_found')
    const wasAsked = await repository.remove(tx, businessId)
    const wasOn = business.settings.aesForBusiness.enabled
    if (!wasAsked && !wasOn) return
    await saveSettings(tx, businessId, {
      ...business.settings,
      aesForBusiness: { enabled: false, domains: [] },
    })
    await appendBusinessEvent(tx, businessId, {
      type: 'aes_for_business_ended',
      at: context.now(),
      actor: eventActor(actor),
      data: { reason: 'switched_off' },
    })
  })
}
