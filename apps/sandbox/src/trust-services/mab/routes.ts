import type { FastifyInstance } from 'fastify'
import { answerUnavailable, dropConnection, neverAnswer } from '../../http/broken-answers.ts'
import { acceptForms } from '../approval-routes.ts'
import type { TrustServiceContext } from '../context.ts'
import { openOnce } from '../once.ts'
import { openActivationData } from './activation-data.ts'
import { registerMabAuthorisation } from './authorisation.ts'
import type { ApprovedRequest } from './authorisation.ts'
import { registerBackChannel } from './back-channel.ts'
import { registerDiscovery } from './discovery.ts'
import { issuerOf } from './endpoints.ts'
import { openJsonWebTokens } from './json-web-tokens.ts'
import { registerSigning } from './sign-document.ts'
import { registerTokens } from './token-routes.ts'

const MINUTE = 60_000

/** Multiple Authentication Broker: people approve by redirect or on the phone, then the customer has hashes signed. */
export async function registerMab(
  tls: FastifyInstance,
  app: FastifyInstance,
  context: TrustServiceContext,
): Promise<void> {
  const { faults, url } = context
  const tokens = openJsonWebTokens()
  const activations = openActivationData(tokens, issuerOf(url))
  const codes = openOnce<ApprovedRequest>(5 * MINUTE)
  await tls.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      const broken = faults.take('mab', ['timeout', 'status_503', 'refused'])
      if (broken === 'timeout') return neverAnswer(reply)
      if (broken === 'refused') return dropConnection(reply)
      if (broken === 'status_503') return answerUnavailable(reply)
      return undefined
    })
    acceptForms(scope)
    registerDiscovery(scope, app, context, tokens)
    registerMabAuthorisation(scope, app, context, codes)
    registerTokens(scope, context, codes, activations)
    registerBackChannel(scope, context, activations, tokens)
    registerSigning(scope, context, activations)
  })
}
