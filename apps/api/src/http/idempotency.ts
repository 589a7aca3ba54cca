import { createHash } from 'node:crypto'
import type {} from '@fastify/multipart'
import type { Endpoint } from '@countersign/contract/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { Refusal } from '#api/refusal.ts'

// A call that died without an answer frees its key after this long.
const abandonedAfter = '60 seconds'

/**
 * With an `Idempotency-Key`, the same key and body answers the same for 24 hours and the work is done once; another
 * body under the same key is refused, and so is a second call while the first still runs.
 */
export async function once(
  context: Context,
  endpoint: Endpoint,
  actor: Actor,
  request: FastifyRequest,
  work: () => Promise<object>,
): Promise<object> {
  const key = request.headers['idempotency-key']
  if (endpoint.method === 'GET' || typeof key !== 'string' || key === '') return work()
  if (key.length > 200) throw new Refusal('request.malformed')
  const owner = actorKey(actor)
  const fingerprint = fingerprintOf(request)
  const kept = await claim(context, owner, key, fingerprint)
  if (kept) return kept
  try {
    const answer = await work()
    await context.pool.query(
      'UPDATE idempotency_keys SET status = $3, answer = $4 WHERE actor = $1 AND key = $2',
      [owner, key, endpoint.status, JSON.stringify(answer)],
    )
    return answer
  } catch (error) {
    // What failed may be tried again under the same key.
    await context.pool.query('DELETE FROM idempotency_keys WHERE actor = $1 AND key = $2', [owner, key])
    throw error
  }
}

async function claim(
  context: Context,
  owner: string,
  key: string,
  fingerprint: Buffer,
): Promise<object | null> {
  const taken = await context.pool.query(
    `INSERT INTO idempotency_keys (actor, key, fingerprint) VALUES ($1, $2, $3)
     ON CONFLICT (actor, key) DO UPDATE SET fingerprint = $3, status = NULL, answer = NULL, created_at = now()
       WHERE idempotency_keys.created_at < now() - interval '24 hours'
          OR (idempotency_keys.status IS NULL AND idempotency_keys.created_at < now() - interval '${abandonedAfter}')
     RETURNING 1`,
    [owner, key, fingerprint],
  )
  if (taken.rowCount) return null
  const found = await context.pool.query<{
    fingerprint: Buffer
    status: number | null
    answer: object | null
  }>('SELECT fingerprint, status, answer FROM idempotency_keys WHERE actor = $1 AND key = $2', [owner, key])
  const row = found.rows[0]
  if (row && !row.fingerprint.equals(fingerprint)) throw new Refusal('idempotency.mismatch')
  if (!row?.answer) throw new Refusal('idempotency.running', { retryAfter: 1 })
  return row.answer
}

function actorKey(actor: Actor): string {
  if (actor.kind === 'account') return `account:${actor.accountId}`
  if (actor.kind === 'link') return `link:${actor.signatureId}`
  return `address:${actor.address}`
}

function fingerprintOf(request: FastifyRequest): Buffer {
  const hash = createHash('sha256').update(`${request.method} ${request.url}\n`)
  // A streamed file is not read twice for this: its length has to do.
  return hash
    .update(
      request.isMultipart()
        ? (request.headers['content-length'] ?? '')
        : JSON.stringify(request.body ?? null),
    )
    .digest()
}
