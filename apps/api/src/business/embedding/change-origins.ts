import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { changeSettings } from '#api/business/businesses/business.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { lockForNoKeyUpdate, saveSettings } from '#api/business/businesses/repository.ts'
import { parseOrigin } from './origin.ts'

/** A call that changes nothing isn't recorded as an action. */
export async function changeOrigins(
  context: Context,
  actor: AccountActor,
  businessId: string,
  given: readonly string[],
): Promise<readonly string[]> {
  const origins = readOrigins(given)
  return transaction(context.db, async (tx) => {
    const business = await lockForNoKeyUpdate(tx, businessId)
    await allowAdmin(tx, actor, businessId)
    if (!business) throw new Refusal('not_found')
    const before = business.settings.embedding.origins
    if (JSON.stringify(before) === JSON.stringify(origins)) return origins
    await saveSettings(tx, businessId, changeSettings(business.settings, { embedding: { origins } }))
    await appendBusinessEvent(tx, businessId, {
      type: 'embedding_changed',
      at: context.now(),
      actor: eventActor(actor),
      data: { before: [...before], after: origins },
    })
    return origins
  })
}

function readOrigins(given: readonly string[]): string[] {
  const read = given.map(parseOrigin)
  const fields = read.flatMap((origin, index) =>
    origin === null
      ? [{ field: `origins.${index}`, code: 'invalid', message: 'https://host, or http for localhost only' }]
      : [],
  )
  if (fields.length > 0) throw new Refusal('validation.failed', { fields })
  return [...new Set(read.filter((origin) => origin !== null))]
}
