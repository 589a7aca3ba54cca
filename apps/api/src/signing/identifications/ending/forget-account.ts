import { forgetIdentified } from '#api/business/activity/record-repository.ts'
import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { appendIdentificationEvent } from '../progress/event-repository.ts'
import { forgetAtProvider } from './remove-identification.ts'
import * as repository from '../repository.ts'

/**
 * With an account its identifications go, here and at the provider. That there were some stays, without anybody’s name,
 * and so does the evidence of the requests they were used for.
 */
export async function forgetIdentificationsOf(
  context: Pick<Context, 'now'>,
  tx: Transaction,
  accountId: string,
): Promise<void> {
  await forgetIdentified(tx, accountId)
  for (const one of await repository.removeOfAccount(tx, accountId)) {
    await appendIdentificationEvent(tx, one.id, { type: 'forgotten', at: context.now() })
    await forgetAtProvider(tx, one)
  }
}
