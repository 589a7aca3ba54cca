import { type Hmac, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type {} from '@fastify/multipart'
import type { Endpoint } from '@countersign/contract/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import type { Actor, AnonymousActor } from '#api/platform/actor.ts'
import type { PlatformContext } from '#api/platform/context.ts'
import { withKnownOutcome } from '#api/platform/db/commit-outcome.ts'
import { isDatabaseAway } from '#api/platform/db/database-away.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { keyedHash } from '#api/platform/secrets/hash-keys.ts'
import { decrypt, encrypt } from '#api/platform/secrets/secret-box.ts'
import { formDigest } from './form-digest.ts'
import {
  type Claim,
  find,
  giveUp,
  type IdempotencyRecord,
  keepAnswer,
  take,
  moveClaims,
} from './idempotency-repository.ts'
import { readMultipart } from './read-multipart.ts'

// A process that lost its connection with the database takes a new number within this time if it still lives.
const reconnectTime = 1000
/** More than any call takes. */
const wholeFormLimit = 128 * 1024 * 1024
const pausesBetweenTries = [100, 400, 1500, 3000]

interface KeyedRequest {
  readonly request: FastifyRequest
  /** As it was read; null where it is a file that streams. */
  readonly body: unknown
}

/**
 * With an `Idempotency-Key`, the same key and body answers the same for 24 hours and the work is done once; another
 * body under the same key is refused, and so is a second call while the first still runs. A call whose process died or
 * lost the database holds its key no longer. Bodies and answers may hold secrets (a password, a session's token): of a
 * body only a keyed hash is kept, an answer is encrypted.
 */
export async function once(
  context: PlatformContext,
  endpoint: Endpoint,
  actor: Actor,
  { request, body }: KeyedRequest,
  work: () => Promise<object>,
): Promise<object> {
  const key = request.headers['idempotency-key']
  if (endpoint.method === 'GET' || typeof key !== 'string') return work()
  // A program whose key was left empty by mistake relies on it all the same.
  if (key === '') throw wrongField('Idempotency-Key', 'required', 'Leave it out, or give each call a value')
  if (key.length > 200) throw new Refusal('request.malformed')
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
    const kept = await claimKey(context, wanted, form)
    if (kept) return kept
    const answer = await workOrGiveUp(context, wanted, work)
    const answered = { ...wanted, fingerprint: answeredFingerprint(context, form, wanted) }
    await keep(context, answered, endpoint.status, answer)
    return answer
  } finally {
    lease.end(claim)
  }
}

/** Takes the key: null where it is now this call's, else the answer that was kept under it. */
async function claimKey(
  context: PlatformContext,
  wanted: Claim,
  form: FastifyRequest | null,
): Promise<object | null> {
  let abandoned: IdempotencyRecord | null = null
  for (;;) {
    if (await take(context.pool, wanted, abandoned)) {
      await holdWithPresentNumber(context, wanted)
      return null
    }
    const row: IdempotencyRecord | null = await find(context.pool, wanted.owner, wanted.key)
    // Given up in this moment.
    if (!row) continue
    if (row.answer && form) await readWholeForm(form)
    const given = row.answer ? answeredFingerprint(context, form, wanted) : wanted.fingerprint
    if (!row.fingerprint.equals(given)) throw new Refusal('idempotency.mismatch')
    if (row.answer) return decryptAnswer(context, wanted, row.answer)
    const hasEnded = context.idempotencyLease.hasEnded(row.claim, row.holder)
    if (!hasEnded) {
      if (row.is_held) throw new Refusal('idempotency.running', { retryAfter: 1 })
      await pause(reconnectTime)
    }
    // With another number by then, it is alive: only this very claim of this very number is taken.
    abandoned = row
  }
}

/** The lease may have changed its number before the row was there to be moved: with the old one it would look abandoned. */
async function holdWithPresentNumber(
  { idempotencyLease, pool }: PlatformContext,
  wanted: Claim,
): Promise<void> {
  const present = await idempotencyLease.begin(wanted.claim)
  if (present !== wanted.holder) await moveClaims(pool, [wanted.claim], present)
}

/** What failed may be tried again under the same key. */
async function workOrGiveUp(
  context: PlatformContext,
  wanted: Claim,
  work: () => Promise<object>,
): Promise<object> {
  try {
    return await withKnownOutcome(work)
  } catch (error) {
    // With the database away the claim ends with this call's lease: the next one under this key finds it abandoned.
    await giveUp(context.pool, wanted).catch((failure: unknown) =>
      context.log.warn({ err: failure }, 'an Idempotency-Key is released without its row'),
    )
    throw error
  }
}

/** The work is done: to lose the answer now would have it done twice. A database that restarts is waited for. */
async function keep(context: PlatformContext, wanted: Claim, status: number, answer: object): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await keepAnswer(context.pool, wanted, status, encrypted(context, wanted, answer))
      return
    } catch (error) {
      const wait = pausesBetweenTries[tries]
      if (wait === undefined || !isDatabaseAway(error)) {
        context.log.error({ err: error }, 'the answer of a call could not be kept for its Idempotency-Key')
        return
      }
      await pause(wait)
    }
  }
}

function decryptAnswer(
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

function actorKey(actor: Exclude<Actor, AnonymousActor>): string {
  if (actor.kind === 'account') return `account:${actor.accountId}`
  if (actor.kind === 'api-user') return `api-user:${actor.apiUserId}`
  // One signature may be asked of several members, and of someone else once it is delegated.
  return `link:${actor.memberId ?? actor.signatureId}:${actor.email}`
}

/** A stolen table tells nothing of what was sent. */
function bodyHash({ hashKeys }: PlatformContext): Hmac {
  return keyedHash(hashKeys, 'idempotency')
}

/** Of a call that begins: a form is not known yet. */
function fingerprintOf(context: PlatformContext, request: FastifyRequest, content: string): Buffer {
  return bodyHash(context).update(`${request.method} ${request.url}\n${content}`).digest()
}

/** Of a call that has its answer: with every part of the form. */
function answeredFingerprint(
  context: PlatformContext,
  form: FastifyRequest | null,
  { fingerprint }: Claim,
): Buffer {
  if (!form) return fingerprint
  return bodyHash(context).update(fingerprint).update(formDigest(form)).digest()
}

/** A form whose call was answered before: only whether it is the same one is of interest. */
async function readWholeForm(request: FastifyRequest): Promise<void> {
  const { content } = await readMultipart(request, wholeFormLimit, null)
  for await (const chunk of content) void chunk
}
