import type { AccountActor, ApiUserActor } from '#api/platform/actor.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { lockForUpdate } from '#api/integration/signature-requests/repository.ts'
import type { Context } from '#api/providers/context.ts'
import * as repository from './repository.ts'

/** A new attempt by the same id; of one that had ended, with two more hours of retries. */
export async function redeliverCallback(
  context: Context,
  actor: AccountActor,
  businessId: string,
  id: string,
): Promise<repository.StoredCallback> {
  await allowAdmin(context.db, actor, businessId)
  const seen = await repository.findInBusiness(context.db, businessId, id)
  if (!seen) throw new Refusal('not_found')
  return transaction(context.db, async (tx) => {
    await lockForUpdate(tx, seen.requestId)
    const callback = await repository.findInBusiness(tx, businessId, id)
    if (!callback) throw new Refusal('not_found')
    if (callback.isUserDeleted) throw new Refusal('callback.api_user_deleted')
    await reopen(context, tx, callback)
    return (await repository.findInBusiness(tx, businessId, id)) ?? callback
  })
}

/** Those of a request that were not delivered: retries are made now, and those that were given up start again. */
export async function redeliverOfRequest(
  context: Context,
  { apiUserId }: ApiUserActor,
  requestId: string,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    await lockForUpdate(tx, requestId)
    const all = await repository.listForRequest(tx, requestId, apiUserId)
    for (const callback of all) if (callback.state !== 'COMPLETED') await reopen(context, tx, callback)
  })
}

async function reopen(context: Context, tx: Transaction, callback: repository.StoredCallback): Promise<void> {
  const isFirst = !(await repository.hasOtherOpen(tx, callback))
  await repository.reopen(tx, callback, context.now(), isFirst)
}
