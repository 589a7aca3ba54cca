import { Id } from '@countersign/contract/values.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'

// The page works without a script: its forms post to the very calls that the web app makes, and lead back to the page.

const formType = 'application/x-www-form-urlencoded'
const isForm = (request: FastifyRequest) => request.headers['content-type']?.split(';')[0] === formType

/** What a form may bring back to the page. */
export const outcomes = [
  'sent',
  'tan.invalid',
  'tan.no_more_resends',
  'rate.exceeded',
  'validation.failed',
  'service.unavailable',
] as const
export type Outcome = (typeof outcomes)[number]

export function takeForms(app: FastifyInstance): void {
  app.addContentTypeParser(formType, { parseAs: 'string', bodyLimit: 4096 }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.addHook('onSend', async (request, reply, payload) => {
    const { id } = (request.params ?? {}) as { id?: string }
    // What is no id leads nowhere: a path such as `//host` would be another site's.
    if (
      !isForm(request) ||
      !z.safeParse(Id, id).success ||
      reply.statusCode === 404 ||
      reply.statusCode === 403
    )
      return payload
    const outcome = outcomeOf(request, reply.statusCode, payload)
    reply.removeHeader('content-length')
    reply.code(303).header('location', `/${id}${outcome ? `?said=${outcome}` : ''}`)
    return ''
  })
}

function outcomeOf(request: FastifyRequest, status: number, payload: unknown): Outcome | undefined {
  if (status < 300) return request.url.startsWith('/api/resend/') ? 'sent' : undefined
  const { key } = JSON.parse(String(payload)) as { key?: string }
  return outcomes.find((one) => one === key)
}
