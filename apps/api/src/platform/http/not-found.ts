import { endpoints } from '@countersign/contract/endpoints.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#api/platform/refusal.ts'
import { answerError } from './problem.ts'

const served = endpoints.map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
}))

export type PageAnswer = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>

/** An address of the api that is none, or not with this method; any other is the web app's to answer. */
export function registerNotFound(app: FastifyInstance, page: PageAnswer): void {
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const methods = served.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    if (methods.length > 0) {
      reply.header('Allow', [...new Set(methods)].join(', '))
      answerError(new Refusal('method.not_allowed'), request, reply)
      return reply
    }
    if (!/^\/(v\d|pki|api|scim)(\/|$)/.test(path) && (await page(request, reply))) return reply
    answerError(new Refusal('not_found'), request, reply)
    return reply
  })
}
