import { listAccounts } from '#api/business/api-users/repository.ts'
import { removeAllMembers } from '#api/business/members/member-repository.ts'
import { noteBusinessDeleted } from '#api/identity/accounts/settings-repository.ts'
import { disconnect } from '#api/identity/single-sign-on/connection.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import { endOwnedResources } from './end-owned-resources.ts'
import { appendBusinessEvent } from './append-event.ts'
import * as repository from './repository.ts'
import { notifyOfDeletion } from './notify-of-deletion.ts'

// A run deletes no more than this; the next one, an hour later, continues.
const mostPerRun = 100

/** The job that deletes the businesses whose time of grace is over. */
export async function deleteDueBusinesses(context: Context): Promise<number> {
  let deleted = 0
  for (const id of await repository.listDue(context.db, context.now(), mostPerRun)) {
    // One that cannot be deleted does not keep the others; it is tried again the next time.
    try {
      if (!(await endBusiness(context, id))) continue
      deleted += 1
      context.log.info({ businessId: id }, 'a business was deleted, 30 days after it was asked for')
    } catch (error) {
      context.log.error({ err: error, businessId: id }, 'a business could not be deleted in time')
    }
  }
  return deleted
}

/**
 * Ends one for good, all in one transaction: its people have personal accounts again, with what they have sent and
 * signed; its seals and keys open nothing. Its name, its log and the evidence stay. Answers whether it did.
 */
async function endBusiness(context: Context, id: string): Promise<boolean> {
  return transaction(context.db, async (tx) => {
    const business = await repository.lockForNoKeyUpdate(tx, id)
    const now = context.now()
    // Revoked at this very moment.
    if (!business?.deleteAt || business.deleteAt > now) return false
    const people = await repository.listMembers(tx, id)
    await endOwnedResources(tx, id, now)
    const accountIds = await removeAllMembers(tx, id)
    for (const member of people) await disconnect(context, tx, member)
    await noteBusinessDeleted(tx, accountIds)
    await enqueue(tx, 'refresh-editor-access', { accountIds })
    for (const accountId of await listAccounts(tx, id))
      await enqueue(tx, 'end-api-user-requests', { accountId })
    await repository.erase(tx, id, now)
    await enqueue(tx, 'end-billing', { businessId: id }, { key: `end-billing:${id}` })
    await appendBusinessEvent(tx, id, {
      type: 'business_deleted',
      at: now,
      actor: systemActor,
      data: { name: business.name, accountIds: people.map(({ accountId }) => accountId) },
    })
    await notifyOfDeletion(context, tx, business, people, { what: 'deleted', at: now })
    return true
  })
}
