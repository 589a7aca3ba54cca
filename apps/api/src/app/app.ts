import { registerSigning } from '#api/signing/signing/routes.ts'
import { registerSignatureRequests } from '#api/signing/signature-requests/routes.ts'
import { registerApprovals } from '#api/signing/approvals/routes.ts'
import { registerAccounts } from '#api/app/accounts/routes.ts'
import { endpoints } from '@countersign/contract/endpoints.ts'
import multipart from '@fastify/multipart'
import underPressure from '@fastify/under-pressure'
import { fastify, type FastifyInstance } from 'fastify'
import { registerActivity } from '#api/business/activity/routes.ts'
import { registerPasswords } from '#api/identity/accounts/passwords/routes.ts'
import { registerAdministrationLog } from '#api/business/administration-log/routes.ts'
import { registerApiAccess } from '#api/integration/access/routes.ts'
import { registerPaidSignatures } from '#api/integration/activities/routes.ts'
import { registerSendTo } from '#api/integration/anonymous-uploads/routes.ts'
import { registerIntegrationAttachments } from '#api/integration/attachments/routes.ts'
import { registerIntegrationDocuments } from '#api/integration/documents/routes.ts'
import { registerIntegrationObservers } from '#api/integration/observers/routes.ts'
import { registerCallbacks } from '#api/integration/callbacks/routes.ts'
import { registerSealing } from '#api/integration/seals/routes.ts'
import { registerUserQualities } from '#api/integration/qualities/routes.ts'
import { registerIntegrationRequests } from '#api/integration/signature-requests/routes.ts'
import { recordApiRequests } from '#api/business/api-users/request-log.ts'
import { registerEmbedScript } from '#api/integration/embedding/routes.ts'
import { findFrameAncestors } from '#api/integration/embedding/find-frame-ancestors.ts'
import { registerApiUsers } from '#api/business/api-users/routes.ts'
import { registerEmbedding } from '#api/business/embedding/routes.ts'
import { registerApiDescription } from '#api/app/api-description/routes.ts'
import { registerAttachments } from '#api/signing/attachments/routes.ts'
import { registerBilling } from '#api/billing/subscriptions/routes.ts'
import { registerEnterpriseContact } from '#api/business/enterprise-contact/routes.ts'
import { registerUsage } from '#api/billing/usage/routes.ts'
import { registerBusinessSettings } from '#api/business/business-settings/routes.ts'
import { registerAesForBusiness } from '#api/business/aes-for-business/routes.ts'
import { registerBusinessDomains } from '#api/business/business-domains/routes.ts'
import { registerIdentityProviders } from '#api/business/identity-providers/routes.ts'
import { registerProvisioning } from '#api/business/provisioning/routes.ts'
import { registerScim } from '#api/integration/scim/routes.ts'
import { registerBusinesses } from '#api/business/businesses/routes.ts'
import type { OpenContext } from './create-context.ts'
import { registerDocuments } from '#api/documents/documents/routes.ts'
import { registerAnonymousUploads } from '#api/signing/anonymous-uploads/routes.ts'
import { closeConnections } from '#api/platform/http/close-connections.ts'
import { callerConstraint } from '#api/app/http/caller-constraint.ts'
import { authenticateWith } from '#api/app/http/credentials.ts'
import { registerRateLimits } from '#api/app/http/rate-limits.ts'
import { type HealthOptions, registerHealth, registerHealthOfPrograms } from '#api/app/health/routes.ts'
import { registerNotFound } from '#api/platform/http/not-found.ts'
import { answerError, answerFrameworkError } from '#api/platform/http/problem.ts'
import { observeRequests, withRequestIds } from '#api/platform/http/observe-requests.ts'
import { refuseWhileBehind } from '#api/platform/http/refuse-while-behind.ts'
import { registerSecurityHeaders } from '#api/platform/http/security-headers.ts'
import { serveExactly } from '#api/platform/http/serve-exactly.ts'
import { openWebApp } from '#api/platform/http/web-app/web-app.ts'
import { registerIdentifications } from '#api/signing/identifications/routes.ts'
import { registerImages } from '#api/documents/images/routes.ts'
import { registerObservers } from '#api/signing/observers/routes.ts'
import { registerMembers } from '#api/business/members/routes.ts'
import { registerLiveUpdates } from '#api/signing/live-updates/routes.ts'
import { registerPki } from '#api/providers/trust-service/local/pki-routes.ts'
import { registerRetention } from '#api/signing/retention/routes.ts'
import { registerSeals } from '#api/business/seals/routes.ts'
import { registerSecondFactors } from '#api/identity/second-factors/routes.ts'
import { registerSessions } from '#api/identity/sessions/routes.ts'
import { registerSignerFields } from '#api/signing/signer-fields/routes.ts'
import { registerSignerGroups } from '#api/signing/signer-groups/routes.ts'
import { allAnchors } from '#api/signing/signing/engine/sign-document.ts'
import { registerSingleSignOn } from '#api/identity/single-sign-on/routes.ts'
import { registerBulkSends } from '#api/signing/bulk-sends/routes.ts'
import { registerFieldValues } from '#api/signing/field-values/routes.ts'
import { registerTemplates } from '#api/signing/templates/routes.ts'
import { registerTrustServices } from '#api/app/trust-services/routes.ts'
import { registerValidations } from '#api/app/validations/routes.ts'
import { registerVisualSignatures } from '#api/documents/visual-signatures/routes.ts'
import { registerMailPreviews } from '#api/app/mail-delivery/routes.ts'
import { registerSystemStatus } from '#api/app/system-status/routes.ts'
import { registerAuditTrail } from '#api/app/audit-trail/routes.ts'
import { withSteps } from './steps.ts'

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
export async function buildApp(context: OpenContext, health: HealthOptions = {}): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: context.log,
    ...withRequestIds,
    // Each proxy adds the address that it saw; what is before those is the caller's own claim.
    trustProxy: (_address: string, hop: number) => hop < context.config.trustProxy,
    frameworkErrors: answerFrameworkError,
    bodyLimit: 2 * 1024 * 1024,
    routerOptions: { maxParamLength: 500, constraints: callerConstraint },
    // The largest file over a slow line.
    requestTimeout: 600_000,
  })
  // JSON and files; text would come through as a body that is wrong everywhere.
  app.removeContentTypeParser('text/plain')
  takeEmptyJson(app)
  app.setErrorHandler(answerError)
  closeConnections(app)
  serveExactly(app, endpoints)
  observeRequests(app)
  recordApiRequests(app, context)
  const { outside, verificationUrl, payment } = context.config
  await registerSecurityHeaders(app, outside, verificationUrl, payment.stripe)
  await app.register(underPressure, {
    maxEventLoopDelay: context.config.saturatedAfter,
    pressureHandler: (_request, _reply, _type, value) => refuseWhileBehind(value),
  })
  const limits = registerRateLimits(app, context)
  app.decorate('authenticate', authenticateWith(context, limits))
  await app.register(multipart, { limits: { files: 1, fields: 10, fileSize: 120 * 1024 * 1024 } })
  const complete = withSteps(context)
  registerHealthOfPrograms(app, context, registerHealth(app, context, health), health.isStopping)
  registerAccounts(app, complete)
  registerPasswords(app, complete)
  registerSessions(app, complete)
  registerSecondFactors(app, context)
  registerSingleSignOn(app, complete)
  registerDocuments(app, complete)
  registerSignatureRequests(app, context)
  registerAuditTrail(app, context)
  registerMailPreviews(app, context)
  registerObservers(app, context)
  registerAttachments(app, context)
  registerAnonymousUploads(app, context)
  registerRetention(app, context)
  registerSignerFields(app, context)
  registerSignerGroups(app, context)
  registerBusinesses(app, complete)
  registerBusinessDomains(app, context)
  registerIdentityProviders(app, context)
  registerProvisioning(app, context)
  await registerScim(app, complete, limits)
  registerAesForBusiness(app, context)
  registerMembers(app, complete)
  registerBilling(app, context)
  registerUsage(app, context)
  registerEnterpriseContact(app, context)
  registerBusinessSettings(app, complete)
  registerActivity(app, context)
  registerApiUsers(app, complete)
  registerEmbedding(app, context)
  registerEmbedScript(app, context.config.publicUrl)
  await registerApiAccess(app, complete)
  registerPaidSignatures(app, context)
  registerIntegrationRequests(app, context)
  registerIntegrationDocuments(app, complete)
  registerIntegrationAttachments(app, context)
  registerIntegrationObservers(app, context)
  registerCallbacks(app, context)
  registerUserQualities(app, context)
  registerSealing(app, context)
  registerSendTo(app, context)
  registerAdministrationLog(app, context)
  registerSeals(app, context)
  registerTemplates(app, context)
  registerBulkSends(app, context)
  registerFieldValues(app, context)
  registerSigning(app, context)
  registerIdentifications(app, context)
  registerApprovals(app, context)
  registerVisualSignatures(app, complete)
  registerLiveUpdates(app, context)
  registerValidations(app, context)
  registerSystemStatus(app, context)
  registerTrustServices(app, context)
  const web = openWebApp(context, (path) => findFrameAncestors(context, path))
  registerImages(app, context, web.readFile)
  await registerApiDescription(app, context.config.publicUrl)
  await registerPki(app, context.authority, {
    all: () => allAnchors(context),
    timestamp: () => context.timestampAuthority.anchors(),
  })
  registerNotFound(app, web.answer)
  return app
}
