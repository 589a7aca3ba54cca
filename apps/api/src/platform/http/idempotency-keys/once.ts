import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type {} from '@fastify/multipart'
import type { Endpoint } from '@countersign/contract/endpoint.ts'
import { errors } from '@countersign/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import type { Actor, AnonymousActor } from '#api/platform/actor.ts'
import type { PlatformContext } from '#api/platform/context.ts'
import { type KeyedCall, runKeyed } from '#api/platform/db/call-result.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { answeredFingerprint, doneFingerprint, fingerprintOf, readWholeForm } from './fingerprints.ts'
import {
  type Claim,
  find,
  giveUp,
  type IdempotencyRecord,
  moveClaims,
  release,
  take,
  takeDone,
  writeResult,
} from './repository.ts'
import { decryptAnswer, keep } from './kept-answers.ts'

// A process that lost its connection with the database takes a new number within this time if it still lives.
const reconnectTime = 1000

const keyAtMost = 200

interface KeyedRequest {
  readonly request: FastifyRequest
  /** As it was read; null where it is a file that streams. */
  readonly body: unknown
}

interface Work {
  readonly run: () => Promise<object>
  /** Reads the answer of work that is done, from its result; undefined where it can't be read again. */
  readonly again: ((result: string) => Promise<object>) | undefined
}

/**
 * With an `Idempotency-Key`, the same key and body answers the same for 24 hours and the work is done once; another
 * body under the same key is refused, and so is a second call while the first still runs. A call whose process died or
 * lost the database holds its key no longer: if its work was done by then, as the result in its row says (`recordResult`), the retry is
 * answered from that. Bodies and answers may hold secrets: of a body only a keyed hash is kept, an answer is encrypted.
 */
export async function once(
  context: PlatformContext,
  endpoint: Endpoint,
  actor: Actor,
  { request, body }: KeyedRequest,
  work: Work,
): Promise<object> {
  const key = request.headers['idempotency-key']
  if (endpoint.method === 'GET' || typeof key !== 'string') return work.run()
  // A client that sends an empty one relies on what it doesn't get.
  if (key === '' || key.length > keyAtMost)
    throw wrongField('Idempotency-Key', 'length', `Must have 1 to ${keyAtMost} characters`)
  // Its answer would be anybody's who guesses the key behind the same address.
  if (actor.kind === 'nobody')
    throw wrongField('Idempotency-Key', 'credential_required', 'Only calls with a credential take a key')
  const lease = context.idempotencyLease
  const claim = randomUUID()
  const holder = await lease.begin(claim)
  try {
    // A form whose file is read by the work. That of a picture is read before, and is a body like any other.
    const form = request.isMultipart() && body === null ? request : null
    const fingerprint = fingerprintOf(context, request, form ? '' : JSON.stringify(body))
    const wanted = { owner: actorKey(actor), key, fingerprint, claim, holder }
    const before = await claimKey(context, wanted, form)
    if (before?.answer) return decryptAnswer(context, wanted, before.answer)
    const call: KeyedCall = {
      writeResult: (result) =>
        writeResult({ ...wanted, fingerprint: doneFingerprint(context, form, fingerprint) }, result),
      isUndone: false,
    }
    const answer = await orGiveUp(context, wanted, call, () =>
      before ? answerAgain(work, before, call) : work.run(),
    )
    const answered = { ...wanted, fingerprint: answeredFingerprint(context, form, fingerprint) }
    await keep(context, answered, endpoint.status, answer)
    return answer
  } finally {
    lease.end(claim)
  }
}

/** Takes the key. Null where the work is this call's to do; otherwise what was done under it, with its answer or without. */
async function claimKey(
  context: PlatformContext,
  wanted: Claim,
  form: FastifyRequest | null,
): Promise<IdempotencyRecord | null> {
  let abandoned: IdempotencyRecord | null = null
  let isFormRead = false
  for (;;) {
    if (await takeFrom(context, wanted, abandoned)) {
      await holdWithPresentNumber(context, wanted)
      return abandoned?.is_done ? abandoned : null
    }
    const row: IdempotencyRecord | null = await find(context.pool, wanted.owner, wanted.key)
    // Given up in this moment.
    if (!row) {
      abandoned = null
      continue
    }
    if (form && !isFormRead && (row.answer || row.is_done)) {
      isFormRead = true
      await readWholeForm(form)
    }
    if (!row.fingerprint.equals(fingerprintFor(context, form, wanted, row)))
      throw new Refusal('idempotency.mismatch')
    if (row.answer) return row
    const hasEnded = context.idempotencyLease.hasEnded(row.claim, row.holder)
    if (!hasEnded) {
      if (row.is_held) throw new Refusal('idempotency.running', { retryAfter: 1 })
      await pause(reconnectTime)
    }
    // With another number by then, it is alive: only this very claim of this very number is taken.
    abandoned = row
  }
}

function takeFrom(
  { pool }: PlatformContext,
  wanted: Claim,
  abandoned: IdempotencyRecord | null,
): Promise<boolean> {
  return abandoned?.is_done ? takeDone(pool, wanted, abandoned) : take(pool, wanted, abandoned)
}

/** What this call would have written there. */
function fingerprintFor(
  context: PlatformContext,
  form: FastifyRequest | null,
  { fingerprint }: Claim,
  row: IdempotencyRecord,
): Buffer {
  if (row.answer) return answeredFingerprint(context, form, fingerprint)
  return row.is_done ? doneFingerprint(context, form, fingerprint) : fingerprint
}

/** The lease may have changed its number before the row was there to be moved: with the old one it would look abandoned. */
async function holdWithPresentNumber(
  { idempotencyLease, pool }: PlatformContext,
  wanted: Claim,
): Promise<void> {
  const present = await idempotencyLease.begin(wanted.claim)
  if (present !== wanted.holder) await moveClaims(pool, [wanted.claim], present)
}

/** What failed may be tried again under the same key; once the work is done, that answers and doesn't repeat it. */
async function orGiveUp(
  context: PlatformContext,
  wanted: Claim,
  call: KeyedCall,
  work: () => Promise<object>,
): Promise<object> {
  try {
    return await runKeyed(call, work)
  } catch (error) {
    // With the database away the claim ends with this call's lease: the next one under this key finds it abandoned.
    const freed = giveUp(context.pool, wanted, call.isUndone).then(() => release(context.pool, wanted))
    await freed.catch((failure: unknown) =>
      context.log.warn({ err: failure }, 'an Idempotency-Key is released without its row'),
    )
    throw error
  }
}

/** The answer of work that is done, or that it is: what was made may be gone, or hold a secret that is shown once. */
async function answerAgain({ again }: Work, { result }: IdempotencyRecord, call: KeyedCall): Promise<object> {
  try {
    if (again && result !== null) return await again(result)
  } catch (error) {
    if (call.isUndone || !isGone(error)) throw error
  }
  throw new Refusal('idempotency.done', { resultId: result ?? undefined })
}

/** Not there, or not for this caller any longer. What may be better in a moment is told as it is. */
function isGone(error: unknown): boolean {
  return error instanceof Refusal && errors[error.key].status < 500 && errors[error.key].status !== 429
}

function actorKey(actor: Exclude<Actor, AnonymousActor>): string {
  if (actor.kind === 'account') return `account:${actor.accountId}`
  if (actor.kind === 'api-user') return `api-user:${actor.apiUserId}`
  // One signature may be asked of several members, and of someone else once it is delegated.
  return `link:${actor.memberId ?? actor.signatureId}:${actor.email}`
}
