import { createHmac } from 'node:crypto'
import type {} from '@fastify/multipart'
import { type Endpoint, isUpload } from '@countersign/contract/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { Refusal } from '#api/refusal.ts'
import { open, seal } from '#api/secrets/secret-box.ts'

// A call that died without an answer frees its key after this long; an upload may take as long as it may take to come.
const abandonedAfter = '60 seconds'
const uploadAbandonedAfter = '11 minutes'

interface Asked {
  readonly request: FastifyRequest
  /** As it was read; null where it is a file that streams. */
  readonly body: unknown
}

/**
 * With an `Idempotency-Key`, the same key and body answers the same for 24 hours and the work is done once; another
 * body under the same key is refused, and so is a second call while the first still runs. Bodies and answers may hold
 * secrets (a password, a session's token): of a body only a keyed hash is kept, an answer is sealed.
 */
export async function once(
  context: Context,
  endpoint: Endpoint,
  actor: Actor,
  { request, body }: Asked,
  work: () => Promise<object>,
): Promise<object> {
  const key = request.headers['idempotency-key']
  if (endpoint.method === 'GET' || typeof key !== 'string' || key === '') return work()
  if (key.length > 200) throw new Refusal('request.malformed')
  const owner = actorKey(actor)
  const wanted = {
    owner,
    key,
    fingerprint: fingerprintOf(context, request, body),
    abandonedAfter: isUpload(endpoint.body) ? uploadAbandonedAfter : abandonedAfter,
  }
  const kept = await claim(context, wanted)
  if (kept) return kept
  try {
    const answer = await work()
    await context.pool.query(
      'UPDATE idempotency_keys SET status = $3, answer = $4 WHERE actor = $1 AND key = $2',
      [owner, key, endpoint.status, JSON.stringify(sealed(context, wanted, answer))],
    )
    return answer
  } catch (error) {
    // What failed may be tried again under the same key.
    await context.pool.query('DELETE FROM idempotency_keys WHERE actor = $1 AND key = $2', [owner, key])
    throw error
  }
}

interface Wanted {
  readonly owner: string
  readonly key: string
  readonly fingerprint: Buffer
  readonly abandonedAfter: string
}

/** Takes the key: null where it is now this call's, else the answer that was kept under it. */
async function claim(context: Context, wanted: Wanted): Promise<object | null> {
  const { owner, key, fingerprint } = wanted
  const taken = await context.pool.query(
    `INSERT INTO idempotency_keys (actor, key, fingerprint) VALUES ($1, $2, $3)
     ON CONFLICT (actor, key) DO UPDATE SET fingerprint = $3, status = NULL, answer = NULL, created_at = now()
       WHERE idempotency_keys.created_at < now() - interval '24 hours'
          OR (idempotency_keys.status IS NULL AND idempotency_keys.created_at < now() - $4::interval)
     RETURNING 1`,
    [owner, key, fingerprint, wanted.abandonedAfter],
  )
  if (taken.rowCount) return null
  const found = await context.pool.query<{ fingerprint: Buffer; answer: { sealed: string } | null }>(
    'SELECT fingerprint, answer FROM idempotency_keys WHERE actor = $1 AND key = $2',
    [owner, key],
  )
  const row = found.rows[0]
  if (row && !row.fingerprint.equals(fingerprint)) throw new Refusal('idempotency.mismatch')
  if (!row?.answer) throw new Refusal('idempotency.running', { retryAfter: 1 })
  const answer = open(context.masterKey, Buffer.from(row.answer.sealed, 'base64'), place(wanted))
  return JSON.parse(Buffer.from(answer).toString()) as object
}

function sealed(context: Context, wanted: Wanted, answer: object): { sealed: string } {
  const bytes = seal(context.masterKey, Buffer.from(JSON.stringify(answer)), place(wanted))
  return { sealed: Buffer.from(bytes).toString('base64') }
}

function place({ owner, key }: Wanted): string {
  return `idempotency:${owner}:${key}`
}

function actorKey(actor: Actor): string {
  if (actor.kind === 'account') return `account:${actor.accountId}`
  if (actor.kind === 'api-user') return `api-user:${actor.apiUserId}`
  // One signature may be asked of several members, and of somebody else once it is handed on.
  if (actor.kind === 'link') return `link:${actor.memberId ?? actor.signatureId}:${actor.email}`
  return `address:${actor.address}`
}

function fingerprintOf(context: Context, request: FastifyRequest, body: unknown): Buffer {
  const hashKey = createHmac('sha256', context.masterKey).update('idempotency').digest()
  // A streamed file is not read twice for this: its length has to do.
  const content = request.isMultipart() ? (request.headers['content-length'] ?? '') : JSON.stringify(body)
  return createHmac('sha256', hashKey).update(`${request.method} ${request.url}\n${content}`).digest()
}
