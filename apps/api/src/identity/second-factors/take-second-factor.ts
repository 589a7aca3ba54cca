import type { Context } from '#api/providers/context.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { decrypt } from '#api/platform/secrets/secret-box.ts'
import { readAssertion } from './passkey.ts'
import { hashRecoveryCode, readRecoveryCode } from './recovery-codes.ts'
import { takeRecoveryCode } from './recovery-code-repository.ts'
import { advanceCount, advanceStep, listFactors } from './repository.ts'
import { type PasskeyFactor, encryptionContext, type TotpFactor } from './second-factor.ts'
import { readTotpCode, totpStep } from './totp.ts'

/** Those of the account's factors that are passkeys. */
export async function listPasskeys(db: Reader, accountId: string): Promise<PasskeyFactor[]> {
  const factors = await listFactors(db, accountId)
  return factors.filter((factor): factor is PasskeyFactor => factor.kind === 'passkey')
}

/** Uses a code up; it is an app's, or one of the recovery codes. Answers which it was, and refuses any other. */
export async function takeCode(
  context: Context,
  tx: Transaction,
  accountId: string,
  typed: string,
): Promise<'totp' | 'recovery_code'> {
  const code = readTotpCode(typed)
  const isTaken = code
    ? await takeTotpCode(context, tx, accountId, code)
    : await takeOneRecoveryCode(context, tx, accountId, typed)
  if (!isTaken) throw new Refusal('second_factor.code_invalid')
  return code ? 'totp' : 'recovery_code'
}

async function takeTotpCode(
  context: Context,
  tx: Transaction,
  accountId: string,
  code: string,
): Promise<boolean> {
  const factors = await listFactors(tx, accountId)
  const app = factors.find((factor): factor is TotpFactor => factor.kind === 'totp')
  if (!app) return false
  const secret = Buffer.from(
    decrypt(context.masterKey, app.secretEncrypted, encryptionContext(app.id)),
  ).toString()
  const step = totpStep(secret, code, context.now())
  return step !== null && advanceStep(tx, app.id, step, context.now())
}

async function takeOneRecoveryCode(
  context: Context,
  tx: Transaction,
  accountId: string,
  typed: string,
): Promise<boolean> {
  const code = readRecoveryCode(typed)
  if (code === null) return false
  const hash = hashRecoveryCode(context.hashKeys, accountId, code)
  return takeRecoveryCode(tx, accountId, hash, context.now())
}

/** Takes what one of the account's passkeys made of this challenge, and refuses anything else. */
export async function takePasskey(
  context: Context,
  tx: Transaction,
  expected: { readonly accountId: string; readonly challenge: string },
  given: unknown,
): Promise<void> {
  const known = await listPasskeys(tx, expected.accountId)
  const { publicUrl } = context.config
  const { passkey, signCount } = await readAssertion({ ...expected, publicUrl, known }, given)
  if (!(await advanceCount(tx, passkey.id, signCount, context.now())))
    throw new Refusal('second_factor.passkey_invalid')
}
