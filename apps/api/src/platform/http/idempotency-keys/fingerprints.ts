import type { Hmac } from 'node:crypto'
import type {} from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { PlatformContext } from '#api/platform/context.ts'
import { keyedHash } from '#api/platform/secrets/hash-keys.ts'
import { formDigest } from './form-digest.ts'
import { readMultipart } from '../read-multipart.ts'

// What a call under an Idempotency-Key is recognised by: its method, its address and what it sent.

/** More than any call takes. */
const wholeFormLimit = 128 * 1024 * 1024

/** A stolen table tells nothing of what was sent. */
function bodyHash({ hashKeys }: PlatformContext): Hmac {
  return keyedHash(hashKeys, 'idempotency')
}

/** Of a call that begins: a form is not known yet. */
export function fingerprintOf(context: PlatformContext, request: FastifyRequest, content: string): Buffer {
  return bodyHash(context).update(`${request.method} ${request.url}\n${content}`).digest()
}

/** Of a call that has its answer: with every part of the form. */
export function answeredFingerprint(
  context: PlatformContext,
  form: FastifyRequest | null,
  begun: Buffer,
): Buffer {
  if (!form) return begun
  return bodyHash(context).update(begun).update(formDigest(form)).digest()
}

/**
 * Of a call whose work is done and whose answer is not kept yet. No call begins with it: a process of a release that doesn't know results
 * (migration 0106) takes the retry for another call and refuses it, where it would do the work again.
 */
export function doneFingerprint(
  context: PlatformContext,
  form: FastifyRequest | null,
  begun: Buffer,
): Buffer {
  return bodyHash(context)
    .update(answeredFingerprint(context, form, begun))
    .update('done')
    .digest()
}

/** A form whose call was answered before: only whether it is the same one is of interest. */
export async function readWholeForm(request: FastifyRequest): Promise<void> {
  const { content } = await readMultipart(request, wholeFormLimit, null)
  for await (const chunk of content) void chunk
}
