import type { FastifyReply } from 'fastify'

/** Never answers: the caller's own time limit has to end the call. */
export function neverAnswer(reply: FastifyReply): FastifyReply {
  return reply.hijack()
}

/** Drops the connection without a byte, which is what a caller of a party that is down sees. */
export function dropConnection(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.socket?.destroy()
  return reply
}

export function answerUnavailable(reply: FastifyReply): FastifyReply {
  return reply.code(503).header('retry-after', '1').type('text/plain').send('Service Unavailable\n')
}
