import { appendBusinessEvents } from '#api/business/businesses/append-event.ts'
import { listMembers } from '#api/business/businesses/repository.ts'
import type { EventActor } from '#api/platform/db/tables.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { lockBusiness } from './lock-business.ts'
import { setLocked } from './member-repository.ts'
import { nameOf } from './named-members.ts'
import { withoutSeat } from './seats.ts'

/** After every change of the seats or of the people: who has none any longer is locked, and who has one again is not. */
export async function settleSeats(
  tx: Transaction,
  businessId: string,
  by: { readonly actor: EventActor; readonly at: Date },
): Promise<void> {
  const { seats } = await lockBusiness(tx, businessId)
  const people = await listMembers(tx, businessId)
  const locked = withoutSeat(people, seats)
  const changed = people.filter(({ accountId, lockedAt }) => locked.has(accountId) !== (lockedAt !== null))
  for (const { accountId } of changed) await setLocked(tx, accountId, locked.has(accountId) ? by.at : null)
  await appendBusinessEvents(
    tx,
    businessId,
    changed.map((one) => ({
      ...by,
      type: locked.has(one.accountId) ? 'member_locked' : 'member_unlocked',
      data: { accountId: one.accountId, email: one.email, name: nameOf(one) },
    })),
  )
}
