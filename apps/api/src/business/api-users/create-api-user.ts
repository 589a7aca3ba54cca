import { randomBytes } from 'node:crypto'
import type { ApiEnvironment, ApiScope } from '@countersign/contract/values.ts'
import { addApiUserAccount } from '#api/identity/accounts/repository.ts'
import { insertMember } from '#api/business/members/member-repository.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { lockForNoKeyUpdate } from '#api/business/businesses/repository.ts'
import type { Context } from '#api/providers/context.ts'
import { recordResult } from '#api/platform/db/call-result.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { apiUsersAtMost, expiryOf, tidyScopes, usernameOf } from './api-user.ts'
import type { KeyShownOnce } from './update-api-user.ts'
import { makeKey } from './key.ts'
import * as repository from './repository.ts'
import type { PlanLimits } from '#api/business/businesses/billing-steps.ts'

interface ApiUserInput {
  readonly description: string
  readonly scopes: readonly ApiScope[]
  readonly environment: ApiEnvironment
  readonly keyExpiresInDays: number | null
}

/** Makes an API user with its first key, which nobody is told a second time. */
export async function createApiUser(
  context: Context & PlanLimits,
  actor: AccountActor,
  businessId: string,
  given: ApiUserInput,
): Promise<KeyShownOnce> {
  const { key, hash, ending } = makeKey(context)
  return transaction(context.db, async (tx) => {
    // Held while they are counted.
    const business = await lockForNoKeyUpdate(tx, businessId)
    await allowAdmin(tx, actor, businessId)
    if (!business) throw new Refusal('not_found')
    const used = await repository.count(tx, businessId)
    if (used >= apiUsersAtMost) throw new Refusal('business.too_many_api_users')
    await context.refuseFeature(tx, businessId, 'apiUsers', used)
    const at = context.now()
    const { description, environment } = given
    const scopes = tidyScopes(given.scopes)
    const username = usernameOf(business.name, environment, randomBytes(5).toString('hex'))
    const accountId = await addApiUserAccount(tx, {
      username,
      businessName: business.name,
      language: actor.language,
      now: at,
    })
    await insertMember(tx, { businessId, accountId, role: 'api_user', at })
    await repository.insert(tx, {
      id: crypto.randomUUID(),
      businessId,
      accountId,
      environment,
      username,
      description,
      scopes,
      createdAt: at,
      createdBy: actor.accountId,
      key: { hash, ending, expiresAt: expiryOf(at, given.keyExpiresInDays) },
    })
    await appendBusinessEvent(tx, businessId, {
      type: 'api_user_created',
      at,
      actor: eventActor(actor),
      data: { username, description, environment, scopes, keyEnding: ending },
    })
    const apiUser = await repository.find(tx, businessId, username)
    if (!apiUser) throw new Error('an API user is gone that was just made')
    // Its key is shown once.
    recordResult(tx, username)
    return { apiUser, key }
  })
}
