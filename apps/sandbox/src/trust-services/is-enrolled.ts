import { TLSSocket } from 'node:tls'
import type { FastifyRequest } from 'fastify'

/** Whether the caller showed a certificate that an enrolment gave them. */
export function isEnrolled({ raw }: FastifyRequest): boolean {
  return raw.socket instanceof TLSSocket && raw.socket.authorized
}
