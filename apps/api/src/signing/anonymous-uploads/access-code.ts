import { randomInt, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { keyedHash } from '#api/platform/secrets/hash-keys.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { AnonymousUpload } from './anonymous-upload.ts'
import {
  countWrongCode,
  forgetWrongCodes,
  type AnonymousUploadKey,
  lockForNoKeyUpdate,
} from './repository.ts'

// Crockford's: no I, L, O and U, so that what is read out or copied by hand is right.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 8

/** 40 random bits, which five tries a quarter of an hour do not find. */
export function makeAccessCode(): string {
  const letters = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

/** As people type it: in small letters, with spaces, with the letters that look like digits. */
function asMeant(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
}

/** Keyed, and of this anonymous-upload alone: from the table a code of 40 bits would be guessed in seconds. */
export function hashAccessCode(context: Context, id: string, code: string): Buffer {
  return keyedHash(context.hashKeys, 'claim-code')
    .update(`${id}:${asMeant(code)}`)
    .digest()
}

const wrongAtMost = 5
const lockedFor = 15 * 60_000

/** The header of a call; longer than any code is no code. */
export function codeOf(request: FastifyRequest): string | null {
  const given = request.headers['x-accesscode']
  return typeof given === 'string' && given !== '' && given.length <= 50 ? given : null
}

/**
 * The anonymous upload, for a person with its code. Five wrong codes lock it for a quarter of an hour, even for the
 * right one. Each attempt locks the row, so no more parallel guesses are checked, and counts whatever happens
 * afterwards.
 */
export async function openWithCode(
  context: Context,
  key: AnonymousUploadKey,
  code: string | null,
): Promise<AnonymousUpload> {
  const now = context.now()
  const answer = await transaction(context.db, async (tx) => {
    const found = await lockForNoKeyUpdate(tx, key, now)
    if (!found) return 'not_found'
    const since = found.codeFailedAt ? now.getTime() - found.codeFailedAt.getTime() : Infinity
    if (since < lockedFor && found.codeFailures >= wrongAtMost) return { seconds: (lockedFor - since) / 1000 }
    if (code === null) return 'anonymous_upload.code_wrong'
    if (!timingSafeEqual(found.codeHash, hashAccessCode(context, found.anonymousUpload.id, code))) {
      const failures = since < lockedFor ? found.codeFailures + 1 : 1
      await countWrongCode(tx, found.anonymousUpload.id, failures, now)
      return 'anonymous_upload.code_wrong'
    }
    if (found.codeFailures > 0) await forgetWrongCodes(tx, found.anonymousUpload.id)
    return found.anonymousUpload
  })
  if (typeof answer === 'string') throw new Refusal(answer)
  if ('seconds' in answer) throw new Refusal('rate.exceeded', { retryAfter: Math.ceil(answer.seconds) })
  return answer
}

/** The same, again and for good: nobody else changes it until the transaction is over. */
export async function lockAnonymousUpload(
  context: Context,
  tx: Transaction,
  id: string,
): Promise<AnonymousUpload> {
  const found = await lockForNoKeyUpdate(tx, { id }, context.now())
  if (!found) throw new Refusal('not_found')
  return found.anonymousUpload
}
