import { randomUUID } from 'node:crypto'
import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { encrypt } from '#api/platform/secrets/secret-box.ts'
import { proveHolder } from './prove-holder.ts'
import { addPending, listFactors } from './repository.ts'
import { lockOwnAccount } from '#api/identity/accounts/lock-own-account.ts'
import { mostFactors, encryptionContext } from './second-factor.ts'
import { makeTotpSecret, totpUri } from './totp.ts'

/** A secret for an app. It counts for nothing until the app's first code was given. */
export async function startTotp(
  context: Context,
  actor: AccountActor,
  password: string | undefined,
): Promise<{ readonly id: string; readonly secret: string; readonly uri: string }> {
  await proveHolder(context, actor, password)
  const id = randomUUID()
  const secret = makeTotpSecret()
  const encrypted = encrypt(context.masterKey, Buffer.from(secret), encryptionContext(id))
  await transaction(context.db, async (tx) => {
    await lockOwnAccount(tx, actor.accountId)
    const factors = await listFactors(tx, actor.accountId)
    if (factors.some((factor) => factor.kind === 'totp')) throw new Refusal('second_factor.exists')
    if (factors.length >= mostFactors) throw new Refusal('second_factor.too_many')
    await addPending(tx, { id, accountId: actor.accountId, kind: 'totp', encrypted, now: context.now() })
  })
  return { id, secret, uri: totpUri(secret, actor.email) }
}
