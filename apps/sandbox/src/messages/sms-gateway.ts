import type { FastifyInstance } from 'fastify'
import type { FaultBoard } from '../faults/fault-board.ts'
import { answerUnavailable, dropConnection, neverAnswer } from '../http/broken-answers.ts'
import { refuseField } from '../http/refuse-field.ts'
import type { MessageStore } from './message-store.ts'

type Sms = { to: string; text: string; reference?: string; from?: string }

const kinds = ['timeout', 'status_503', 'refused', 'reject_recipient', 'temporary_failure'] as const
const body = {
  type: 'object',
  required: ['to', 'text'],
  properties: {
    to: { type: 'string' },
    text: { type: 'string', minLength: 1, maxLength: 1600 },
    from: { type: 'string', maxLength: 16 },
    reference: { type: 'string', minLength: 1, maxLength: 100 },
  },
}
/**
 * An SMS gateway: POST /sms/messages {to, text, from?, reference?} with a bearer key (any but "wrong"), the number in
 * E.164. A reference that it has taken before is answered as before, and nothing is sent a second time.
 */
export function registerSmsGateway(app: FastifyInstance, messages: MessageStore, faults: FaultBoard): void {
  app.post<{ Body: Sms }>('/sms/messages', { schema: { body } }, (request, reply) => {
    const { to, text, reference } = request.body
    const key = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (!key || key === 'wrong')
      return reply.code(401).header('www-authenticate', 'Bearer').send({ status: 401, message: 'Which key?' })
    if (!/^\+[1-9]\d{6,14}$/.test(to)) return refuseField(reply, 'to', 'must be a number like +41791234567')
    const fault = faults.take('sms', kinds)
    if (fault === 'timeout') return neverAnswer(reply)
    if (fault === 'refused') return dropConnection(reply)
    if (fault === 'status_503') return answerUnavailable(reply)
    if (fault === 'reject_recipient') {
      return reply.code(422).send({ status: 422, field: 'to', message: 'to cannot receive messages' })
    }
    if (fault === 'temporary_failure') {
      return reply.code(429).header('retry-after', '1').send({ status: 429, message: 'Too many messages' })
    }
    const before = reference === undefined ? undefined : messages.byReference(reference)
    if (before) return reply.code(200).send({ id: before.id, status: 'accepted' })
    const known = reference === undefined ? {} : { reference }
    const message = messages.add({
      channel: 'sms',
      to,
      subject: '',
      text,
      html: '',
      attachments: [],
      ...known,
    })
    return reply.code(201).send({ id: message.id, status: 'accepted' })
  })
}
