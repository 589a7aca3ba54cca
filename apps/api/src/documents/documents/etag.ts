import type { FastifyInstance, FastifyRequest } from 'fastify'

const etags = new WeakMap<FastifyRequest, string>()

/** Gives the answer to this request an ETag; true where the caller has that content already (RFC 9110 §13.1.2). */
export function setEtag(request: FastifyRequest, of: string): boolean {
  const etag = `"${of}"`
  etags.set(request, etag)
  const held = request.headers['if-none-match'] ?? ''
  return held.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

/** Sends the ETags that handlers set, and 304 instead of the content to who has it. */
export function sendEtags(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const etag = etags.get(request)
    if (etag === undefined || reply.statusCode !== 200) return payload
    reply.header('ETag', etag)
    if (!setEtag(request, etag.slice(1, -1))) return payload
    reply.code(304).removeHeader('content-length')
    return ''
  })
}
