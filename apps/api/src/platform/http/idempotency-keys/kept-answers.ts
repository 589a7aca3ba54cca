import { setTimeout as pause } from 'node:timers/promises'
import type { PlatformContext } from '#api/platform/context.ts'
import { isDatabaseAway } from '#api/platform/db/database-away.ts'
import { decrypt, encrypt } from '#api/platform/secrets/secret-box.ts'
import { type Claim, keepAnswer, release } from './repository.ts'

// Answers may hold secrets (a password, a session's token): they are kept encrypted.

const pausesBetweenTries = [100, 400, 1500, 3000]

/** The work is done: the answer is kept for every retry. A database that restarts is waited for. */
export async function keep(
  context: PlatformContext,
  wanted: Claim,
  status: number,
  answer: object,
): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await keepAnswer(context.pool, wanted, status, encrypted(context, wanted, answer))
      return
    } catch (error) {
      const wait = pausesBetweenTries[tries]
      if (wait === undefined || !isDatabaseAway(error)) {
        context.log.error({ err: error }, 'the answer of a call could not be kept for its Idempotency-Key')
        await release(context.pool, wanted).catch(() => {})
        return
      }
      await pause(wait)
    }
  }
}

export function decryptAnswer(
  context: PlatformContext,
  wanted: Claim,
  answer: { readonly encrypted: string },
): object {
  const bytes = decrypt(context.masterKey, Buffer.from(answer.encrypted, 'base64'), place(wanted))
  return JSON.parse(Buffer.from(bytes).toString()) as object
}

function encrypted(context: PlatformContext, wanted: Claim, answer: object): { encrypted: string } {
  const bytes = encrypt(context.masterKey, Buffer.from(JSON.stringify(answer)), place(wanted))
  return { encrypted: Buffer.from(bytes).toString('base64') }
}

function place({ owner, key }: Claim): string {
  return `idempotency:${owner}:${key}`
}
