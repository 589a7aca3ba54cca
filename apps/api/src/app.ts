import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import { fastify, type FastifyInstance, LogController } from 'fastify'
import { registerActivity } from './activity/routes.ts'
import { registerOwnAccount } from './accounts/own-account-routes.ts'
import { registerPasswords } from './accounts/password-routes.ts'
import { registerAccounts } from './accounts/routes.ts'
import { registerAdministrationLog } from './administration-log/routes.ts'
import { registerApiAccess } from './api-users/access-routes.ts'
import { registerApiUsers } from './api-users/routes.ts'
import { registerApprovals } from './approvals/routes.ts'
import { registerTans } from './approvals/tan-routes.ts'
import { registerApiDescription } from './api-description/routes.ts'
import { registerAttachments } from './attachments/routes.ts'
import { registerBilling } from './billing/routes.ts'
import { registerEnterpriseContact } from './enterprise-contact/routes.ts'
import { registerUsage } from './usage/routes.ts'
import { registerBusinessSettings } from './business-settings/routes.ts'
import { registerAesForBusiness } from './aes-for-business/routes.ts'
import { registerBusinessDomains } from './business-domains/routes.ts'
import { registerBusinesses } from './businesses/routes.ts'
import type { OpenContext } from './create-context.ts'
import { registerDocuments } from './documents/routes.ts'
import { registerHandOvers } from './hand-overs/routes.ts'
import { closeConnections } from './http/close-connections.ts'
import { registerHealth } from './http/health.ts'
import { registerNotFound } from './http/not-found.ts'
import { answerError, answerFrameworkError } from './http/problem.ts'
import { redacted } from './http/redact.ts'
import { refuseWhileBehind } from './http/refuse-while-behind.ts'
import { registerSecurityHeaders } from './http/security-headers.ts'
import { openWebApp } from './http/web-app.ts'
import { registerIdentifications } from './identifications/routes.ts'
import { registerImages } from './images/routes.ts'
import { networkOf } from './network.ts'
import { registerObservers } from './observers/routes.ts'
import { registerMembers } from './members/routes.ts'
import { registerLiveUpdates } from './live-updates/routes.ts'
import { registerPki } from './providers/trust-service/local/pki-routes.ts'
import { registerRetention } from './retention/routes.ts'
import { registerSeals } from './seals/routes.ts'
import { registerSecondFactors } from './second-factors/routes.ts'
import { registerSessions } from './sessions/routes.ts'
import { registerSignatureRequestActs } from './signature-requests/act-routes.ts'
import { registerSignatureRequests } from './signature-requests/routes.ts'
import { registerSignerGroups } from './signer-groups/routes.ts'
import { registerSigning } from './signing/routes.ts'
import { allAnchors } from './signing/seal-document.ts'
import { registerSingleSignOn } from './single-sign-on/routes.ts'
import { registerTableSends } from './table-sends/routes.ts'
import { registerTemplates } from './templates/routes.ts'
import { registerTrustServices } from './trust-services/routes.ts'
import { registerValidations } from './validations/routes.ts'
import { registerVisualSignatures } from './visual-signatures/routes.ts'
import { registerSystemStatus } from './system-status/routes.ts'

/** Clients send the type with every call, also where there is no body: that is a call without fields. */
function takeEmptyJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parseJson(request, String(body), done)
  })
}

/** The whole api, not listening yet. */
export async function buildApp(context: OpenContext): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: context.log,
    logController: new LogController({ disableRequestLogging: true }),
    // Each proxy adds the address that it saw; what stands before those is the caller's own claim.
    trustProxy: (_address: string, hop: number) => hop < context.config.trustProxy,
    frameworkErrors: answerFrameworkError,
    bodyLimit: 2 * 1024 * 1024,
    routerOptions: { maxParamLength: 500 },
    // The largest file over a slow line.
    requestTimeout: 600_000,
  })
  // JSON and files; text would come through as a body that is wrong everywhere.
  app.removeContentTypeParser('text/plain')
  takeEmptyJson(app)
  app.setErrorHandler(answerError)
  closeConnections(app)
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        url: redacted(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
  const { outside, verificationUrl, payment } = context.config
  await registerSecurityHeaders(app, outside, verificationUrl, payment.stripe)
  await app.register(underPressure, {
    maxEventLoopDelay: context.config.saturatedAfter,
    pressureHandler: (_request, _reply, _type, value) => refuseWhileBehind(value),
  })
  await app.register(rateLimit, {
    max: context.config.requestsPerMinute,
    timeWindow: '1 minute',
    keyGenerator: ({ ip }) => networkOf(ip),
  })
  await app.register(multipart, { limits: { files: 1, fields: 10, fileSize: 120 * 1024 * 1024 } })
  registerHealth(app, context)
  registerAccounts(app, context)
  registerOwnAccount(app, context)
  registerPasswords(app, context)
  registerSessions(app, context)
  registerSecondFactors(app, context)
  registerSingleSignOn(app, context)
  registerDocuments(app, context)
  registerSignatureRequests(app, context)
  registerSignatureRequestActs(app, context)
  registerObservers(app, context)
  registerAttachments(app, context)
  registerHandOvers(app, context)
  registerRetention(app, context)
  registerSignerGroups(app, context)
  registerBusinesses(app, context)
  registerBusinessDomains(app, context)
  registerAesForBusiness(app, context)
  registerMembers(app, context)
  registerBilling(app, context)
  registerUsage(app, context)
  registerEnterpriseContact(app, context)
  registerBusinessSettings(app, context)
  registerActivity(app, context)
  registerApiUsers(app, context)
  await registerApiAccess(app, context)
  registerAdministrationLog(app, context)
  registerSeals(app, context)
  registerTemplates(app, context)
  registerTableSends(app, context)
  registerSigning(app, context)
  registerIdentifications(app, context)
  registerApprovals(app, context)
  registerTans(app, context)
  registerVisualSignatures(app, context)
  registerLiveUpdates(app, context)
  registerValidations(app, context)
  registerSystemStatus(app, context)
  registerTrustServices(app, context)
  const web = openWebApp(context)
  registerImages(app, context, web.readFile)
  await registerApiDescription(app)
  await registerPki(app, context.authority, () => allAnchors(context))
  registerNotFound(app, web.answer)
  return app
}
