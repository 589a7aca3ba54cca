import { randomBytes } from 'node:crypto'
import type { SecondFactorChallenge } from '@countersign/contract/errors.ts'
import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { assertionOptions } from '#api/identity/second-factors/passkey.ts'
import { countRecoveryCodes } from '#api/identity/second-factors/recovery-code-repository.ts'
import { listFactors } from '#api/identity/second-factors/repository.ts'
import type { PasskeyFactor } from '#api/identity/second-factors/second-factor.ts'
import { add } from './challenge-repository.ts'
import { challengeMinutes } from './session.ts'
import { hashToken, makeToken } from './token.ts'

/** What an account with a second factor is answered after the right password: good for one sign-in. */
export async function startChallenge(
  context: Context,
  tx: Transaction,
  accountId: string,
): Promise<SecondFactorChallenge> {
  const token = makeToken()
  const passkeyChallenge = randomBytes(32).toString('base64url')
  const now = context.now()
  const expiresAt = new Date(now.getTime() + challengeMinutes * 60_000)
  await add(tx, {
    tokenHash: hashToken('login_challenge', token),
    accountId,
    passkeyChallenge,
    now,
    expiresAt,
  })
  const factors = await listFactors(tx, accountId)
  const passkeys = factors.filter((factor): factor is PasskeyFactor => factor.kind === 'passkey')
  const hasApp = factors.length > passkeys.length
  const hasRecoveryCodes = (await countRecoveryCodes(tx, accountId)) > 0
  const options =
    passkeys.length > 0
      ? await assertionOptions({
          publicUrl: context.config.publicUrl,
          challenge: passkeyChallenge,
          known: passkeys,
          minutes: challengeMinutes,
        })
      : null
  return {
    challenge: token,
    expires_at: expiresAt.toISOString(),
    methods: [
      ...(hasApp ? (['totp'] as const) : []),
      ...(options ? (['passkey'] as const) : []),
      ...(hasRecoveryCodes ? (['recovery_code'] as const) : []),
    ],
    passkey: options ? { ...options } : null,
  }
}
