import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction, type Transaction } from '#api/platform/db/transaction.ts'
import { enqueueSecurityNotice } from '#api/mail/enqueue-security-notice.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { decrypt } from '#api/platform/secrets/secret-box.ts'
import { clearFailures, countFailure, refuseThrottled } from '#api/identity/throttles/count-failures.ts'
import { readRegistration } from './passkey.ts'
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts'
import { replaceRecoveryCodes } from './recovery-code-repository.ts'
import { confirmPasskey, confirmTotp, findPending, listFactors } from './repository.ts'
import { lockOwnAccount } from '#api/identity/accounts/lock-own-account.ts'
import {
  mostFactors,
  type SecondFactor,
  type SecondFactorKind,
  encryptionContext,
  setupDeadline,
} from './second-factor.ts'
import { readTotpCode, totpStep } from './totp.ts'

const limit = { failures: 10, seconds: 900 }

export interface ConfirmedFactor {
  readonly factor: SecondFactor
  /** With the first factor alone. */
  readonly recoveryCodes: readonly string[] | null
}

/** The app's first code: from now on signing in takes one. */
export async function confirmTotpFactor(
  context: Context,
  actor: AccountActor,
  given: { readonly id: string; readonly code: string; readonly name: string },
): Promise<ConfirmedFactor> {
  const key = await countTry(context, actor)
  const secret = await openPending(context, actor, given.id, 'totp')
  const code = readTotpCode(given.code)
  const step = code === null ? null : totpStep(secret, code, context.now())
  if (step === null) throw new Refusal('second_factor.code_invalid')
  await clearFailures(context, key)
  // The code that proved the app is used up: it opens no session (RFC 6238 § 5.2).
  return turnOn(context, actor, (tx, now) => confirmTotp(tx, { ...given, step, now }))
}

/** What the passkey signed first: from now on signing in takes a second factor. */
export async function confirmPasskeyFactor(
  context: Context,
  actor: AccountActor,
  given: { readonly id: string; readonly response: unknown; readonly name: string },
): Promise<ConfirmedFactor> {
  const key = await countTry(context, actor)
  const challenge = await openPending(context, actor, given.id, 'passkey')
  const passkey = await readRegistration(context.config.publicUrl, challenge, given.response)
  await clearFailures(context, key)
  return turnOn(context, actor, (tx, now) => confirmPasskey(tx, { ...given, ...passkey, now }))
}

async function countTry(context: Context, actor: AccountActor): Promise<string> {
  const key = `second-factor:setup:${actor.accountId}`
  refuseThrottled(await countFailure(context, key, limit))
  return key
}

async function openPending(
  context: Context,
  actor: AccountActor,
  id: string,
  kind: SecondFactorKind,
): Promise<string> {
  const since = setupDeadline(kind, context.now())
  const encrypted = await findPending(context.db, { id, accountId: actor.accountId, kind }, since)
  if (!encrypted) throw new Refusal('not_found')
  return Buffer.from(decrypt(context.masterKey, encrypted, encryptionContext(id))).toString()
}

async function turnOn(
  context: Context,
  actor: AccountActor,
  confirm: (tx: Transaction, now: Date) => Promise<SecondFactor | null>,
): Promise<ConfirmedFactor> {
  try {
    return await transaction(context.db, async (tx) => {
      await lockOwnAccount(tx, actor.accountId)
      const before = await listFactors(tx, actor.accountId)
      if (before.length >= mostFactors) throw new Refusal('second_factor.too_many')
      const factor = await confirm(tx, context.now())
      if (!factor) throw new Refusal('not_found')
      await enqueueSecurityNotice(context, tx, actor, 'second_factor_added', actor, factor.name)
      const recoveryCodes = before.length === 0 ? await newRecoveryCodes(context, tx, actor.accountId) : null
      return { factor, recoveryCodes }
    })
  } catch (error) {
    // The indexes decide: one app an account, one account a passkey.
    if ((error as { code?: string }).code === '23505')
      throw new Refusal('second_factor.exists', { cause: error })
    throw error
  }
}

/** The codes themselves are told once and kept as hashes. */
export async function newRecoveryCodes(
  context: Context,
  tx: Transaction,
  accountId: string,
): Promise<string[]> {
  const codes = makeRecoveryCodes()
  const hashes = codes.map((code) => hashRecoveryCode(context.hashKeys, accountId, code))
  await replaceRecoveryCodes(tx, accountId, hashes)
  return codes
}
