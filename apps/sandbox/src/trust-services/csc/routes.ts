import type { FastifyInstance } from 'fastify'
import { answerUnavailable, dropConnection, neverAnswer } from '../../http/broken-answers.ts'
import { acceptForms } from '../approval-routes.ts'
import type { TrustServiceContext } from '../context.ts'
import { openOnce } from '../once.ts'
import { registerAuthorise } from './authorise-routes.ts'
import type { Grant } from './authorise-routes.ts'
import { registerCredentials } from './credential-routes.ts'
import { openCredentials } from './credentials.ts'
import { cscRefusals, invalid, refuse } from './errors.ts'
import { registerExplicit } from './explicit-routes.ts'
import { information } from './information.ts'
import { apiOf, providers } from './providers.ts'
import type { CscProvider } from './providers.ts'
import type { Activation } from './read-authorisation.ts'
import { registerSignIn } from './sign-in-page.ts'
import type { SignIns } from './sign-in-page.ts'
import { bearerOf, registerSignHash } from './sign-hash-routes.ts'
import { registerToken } from './token-routes.ts'
import type { Token } from './token-routes.ts'

const MINUTE = 60_000

/** Remote signing services by the Cloud Signature Consortium's API, versions 1 and 2: raw signatures over hashes. */
export async function registerCsc(
  tls: FastifyInstance,
  app: FastifyInstance,
  context: TrustServiceContext,
): Promise<void> {
  const signIns = await registerSignIn(app, context.url)
  for (const provider of providers)
    await tls.register(async (scope) => registerProvider(provider, { tls: scope, app }, context, signIns))
}

async function registerProvider(
  provider: CscProvider,
  { tls, app }: { tls: FastifyInstance; app: FastifyInstance },
  context: TrustServiceContext,
  signIns: SignIns,
): Promise<void> {
  const { faults } = context
  const codes = openOnce<Grant>(5 * MINUTE)
  const tokens = openOnce<Token>(20 * MINUTE)
  const activations = openOnce<Activation>(5 * MINUTE)
  const isRsa = provider.algorithms.some((oid) => oid.startsWith('1.2.840.113549'))
  const credentials = openCredentials(context, isRsa ? 'rsa' : 'ec')
  acceptForms(tls)
  breakAsTold(tls, context)
  registerAuthorise(provider, { tls, app }, context, { codes, signIns })
  registerToken(provider, tls, context, { codes, tokens })
  tls.post(`${apiOf(provider)}/info`, () => information(provider, context))
  await tls.register(async (guarded) => {
    guarded.addHook('preHandler', async ({ headers: { authorization } }, reply) => {
      if (!/^Bearer ./.test(authorization ?? ''))
        return refuse(reply, invalid('Malformed authorization header'))
      const isForgotten = faults.take('csc', ['invalid_token']) !== undefined
      if (!isForgotten && tokens.get(bearerOf(authorization))) return undefined
      return refuse(reply, cscRefusals.invalid_token)
    })
    registerCredentials(provider, guarded, context, credentials, (header) => tokens.get(bearerOf(header)))
    if (provider.authType.includes('oauth2client'))
      registerExplicit(provider, guarded, context, { credentials, activations })
    registerSignHash(provider, guarded, context, { credentials, activations, tokens })
  })
  // The other version of the API is not here.
  tls.post(`${provider.prefix}/csc/*`, (_request, reply) => reply.code(404).send({ error: 'not_found' }))
  // §10.1: a method of the specification that this service does not have.
  tls.post(`${apiOf(provider)}/*`, (_request, reply) => reply.code(501).send({ error: 'not_implemented' }))
}

function breakAsTold(scope: FastifyInstance, { faults }: TrustServiceContext): void {
  scope.addHook('onRequest', async (_request, reply) => {
    const broken = faults.take('csc', ['timeout', 'status_503', 'refused'])
    if (broken === 'timeout') return neverAnswer(reply)
    if (broken === 'refused') return dropConnection(reply)
    if (broken === 'status_503') return answerUnavailable(reply)
    return undefined
  })
}
