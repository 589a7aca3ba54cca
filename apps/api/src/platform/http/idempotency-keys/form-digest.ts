import { createHash, type Hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

// What a form held, for its Idempotency-Key: the parts and not the body, whose boundary is another one on each try.

const digests = new WeakMap<FastifyRequest, Hash>()

/** Hashes a part as it streams, where the call has an Idempotency-Key; null where nobody will ask. */
export function digestPart(
  request: FastifyRequest,
  part: { readonly fieldname: string; readonly filename: string },
): Hash | null {
  if (request.headers['idempotency-key'] === undefined) return null
  const digest = createHash('sha256').update(`${JSON.stringify([part.fieldname, part.filename])}\n`)
  digests.set(request, digest)
  return digest
}

/** Of all that was read of the call's form; empty where nothing was. */
export function formDigest(request: FastifyRequest): string {
  return digests.get(request)?.copy().digest('hex') ?? ''
}
