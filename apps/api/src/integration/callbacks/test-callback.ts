import type { CallbackType } from '@countersign/contract/values.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { find as findApiUser } from '#api/business/api-users/repository.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { countFailure, refuseThrottled } from '#api/identity/throttles/count-failures.ts'
import type { Context } from '#api/providers/context.ts'
import type { Attempt } from './callback.ts'
import { type ApiUserReference, findSigningSecrets } from './callback-secret.ts'
import { fillPlaceholders } from './callback-url.ts'
import { presentCallback } from './presenter.ts'
import { refuseCallbackUrl } from './refuse-callback-url.ts'
import { sendCallback } from './send-callback.ts'

const limit = { failures: 10, seconds: 60 }

export interface TestCall extends Attempt {
  readonly id: string
  readonly url: string
  readonly body: string
}

/** A signed sample, sent while the admin waits. Nothing is kept of it. */
export async function testCallback(
  context: Context,
  actor: AccountActor,
  { businessId, username }: ApiUserReference,
  given: { readonly url: string; readonly type: CallbackType },
): Promise<TestCall> {
  await allowAdmin(context.db, actor, businessId)
  const apiUser = await findApiUser(context.db, businessId, username)
  if (!apiUser) throw new Refusal('not_found')
  const refusal = refuseCallbackUrl(context, given.url)
  if (refusal) throw wrongField('url', refusal.code, refusal.message)
  refuseThrottled(await countFailure(context, `callback-test:${businessId}`, limit))
  const now = context.now()
  const sample = {
    id: crypto.randomUUID(),
    requestId: crypto.randomUUID(),
    signatureId: crypto.randomUUID(),
    documentId: crypto.randomUUID(),
    apiUserId: apiUser.id,
    username,
    ...given,
    state: 'OPEN' as const,
    attempts: 1,
    dueAt: null,
    createdAt: now,
    updatedAt: now,
  }
  const { id } = sample
  const url = fillPlaceholders(given.url, sample)
  const body = JSON.stringify(presentCallback(sample, []))
  const secrets = await findSigningSecrets(context, apiUser.id)
  return { id, url, body, ...(await sendCallback(context, { id, url, body, secrets })) }
}
