import type { Transaction } from '#api/db/transaction.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { appendBusinessEvent } from './event-repository.ts'
import { removeMember } from './repository.ts'

/** With an account its membership goes; the business hears of it. */
export async function leaveBusiness(tx: Transaction, accountId: string, at: Date): Promise<void> {
  const businessId = await removeMember(tx, accountId)
  if (!businessId) return
  await appendBusinessEvent(tx, businessId, {
    type: 'member_left',
    at,
    actor: systemActor,
    data: { accountId, reason: 'account_deleted' },
  })
}
