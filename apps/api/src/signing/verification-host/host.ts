import { Id, Language } from '@countersign/contract/values.ts'
import { verificationHostEndpoints } from '@countersign/contract/verification-host.ts'
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Context } from '#api/providers/context.ts'
import { closeConnections } from '#api/platform/http/close-connections.ts'
import { observeRequests, withRequestIds } from '#api/platform/http/observe-requests.ts'
import { answerError, answerFrameworkError } from '#api/platform/http/problem.ts'
import { serveExactly } from '#api/platform/http/serve-exactly.ts'
import { limitNetworks } from '#api/platform/http/shared-counts/limit-networks.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { outcomes, takeForms } from './forms.ts'
import { limited } from './limits.ts'
import { missingPage, verificationPage, waitPage } from './page.ts'
import { contentSecurityPolicy } from './page-parts.ts'
import { registerVerification } from './routes.ts'
import { findVerification } from './verification-state.ts'
import type { Authenticator } from '#api/platform/http/bind.ts'

/** The host that takes codes, not listening yet: three calls, one page, and nothing else. */
export async function buildVerificationHost(
  context: Context,
  authenticate: Authenticator,
): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: context.log,
    ...withRequestIds,
    trustProxy: (_address: string, hop: number) => hop < context.config.trustProxy,
    frameworkErrors: answerFrameworkError,
    bodyLimit: 4096,
    requestTimeout: 60_000,
  })
  app.decorate('authenticate', authenticate)
  app.removeContentTypeParser('text/plain')
  // No files here: what comes as such is not even read.
  app.decorateRequest('isMultipart', () => false)
  app.setErrorHandler(answerError)
  closeConnections(app)
  // Its addresses are the ids of approvals: none is logged.
  observeRequests(app, { secretAddresses: true })
  serveExactly(app, verificationHostEndpoints)
  secure(app, context)
  limitNetworks(app, context, { name: 'verification' })
  takeForms(app)
  registerVerification(app, context)
  registerPage(app, context)
  app.setNotFoundHandler((request, reply) => answerError(new Refusal('not_found'), request, reply))
  return app
}

/** Pages of the web app may call it, and its own; what comes from any other page is refused before it is read. */
function secure(app: FastifyInstance, { config }: Context): void {
  const own = [config.publicUrl, config.verificationUrl].flatMap((url) => (url ? [new URL(url).origin] : []))
  const [webApp = ''] = own
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'content-security-policy': contentSecurityPolicy,
      // Its own forms say where they come from; nobody else learns the address.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
      ...(config.verificationUrl?.startsWith('https:')
        ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
        : {}),
      vary: 'Origin',
    })
    const { origin } = request.headers
    if (origin === webApp) reply.header('access-control-allow-origin', webApp)
    if (origin !== undefined && !own.includes(origin) && request.method !== 'GET')
      throw new Refusal('not_allowed')
  })
  app.options('/api/:act/:id', (_request, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'content-type',
        'access-control-max-age': '600',
      })
      .send(),
  )
}

const Said = z.object({ said: z.optional(z.enum(outcomes)) })

function registerPage(app: FastifyInstance, context: Context): void {
  const html = (reply: FastifyReply, text: string) => reply.type('text/html; charset=utf-8').send(text)
  app.get<{ Params: { id: string } }>('/:id', async (request, reply) => {
    try {
      const id = Id.safeParse(request.params.id).data
      if (id === undefined) throw new Refusal('not_found')
      const find = () => findVerification(context, id)
      const verification = await limited(context, { address: request.ip, id }, find)
      const said = Said.safeParse(request.query).data?.said
      return await html(reply, verificationPage(verification, { now: context.now(), said }))
    } catch (error) {
      const key = error instanceof Refusal ? error.key : null
      if (key === 'not_found') return await html(reply.code(404), missingPage(languageOf(request)))
      if (key === 'rate.exceeded') return await html(reply.code(429), waitPage(languageOf(request)))
      throw error
    }
  })
}

/** There is nobody here whose language we know. */
function languageOf(request: FastifyRequest): Language {
  const wanted = (request.headers['accept-language'] ?? '').toLowerCase().match(/\b(en|de|fr|it)\b/)?.[0]
  return Language.safeParse(wanted).data ?? 'en'
}
