import type { Context } from '#api/providers/context.ts'
import { networkOf } from '#api/platform/values/network.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { countFailure, isThrottled, refuseThrottled } from '#api/identity/throttles/count-failures.ts'
import { hashToken, makeToken } from '#api/identity/sessions/token.ts'
import { tokenMinutes } from './api-user.ts'
import { apiTokenPrefix } from './token-repository.ts'
import { isKey } from './key.ts'
import { findSecret, insertToken, type Secret } from './repository.ts'
import type { PlanLimits } from '#api/business/businesses/billing-steps.ts'

const quarterOfAnHour = 900
const userLimit = { failures: 5, seconds: quarterOfAnHour }
const addressLimit = { failures: 30, seconds: quarterOfAnHour }

interface ApiUserCredentials {
  readonly username: string
  readonly key: string
  readonly address: string
}

/** A name is slowed for the address that guesses its key: nobody locks a client out who only knows what it is called. */
const limits = ({ username, address }: ApiUserCredentials) =>
  [
    [`api-user:${networkOf(address)}:${username}`, userLimit],
    [`api-user:address:${networkOf(address)}`, addressLimit],
  ] as const

/**
 * Signs an API user in and gives its token. Neither the answer nor the time it takes tells whether there is one of that
 * name.
 */
export async function logInApiUser(
  context: Context & PlanLimits,
  given: ApiUserCredentials,
): Promise<string> {
  for (const [name, limit] of limits(given)) refuseThrottled(await isThrottled(context, name, limit))
  const found = await findSecret(context.db, given.username)
  const key = matchKey(context, found, given.key)
  if (!found || !key) return refuseWrongKey(context, given)
  const now = context.now()
  if (key.expiresAt && key.expiresAt <= now) throw new Refusal('api_user.key_expired')
  await context.refuseFeature(context.db, found.businessId, 'api')
  const token = `${apiTokenPrefix}${makeToken()}`
  // No token goes on after its key.
  const twenty = new Date(now.getTime() + tokenMinutes * 60_000)
  const expiresAt = key.expiresAt && key.expiresAt < twenty ? key.expiresAt : twenty
  // Where the key was changed meanwhile, the token bears the number of the one before and opens nothing.
  await insertToken(context.db, {
    hash: hashToken('api_user', token),
    apiUserId: found.id,
    keyNumber: key.number,
    now,
    expiresAt,
  })
  return token
}

/** Which of the keys it is. Both are compared in any case: the time that it takes says nothing. */
function matchKey(
  context: Context,
  secret: Secret | null,
  key: string,
): { readonly number: number; readonly expiresAt: Date | null } | null {
  const isNew = isKey(context, secret?.keyHash ?? null, key)
  const isPrevious = isKey(context, secret?.previous?.keyHash ?? null, key)
  if (isNew && secret) return { number: secret.keyNumber, expiresAt: secret.keyExpiresAt }
  return isPrevious && secret?.previous
    ? { number: secret.previous.keyNumber, expiresAt: secret.previous.expiresAt }
    : null
}

/** Counted first and answered by the count: of parallel guesses no more than the limit learn that they are wrong. */
async function refuseWrongKey(context: Context, given: ApiUserCredentials): Promise<never> {
  const counted = await Promise.all(limits(given).map(([name, limit]) => countFailure(context, name, limit)))
  refuseThrottled(counted.find((one) => one !== null) ?? null)
  throw new Refusal('api_user.credentials_invalid')
}
