import { randomUUID } from 'node:crypto'
import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { encrypt } from '#api/platform/secrets/secret-box.ts'
import { registrationOptions } from './passkey.ts'
import { proveHolder } from './prove-holder.ts'
import { addPending, listFactors } from './repository.ts'
import { lockOwnAccount } from '#api/identity/accounts/lock-own-account.ts'
import { mostFactors, type PasskeyFactor, encryptionContext } from './second-factor.ts'

/** The options for a new passkey. Those the account has are named, so that none is made twice. */
export async function startPasskey(
  context: Context,
  actor: AccountActor,
  password: string | undefined,
): Promise<{ readonly id: string; readonly options: object }> {
  await proveHolder(context, actor, password)
  const id = randomUUID()
  const factors = await listFactors(context.db, actor.accountId)
  const options = await registrationOptions({
    publicUrl: context.config.publicUrl,
    account: { id: actor.accountId, email: actor.email, name: actor.name },
    known: factors.filter((factor): factor is PasskeyFactor => factor.kind === 'passkey'),
  })
  const encrypted = encrypt(context.masterKey, Buffer.from(options.challenge), encryptionContext(id))
  await transaction(context.db, async (tx) => {
    await lockOwnAccount(tx, actor.accountId)
    if ((await listFactors(tx, actor.accountId)).length >= mostFactors)
      throw new Refusal('second_factor.too_many')
    await addPending(tx, { id, accountId: actor.accountId, kind: 'passkey', encrypted, now: context.now() })
  })
  return { id, options }
}
