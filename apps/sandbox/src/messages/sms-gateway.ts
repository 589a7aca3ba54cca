import type { FastifyInstance } from 'fastify'
import type { FaultBoard } from '../faults/fault-board.ts'
import { answerUnavailable, dropConnection, neverAnswer } from '../http/broken-answers.ts'
import { refuseField } from '../http/refuse-field.ts'
import type { MessageStore } from './message-store.ts'

type Sms = { to: string; text: string }

const kinds = ['timeout', 'status_503', 'refused', 'reject_recipient', 'temporary_failure'] as const
const body = {
  type: 'object',
  required: ['to', 'text'],
  properties: { to: { type: 'string' }, text: { type: 'string', minLength: 1, maxLength: 1600 } },
}

/** An SMS gateway: POST /sms/messages {to, text}, the number in E.164. */
export function registerSmsGateway(app: FastifyInstance, messages: MessageStore, faults: FaultBoard): void {
  app.post<{ Body: Sms }>('/sms/messages', { schema: { body } }, (request, reply) => {
    const { to, text } = request.body
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
    const message = messages.add({ channel: 'sms', to, subject: '', text, html: '', attachments: [] })
    return reply.code(201).send({ id: message.id, status: 'accepted' })
  })
}
