import type { AccountActor } from '#api/platform/actor.ts'
import { recordResult } from '#api/platform/db/call-result.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { decrypt, encrypt } from '#api/platform/secrets/secret-box.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { find as findApiUser } from '#api/business/api-users/repository.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { lockForNoKeyUpdate } from '#api/business/businesses/repository.ts'
import type { Context } from '#api/providers/context.ts'
import { makeSecret } from './sign-callback.ts'
import * as repository from './secret-repository.ts'

const bothForHours = 24

export interface ApiUserReference {
  readonly businessId: string
  readonly username: string
}

export interface ShownSecret {
  readonly stored: repository.StoredSecret
  readonly secret: string
}

/** Each API user has one from its first use on. */
export async function findSecret(context: Context, apiUserId: string): Promise<repository.StoredSecret> {
  const found = await repository.find(context.db, apiUserId)
  if (found) return found
  await repository.insert(context.db, { apiUserId, ...fresh(context, apiUserId) })
  const made = await repository.find(context.db, apiUserId)
  if (!made) throw new Error('a callback secret is gone that was just made')
  return made
}

/** What a delivery is signed with now: the secret, and for a day after a rotation the one before it. */
export async function findSigningSecrets(context: Context, apiUserId: string): Promise<string[]> {
  const { secretEncrypted, previousEncrypted, previousUntil } = await findSecret(context, apiUserId)
  const isBoth = previousEncrypted !== null && previousUntil !== null && previousUntil > context.now()
  return [secretEncrypted, ...(isBoth ? [previousEncrypted] : [])].map((one) => open(context, apiUserId, one))
}

/** Once, as with a key: after that it can only be replaced. */
export async function showSecret(
  context: Context,
  actor: AccountActor,
  which: ApiUserReference,
): Promise<ShownSecret> {
  return asAdmin(context, actor, which, 'callback_secret_shown', (before) => {
    if (before.shownAt) throw new Refusal('callback.secret_shown')
    return before
  })
}

export async function rotateSecret(
  context: Context,
  actor: AccountActor,
  which: ApiUserReference,
): Promise<ShownSecret> {
  return asAdmin(context, actor, which, 'callback_secret_rotated', (before) => ({
    ...before,
    ...fresh(context, before.apiUserId),
    previousEncrypted: before.secretEncrypted,
    previousUntil: new Date(context.now().getTime() + bothForHours * 3_600_000),
  }))
}

/** To the one whose response with it was lost, as long as it is the same. */
export async function showSecretAgain(
  context: Context,
  actor: AccountActor,
  which: ApiUserReference,
  createdAt: string,
): Promise<ShownSecret> {
  const stored = await describeSecret(context, actor, which)
  if (stored.createdAt.toISOString() !== createdAt) throw new Refusal('not_found')
  return { stored, secret: open(context, stored.apiUserId, stored.secretEncrypted) }
}

export async function describeSecret(
  context: Context,
  actor: AccountActor,
  { businessId, username }: ApiUserReference,
): Promise<repository.StoredSecret> {
  await allowAdmin(context.db, actor, businessId)
  const apiUser = await findApiUser(context.db, businessId, username)
  if (!apiUser) throw new Refusal('not_found')
  return findSecret(context, apiUser.id)
}

async function asAdmin(
  context: Context,
  actor: AccountActor,
  which: ApiUserReference,
  type: 'callback_secret_shown' | 'callback_secret_rotated',
  change: (before: repository.StoredSecret) => repository.StoredSecret,
): Promise<ShownSecret> {
  await describeSecret(context, actor, which)
  const { businessId, username } = which
  return transaction(context.db, async (tx) => {
    // Locked for all actions on the API users of a business, to serialise them.
    await lockForNoKeyUpdate(tx, businessId)
    await allowAdmin(tx, actor, businessId)
    const before = await findThere(tx, businessId, username)
    const at = context.now()
    const stored = { ...change(before), shownAt: at }
    await repository.save(tx, stored)
    recordResult(tx, stored.createdAt.toISOString())
    const data = { username, ending: stored.ending }
    await appendBusinessEvent(tx, businessId, { type, at, actor: eventActor(actor), data })
    return { stored, secret: open(context, stored.apiUserId, stored.secretEncrypted) }
  })
}

async function findThere(tx: Transaction, businessId: string, username: string) {
  const apiUser = await findApiUser(tx, businessId, username)
  const secret = apiUser && (await repository.find(tx, apiUser.id))
  if (!secret) throw new Refusal('not_found')
  return secret
}

function fresh(context: Context, apiUserId: string) {
  const secret = makeSecret()
  return {
    secretEncrypted: Buffer.from(
      encrypt(context.masterKey, Buffer.from(secret), repository.secretContext(apiUserId)),
    ),
    ending: secret.slice(-4),
    createdAt: context.now(),
  }
}

function open({ masterKey }: Context, apiUserId: string, encrypted: Uint8Array): string {
  return Buffer.from(decrypt(masterKey, encrypted, repository.secretContext(apiUserId))).toString()
}
