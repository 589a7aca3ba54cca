import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import type { Context } from '#api/providers/context.ts'
import type { EventActor } from '#api/platform/db/tables.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { lockBusiness } from './lock-business.ts'
import { setSeats } from '#api/business/businesses/repository.ts'
import { settleSeats } from './settle-seats.ts'

/** How many people a business may have; null: as many as it likes. */
export async function setSeatLimit(
  context: Pick<Context, 'db' | 'now'>,
  businessId: string,
  seats: number | null,
  actor: EventActor,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const business = await lockBusiness(tx, businessId)
    const by = { actor, at: context.now() }
    if (business.seats !== seats) {
      await setSeats(tx, businessId, seats)
      const data = { before: business.seats, after: seats }
      await appendBusinessEvent(tx, businessId, { ...by, type: 'seats_changed', data })
    }
    await settleSeats(tx, businessId, by)
  })
}
