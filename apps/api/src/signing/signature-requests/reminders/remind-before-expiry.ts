import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { listEnding, markRemindedBefore, remindedBefore } from './reminder-repository.ts'
import { recordReminder, remind } from './remind-signers.ts'
import * as repository from '../repository.ts'
import { isRemindable, reminderDue } from '../signature-request-actions.ts'

/**
 * The job that reminds anyone who is still to sign, 7 and 2 days before a request ends, once each: the count moves in the
 * transaction that writes the mails.
 */
export async function remindBeforeExpiry(context: Context): Promise<void> {
  for (const id of await listEnding(context.db, context.now())) {
    // One that cannot be reminded of does not keep the others waiting; it is tried again the next time.
    await remindOne(context, id).catch((error: unknown) => {
      context.log.error({ err: error, requestId: id }, 'the signers of a request could not be reminded')
    })
  }
}

async function remindOne(context: Context, id: string): Promise<void> {
  const now = context.now()
  await transaction(context.db, async (tx) => {
    const request = await repository.lockForNoKeyUpdate(tx, id)
    const days = request && reminderDue(request, await remindedBefore(tx, id), now)
    if (!days) return
    await markRemindedBefore(tx, id, days)
    const due = request.signatures.filter((one) => one.notify && isRemindable(request, one, now))
    const { mailed } = await remind(context, tx, request, due)
    await recordReminder(context, tx, id, systemActor, mailed, { daysBefore: days })
  })
}
