import type { FastifyInstance } from 'fastify'
import type { Channel, Message } from './message.ts'
import type { MessageFilter, MessageStore } from './message-store.ts'

type ListQuery = {
  to?: string
  search?: string
  channel?: Channel
  after?: string
  wait: number
  limit: number
}

const querystring = {
  type: 'object',
  properties: {
    to: { type: 'string' },
    search: { type: 'string' },
    channel: { enum: ['mail', 'sms'] },
    after: { type: 'string', pattern: '^[0-9]{1,16}$' },
    wait: { type: 'number', minimum: 0, maximum: 60, default: 0 },
    limit: { type: 'integer', minimum: 1, maximum: 1000, default: 1000 },
  },
}

export function registerMessageRoutes(app: FastifyInstance, messages: MessageStore): void {
  app.get<{ Querystring: ListQuery }>('/api/messages', { schema: { querystring } }, async (request) => {
    const { wait, limit, ...filter } = request.query
    const found = await firstMatches(messages, filter, wait * 1000, request.signal)
    return found.slice(0, limit)
  })

  app.get<{ Params: { id: string } }>('/api/messages/:id', (request, reply) => {
    const message = messages.get(request.params.id)
    return message ?? reply.callNotFound()
  })

  app.delete('/api/messages', (_request, reply) => {
    messages.clear()
    return reply.code(204).send()
  })
}

/** What matches now, or as soon as something does; nothing when the time is over or the caller has gone. */
function firstMatches(
  messages: MessageStore,
  filter: MessageFilter,
  milliseconds: number,
  gone: AbortSignal,
): Promise<Message[]> {
  const now = messages.list(filter)
  if (now.length > 0 || milliseconds === 0) return Promise.resolve(now)
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer)
      stop()
      gone.removeEventListener('abort', finish)
      resolve(messages.list(filter))
    }
    const timer = setTimeout(finish, milliseconds)
    const stop = messages.onChange(() => messages.list(filter).length > 0 && finish())
    gone.addEventListener('abort', finish)
  })
}
