import { transaction, type Transaction } from '#api/platform/db/transaction.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { enqueue, type Jobs } from '#api/platform/jobs/enqueue.ts'
import type { Context } from '#api/providers/context.ts'
import { insertDeparture } from '../ending/departure-repository.ts'
import { removeIfNobodysLeft } from '../ending/remove-if-unseen.ts'
import { removeSignatureRequest } from '../ending/remove-signature-request.ts'
import { takeBack } from '../ending/withdraw-signature-request.ts'
import { refreshAccess } from '../lists/access-repository.ts'
import { lockForNoKeyUpdate } from '../repository.ts'
import { listOwnedAfter } from './ownership-repository.ts'

// So long it has its worker; then comes the next job's turn.
const turn = 2000
const atOnce = 50

/**
 * The job that ends what an API user has sent, whose business is deleted: nobody is left who could withdraw it or see how it
 * ends. As with an account that is deleted, drafts go, open requests are withdrawn, and what nobody else sees goes too. Each is
 * one transaction, and what is done changes nothing when it is done again.
 */
export async function endApiUserRequests(
  context: Context,
  { accountId, after }: Jobs['end-api-user-requests'],
): Promise<void> {
  const until = Date.now() + turn
  let last = after
  while (Date.now() < until) {
    const ids = await listOwnedAfter(context.db, accountId, last, atOnce)
    if (ids.length === 0) return
    for (const id of ids) await transaction(context.db, (tx) => endOne(context, tx, id, accountId))
    last = ids.at(-1)
  }
  await transaction(context.db, (tx) => enqueue(tx, 'end-api-user-requests', { accountId, after: last }))
}

async function endOne(context: Context, tx: Transaction, id: string, accountId: string): Promise<void> {
  const request = await lockForNoKeyUpdate(tx, id)
  if (!request) return
  if (request.status === 'DRAFT') return removeSignatureRequest(context, tx, id)
  const ended =
    request.status === 'OPEN'
      ? await takeBack(context, tx, null, request, { cause: 'business_deleted' })
      : request
  await insertDeparture(tx, id, accountId, context.now())
  await refreshAccess(tx, id)
  await removeIfNobodysLeft(context, tx, systemActor, ended)
}
