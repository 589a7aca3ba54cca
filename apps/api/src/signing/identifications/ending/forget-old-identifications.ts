import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { listForgettable } from './ending-repository.ts'
import { appendIdentificationEvent } from '../progress/event-repository.ts'
import { forgetAtProvider } from './remove-identification.ts'
import * as repository from '../repository.ts'

const day = 86_400_000

/**
 * What nobody needs any longer goes, here and at the provider: a guest’s a month after its request has ended, what came to
 * nothing after three months, what has run out after a year. The evidence of the requests stays.
 */
export async function forgetOldIdentifications(context: Context): Promise<void> {
  const now = context.now()
  const before = (days: number) => new Date(now.getTime() - days * day)
  const ids = await listForgettable(context.db, {
    guestsEndedBefore: before(30),
    failedBefore: before(90),
    ranOutBefore: before(365),
  })
  for (const id of ids)
    await transaction(context.db, async (tx) => {
      const one = await repository.lockForUpdate(context, tx, id)
      if (!one) return
      await repository.remove(tx, id)
      await appendIdentificationEvent(tx, id, { type: 'forgotten', at: now })
      await forgetAtProvider(tx, one)
    })
}
