import { appendBusinessEvent } from '#api/business/businesses/event-repository.ts'
import { findForUpdate } from '#api/business/businesses/repository.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { setSeats } from '#api/business/members/member-repository.ts'
import { settleSeats } from '#api/business/members/settle-seats.ts'

/** The seats of a plan become those of the business, as with a plan that is paid for at a provider. */
export async function applySeats(
  tx: Transaction,
  businessId: string,
  seats: number,
  at: Date,
): Promise<void> {
  const business = await findForUpdate(tx, businessId)
  if (!business || business.seats === seats) return
  const by = { actor: systemActor, at }
  await setSeats(tx, businessId, seats)
  const data = { before: business.seats, after: seats }
  await appendBusinessEvent(tx, businessId, { ...by, type: 'seats_changed', data })
  await settleSeats(tx, businessId, by)
}
