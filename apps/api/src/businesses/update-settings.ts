import type { AccountActor } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { transaction } from '#api/db/transaction.ts'
import { canonical } from '#api/evidence/event.ts'
import { eventActor, systemActor } from '#api/evidence/append-event.ts'
import { Refusal } from '#api/refusal.ts'
import { type Business, changeSettings, type SettingsChange } from './business.ts'
import { appendBusinessEvent } from './event-repository.ts'
import { allowAdmin } from './policy.ts'
import * as repository from './repository.ts'

/** `actor` is null for the operator's command, who may. What changes nothing is no event. */
export async function updateSettings(
  context: Pick<Context, 'db' | 'now'>,
  actor: AccountActor | null,
  businessId: string,
  change: SettingsChange,
): Promise<Business> {
  return transaction(context.db, async (tx) => {
    const business = await repository.findForUpdate(tx, businessId)
    if (actor) await allowAdmin(tx, actor, businessId)
    if (!business) throw new Refusal('not_found')
    const settings = changeSettings(business.settings, change)
    if (canonical(settings) === canonical(business.settings)) return business
    await repository.saveSettings(tx, businessId, settings)
    await appendBusinessEvent(tx, businessId, {
      type: 'settings_changed',
      at: context.now(),
      actor: actor ? eventActor(actor) : systemActor,
      data: { before: business.settings, after: settings },
    })
    return { ...business, settings }
  })
}
