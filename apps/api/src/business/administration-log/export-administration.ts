import { Readable } from 'node:stream'
import type { AccountActor } from '#api/platform/actor.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { exportLine } from './presenter.ts'
import { iterateActions } from './repository.ts'

/** The whole chain, for checking it elsewhere. The export is itself recorded, as the last action. */
export async function exportAdministration(
  context: Context,
  actor: AccountActor,
  businessId: string,
): Promise<Readable> {
  await transaction(context.db, async (tx) => {
    await allowAdmin(tx, actor, businessId)
    await appendBusinessEvent(tx, businessId, {
      type: 'activity_exported',
      at: context.now(),
      actor: eventActor(actor),
      data: { of: 'administration' },
    })
  })
  return Readable.from(lines(context, businessId), { objectMode: false, highWaterMark: 64 * 1024 })
}

async function* lines({ reads }: Context, businessId: string): AsyncGenerator<string> {
  for await (const act of iterateActions(reads.db, businessId)) yield exportLine(act)
}
