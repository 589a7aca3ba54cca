import type { answerSurvey } from '@countersign/contract/subscriptions.ts'
import type { BodyOf } from '@countersign/contract/endpoint.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import type { Context } from '#api/providers/context.ts'
import { recordResult } from '#api/platform/db/call-result.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { providerForNew } from '../provider-refusal.ts'
import { insertSurvey } from './survey-repository.ts'

/** Why an admin bought or cancelled, for the operator to read: `countersign business surveys`. */
export async function keepSurvey(
  context: Context,
  actor: AccountActor,
  businessId: string,
  { about, rating = null, reason = null, comment = null }: BodyOf<typeof answerSurvey>,
): Promise<void> {
  providerForNew(context)
  await allowAdmin(context.db, actor, businessId)
  const id = crypto.randomUUID()
  await transaction(context.db, async (tx) => {
    recordResult(tx, id)
    await insertSurvey(tx, {
      id,
      business_id: businessId,
      account_id: actor.accountId,
      about,
      rating,
      reason,
      comment,
      at: context.now(),
    })
  })
}
