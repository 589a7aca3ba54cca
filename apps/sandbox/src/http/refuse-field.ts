import type { FastifyReply } from 'fastify'

/** Answers 400 and says which field is wrong and what it may be. */
export function refuseField(reply: FastifyReply, field: string, message: string): FastifyReply {
  return reply.code(400).send({ status: 400, field, message: `${field} ${message}` })
}
