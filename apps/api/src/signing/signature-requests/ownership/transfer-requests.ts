import type { Account } from '#api/identity/accounts/account.ts'
import { find as findAccount } from '#api/identity/accounts/repository.ts'
import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { appendEvent } from '../append-event.ts'
import { enqueue, type RequestTransfer } from '#api/platform/jobs/enqueue.ts'
import { lockForShare } from '#api/identity/accounts/lock-repository.ts'
import { changeOwner } from '#api/documents/documents/repository.ts'
import { listDocumentRoots } from '../contents-repository.ts'
import { removeDepartures } from '../ending/departure-repository.ts'
import { listMadeBetween, setOwner } from './ownership-repository.ts'
import { lockRowForNoKeyUpdate } from '../lock-repository.ts'
import { refreshAccess } from '../lists/access-repository.ts'

// So long one of them has its worker; then comes the next job's turn.
const turn = 2000
const atOnce = 50

/**
 * The job that makes someone the owner of another's requests. Each is one transaction, and what is done is not found
 * again: so the job may be killed at any instant and run again.
 */
export async function transferRequests(context: Context, order: RequestTransfer): Promise<void> {
  const until = Date.now() + turn
  while (Date.now() < until) {
    const ids = await listMadeBetween(context.db, order.from, order, atOnce)
    if (ids.length === 0) return
    for (const id of ids) {
      const isDone = await transaction(context.db, (tx) => transferOne(context, tx, id, order))
      // Anyone who was to have them has no account any longer: they stay where they are.
      if (!isDone) return
    }
  }
  await transaction(context.db, (tx) => enqueue(tx, 'transfer-requests', order))
}

async function transferOne(
  context: Context,
  tx: Transaction,
  id: string,
  { from, to, actor }: RequestTransfer,
): Promise<boolean> {
  if (!(await lockForShare(tx, to))) return false
  const [before, after] = [await findAccount(tx, from), await findAccount(tx, to)]
  if (!after) return false
  if (!(await lockRowForNoKeyUpdate(tx, id))) return true
  if (!(await setOwner(tx, { id, from, to }))) return true
  // Anyone who uploaded its files does not read them any longer by that alone.
  await changeOwner(tx, { roots: await listDocumentRoots(tx, id), from, to })
  // Anyone who had left it, or looked on, owns it now.
  await removeDepartures(tx, id, [to])
  await refreshAccess(tx, id)
  await appendEvent(tx, id, {
    type: 'owner_changed',
    at: context.now(),
    actor,
    data: { from: before && nameOf(before), fromId: from, to: nameOf(after), toId: to },
  })
  return true
}

const nameOf = ({ firstName, lastName }: Pick<Account, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim()
