import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { lockForNoKeyUpdate, setSeats } from '#api/business/businesses/repository.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { settleSeats } from '#api/business/members/settle-seats.ts'

/** The seats of a plan become those of the business, as with a plan that is paid for at a provider. */
export async function applySeats(
  tx: Transaction,
  businessId: string,
  seats: number,
  at: Date,
): Promise<void> {
  const business = await lockForNoKeyUpdate(tx, businessId)
  if (!business || business.seats === seats) return
  const by = { actor: systemActor, at }
  await setSeats(tx, businessId, seats)
  const data = { before: business.seats, after: seats }
  await appendBusinessEvent(tx, businessId, { ...by, type: 'seats_changed', data })
  await settleSeats(tx, businessId, by)
}
