import type { AccountActor } from '#api/platform/actor.ts'
import type { Business } from '#api/business/businesses/business.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { findMembership, listMembers, type Member, save } from '#api/business/businesses/repository.ts'
import { removeMember } from './member-repository.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { lockBusiness } from './lock-business.ts'
import { hasAdmin, keepAnAdmin, namedMembers, nameOf } from './named-members.ts'
import { settleSeats } from './settle-seats.ts'
import { Refusal } from '#api/platform/refusal.ts'

/**
 * With an account its membership goes. Where others are left, one of them has to be an admin; where nobody is, the
 * business is deleted too.
 */
export async function leaveWithAccount(tx: Transaction, actor: AccountActor, at: Date): Promise<void> {
  const membership = await findMembership(tx, actor.accountId)
  if (!membership) return
  const business = await lockBusiness(tx, membership.business.id)
  const by = { actor: eventActor(actor), at }
  const people = await listMembers(tx, business.id)
  const self = namedMembers(people, [actor.accountId])
  const isAlone = people.length === self.length
  if (!isAlone) keepAnAdminWithAccount(business, people, self)
  for (const member of self) {
    await removeMember(tx, member.accountId)
    await enqueue(tx, 'refresh-editor-access', { accountIds: [member.accountId] })
    const { accountId, email } = member
    const data = { accountId, email, name: nameOf(member), reason: 'account_deleted' }
    await appendBusinessEvent(tx, business.id, { ...by, type: 'member_left', data })
  }
  if (!isAlone) return settleSeats(tx, business.id, by)
  await save(tx, { ...business, deleteAt: at })
  const data = { deleteAt: at.toISOString() }
  await appendBusinessEvent(tx, business.id, { ...by, type: 'business_deletion_asked', data })
}

/** A business that will be deleted needs an admin until then, who can revoke that: the last one is told how long it takes. */
function keepAnAdminWithAccount(
  { deleteAt }: Pick<Business, 'deleteAt'>,
  people: readonly Member[],
  self: readonly Member[],
): void {
  if (deleteAt && !hasAdmin(people, self)) throw new Refusal('business.deletion_pending', { until: deleteAt })
  keepAnAdmin(people, self)
}
