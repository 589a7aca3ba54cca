import type { ApiScope } from '@countersign/contract/values.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import { type BusinessEventType } from '#api/business/businesses/business-event.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import * as businesses from '#api/business/businesses/repository.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction, type Transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { type ApiUser, expiryOf, tidyScopes } from './api-user.ts'
import { makeKey } from './key.ts'
import * as repository from './repository.ts'

export interface ApiUserReference {
  readonly businessId: string
  readonly username: string
}

export interface KeyShownOnce {
  readonly apiUser: ApiUser
  readonly key: string
}

/**
 * Its purpose and the scopes of its key, which apply from its next call. A call that changes nothing isn't recorded.
 */
export async function updateApiUser(
  context: Context,
  actor: AccountActor,
  which: ApiUserReference,
  given: { readonly description: string; readonly scopes?: readonly ApiScope[] | undefined },
): Promise<ApiUser> {
  return asAdmin(context, actor, which, async (tx, before, log) => {
    const after = {
      description: given.description,
      scopes: given.scopes ? tidyScopes(given.scopes) : before.scopes,
    }
    const was = { description: before.description, scopes: before.scopes }
    if (JSON.stringify(after) === JSON.stringify(was)) return
    await repository.saveDescription(tx, { id: before.id, ...after })
    await log('api_user_changed', { before: was, after })
  })
}

interface KeyReplacement {
  readonly keyExpiresInDays: number | null
  /** How long the key before still works. */
  readonly keepPreviousForHours: number
}

export async function resetApiUser(
  context: Context,
  actor: AccountActor,
  which: ApiUserReference,
  { keyExpiresInDays, keepPreviousForHours }: KeyReplacement,
): Promise<KeyShownOnce> {
  const { key, hash, ending } = makeKey(context)
  const at = context.now()
  const expiresAt = expiryOf(at, keyExpiresInDays)
  const keepUntil =
    keepPreviousForHours > 0 ? new Date(at.getTime() + keepPreviousForHours * 3_600_000) : null
  const apiUser = await asAdmin(context, actor, which, async (tx, { id, keyEnding }, log) => {
    await repository.saveKey(tx, id, { hash, ending, expiresAt }, { at, keepUntil })
    await log('api_user_reset', {
      before: { keyEnding },
      after: { keyEnding: ending },
      ...(keepUntil ? { keptUntil: keepUntil.toISOString() } : {}),
    })
  })
  return { apiUser, key }
}

export async function deleteApiUser(
  context: Context,
  actor: AccountActor,
  which: ApiUserReference,
): Promise<void> {
  await asAdmin(context, actor, which, async (tx, { id, description }, log) => {
    await repository.remove(tx, id, context.now())
    await log('api_user_deleted', { description })
  })
}

type Log = (type: BusinessEventType, data: Record<string, unknown>) => Promise<void>

/** An admin's action, in one transaction with its record; returns the changed API user. */
async function asAdmin(
  context: Context,
  actor: AccountActor,
  { businessId, username }: ApiUserReference,
  work: (tx: Transaction, apiUser: ApiUser, log: Log) => Promise<void>,
): Promise<ApiUser> {
  return transaction(context.db, async (tx) => {
    // Locked for all actions on the API users of a business, to serialise them.
    await businesses.lockForNoKeyUpdate(tx, businessId)
    await allowAdmin(tx, actor, businessId)
    const before = await repository.find(tx, businessId, username)
    if (!before) throw new Refusal('not_found')
    await work(tx, before, (type, data) =>
      appendBusinessEvent(tx, businessId, {
        type,
        at: context.now(),
        actor: eventActor(actor),
        data: { username, ...data },
      }),
    )
    return (await repository.find(tx, businessId, username)) ?? before
  })
}
