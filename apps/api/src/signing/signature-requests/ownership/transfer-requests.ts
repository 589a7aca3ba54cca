import type { Account } from '#api/identity/accounts/account.ts'
import { find as findAccount } from '#api/identity/accounts/repository.ts'
import { findHeir, lockMembership } from '#api/business/members/find-heir.ts'
import type { Context } from '#api/providers/context.ts'
import { type Reader, type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { removeOwnObserver } from '#api/signing/observers/repository.ts'
import { appendEvents } from '../append-event.ts'
import { enqueue, type RequestTransfer } from '#api/platform/jobs/enqueue.ts'
import { lockForShare } from '#api/identity/accounts/lock-repository.ts'
import { changeOwner } from '#api/documents/documents/repository.ts'
import { listDocumentRoots } from '../contents-repository.ts'
import { removeDepartures } from '../ending/departure-repository.ts'
import { listMadeBetween, removeOwnEditor, setOwner } from './ownership-repository.ts'
import { removeTransfer } from './transfer-repository.ts'
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
    if (ids.length === 0) return end(context, order)
    const to = await ownerToBe(context.db, order)
    // They stay where they are.
    if (!to || !(await transferSome(context, ids, { ...order, to }))) return endWithRest(context, order)
  }
  await transaction(context.db, (tx) => enqueue(tx, 'transfer-requests', order))
}

/** Where the member who was to have them has left the business, the one who took over from them. */
async function ownerToBe(db: Reader, { from, to, businessId }: RequestTransfer): Promise<string | null> {
  if (businessId === undefined) return to
  const heir = await findHeir(db, businessId, to)
  // Back in the business, they would get their own.
  return heir === from ? null : heir
}

/** False where who was to have them has no account any longer. */
async function transferSome(
  context: Context,
  ids: readonly string[],
  order: RequestTransfer,
): Promise<boolean> {
  for (const id of ids) {
    const outcome = await transaction(context.db, (tx) => transferOne(context, tx, id, order))
    if (outcome === 'no_account') return false
    // The others go to their heir.
    if (outcome === 'no_member') return true
  }
  return true
}

async function endWithRest(context: Context, order: RequestTransfer): Promise<void> {
  await end(context, order)
  const { from, to, businessId } = order
  context.log.warn({ from, to, businessId }, 'requests stay where they are: nobody is left to take them over')
}

async function end({ db }: Context, { from, until }: RequestTransfer): Promise<void> {
  await transaction(db, (tx) => removeTransfer(tx, { from, until: new Date(until) }))
}

async function transferOne(
  context: Context,
  tx: Transaction,
  id: string,
  { from, to, businessId, actor }: RequestTransfer,
): Promise<'done' | 'no_account' | 'no_member'> {
  if (!(await lockForShare(tx, to))) return 'no_account'
  if (businessId !== undefined && !(await lockMembership(tx, businessId, to))) return 'no_member'
  const [before, after] = [await findAccount(tx, from), await findAccount(tx, to)]
  if (!after) return 'no_account'
  if (!(await lockRowForNoKeyUpdate(tx, id))) return 'done'
  if (!(await setOwner(tx, { id, from, to }))) return 'done'
  // Anyone who uploaded its files does not read them any longer by that alone.
  await changeOwner(tx, { roots: await listDocumentRoots(tx, id), from, to })
  // Anyone who had left it, followed it or could edit it owns it now.
  await removeDepartures(tx, id, [to])
  await removeOwnEditor(tx, id, to)
  const observers = await removeOwnObserver(tx, id, after)
  await refreshAccess(tx, id)
  const by = { at: context.now(), actor }
  await appendEvents(tx, id, [
    {
      ...by,
      type: 'owner_changed',
      data: { from: before && nameOf(before), fromId: from, to: nameOf(after), toId: to },
    },
    ...observers.map((one) => ({
      ...by,
      type: 'observer_removed' as const,
      data: { observerId: one.id, email: one.email, cause: 'owner_changed' },
    })),
  ])
  return 'done'
}

const nameOf = ({ firstName, lastName }: Pick<Account, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim()
