import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction, type Transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { type Business, deletionDay } from './business.ts'
import { appendBusinessEvent } from './append-event.ts'
import { allowAdmin } from './policy.ts'
import * as repository from './repository.ts'
import { notifyOfDeletion } from './notify-of-deletion.ts'

/** Says on which day the business is deleted; until then all of it continues. Said again, the day stays. */
export async function askForDeletion(
  context: Context,
  actor: AccountActor,
  businessId: string,
  given: { readonly name: string },
): Promise<Business> {
  return transaction(context.db, async (tx) => {
    const business = await findToChange(tx, actor, businessId)
    if (given.name !== business.name)
      throw wrongField('name', 'different', 'This is not the name of the business')
    if (business.deleteAt) return business
    const at = context.now()
    const changed = { ...business, deleteAt: deletionDay(at) }
    await repository.save(tx, changed)
    await appendBusinessEvent(tx, businessId, {
      type: 'business_deletion_asked',
      at,
      actor: eventActor(actor),
      data: { deleteAt: changed.deleteAt.toISOString() },
    })
    await notifyOfDeletion(context, tx, changed, await repository.listMembers(tx, businessId), {
      what: 'asked',
      at: changed.deleteAt,
      by: actor.name,
    })
    return changed
  })
}

/** Of this and the job that deletes, whichever locks the business's row first decides. */
export async function revokeBusinessDeletion(
  context: Context,
  actor: AccountActor,
  businessId: string,
): Promise<Business> {
  return transaction(context.db, async (tx) => {
    const business = await findToChange(tx, actor, businessId)
    if (!business.deleteAt) throw new Refusal('business.not_being_deleted')
    const at = context.now()
    const changed = { ...business, deleteAt: null }
    await repository.save(tx, changed)
    await appendBusinessEvent(tx, businessId, {
      type: 'business_deletion_revoked',
      at,
      actor: eventActor(actor),
      data: { deleteAt: business.deleteAt.toISOString() },
    })
    await notifyOfDeletion(context, tx, changed, await repository.listMembers(tx, businessId), {
      what: 'revoked',
      at,
      by: actor.name,
    })
    return changed
  })
}

async function findToChange(tx: Transaction, actor: AccountActor, id: string): Promise<Business> {
  const business = await repository.lockForNoKeyUpdate(tx, id)
  await allowAdmin(tx, actor, id)
  if (!business) throw new Refusal('not_found')
  return business
}
