import type { AccountActor } from '#api/platform/actor.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { findMembership, listMembers, save } from '#api/business/businesses/repository.ts'
import { removeMember } from './member-repository.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { lockBusiness } from './lock-business.ts'
import { keepAnAdmin, namedMembers, nameOf } from './named-members.ts'
import { settleSeats } from './settle-seats.ts'

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
  if (!isAlone) keepAnAdmin(people, self)
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
