import * as accounts from './accounts.ts'
import * as activities from './activities.ts'
import * as administrationLog from './administration-log.ts'
import * as apiUsers from './api-users.ts'
import * as approvals from './approvals.ts'
import * as billing from './billing.ts'
import * as businessDomains from './business-domains.ts'
import * as businessPeople from './business-people.ts'
import * as businessSettings from './business-settings.ts'
import * as businesses from './businesses.ts'
import * as callbacks from './callbacks.ts'
import * as documents from './documents.ts'
import * as embedding from './embedding.ts'
import type { Endpoint } from './endpoint.ts'
import * as anonymousUploads from './anonymous-uploads.ts'
import * as identifications from './identifications.ts'
import * as apiAccess from './integration/access.ts'
import * as apiActivities from './integration/activities.ts'
import * as apiAnonymousUploads from './integration/anonymous-uploads.ts'
import * as apiDocuments from './integration/documents.ts'
import * as apiHealth from './integration/health.ts'
import * as apiQualities from './integration/qualities.ts'
import * as apiRequestContents from './integration/request-contents.ts'
import * as apiCallbacks from './integration/callbacks.ts'
import * as apiSeals from './integration/seals.ts'
import * as apiRequests from './integration/signature-requests.ts'
import * as apiShapes from './integration/shapes.ts'
import * as liveUpdates from './live-updates.ts'
import * as observersAndAttachments from './observers-and-attachments.ts'
import * as passwords from './passwords.ts'
import * as retention from './retention.ts'
import * as seals from './seals.ts'
import * as secondFactors from './second-factors.ts'
import * as sessions from './sessions.ts'
import * as signatureRequestActions from './signature-request-actions.ts'
import * as signatureRequests from './signature-requests.ts'
import * as signerFields from './signer-fields.ts'
import * as signerGroups from './signer-groups.ts'
import * as signing from './signing.ts'
import * as singleSignOn from './single-sign-on.ts'
import * as systemStatus from './system-status.ts'
import * as bulkSends from './bulk-sends.ts'
import * as templates from './templates.ts'
import * as trustServices from './trust-services.ts'
import * as validations from './validations.ts'
import * as visualSignatures from './visual-signatures.ts'

/** The calls of one file of the contract, and the name under which the API description groups them. */
export interface EndpointGroup {
  /** What a reader wants to do: the API description has its groups in the order of tasks. */
  readonly task: string
  readonly name: string
  readonly endpoints: readonly Endpoint[]
  /** Everything the file exports: its schemas, by the names that the API description gives them. */
  readonly exports: Exports
}

type Exports = Readonly<Record<string, unknown>>

function task(of: string, files: readonly (readonly [name: string, exports: Exports])[]): EndpointGroup[] {
  return files.map(([name, exports]) => ({
    ...{ task: of, name, exports },
    endpoints: Object.values(exports).filter(isEndpoint),
  }))
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

/**
 * Every call of people and of the web app that the api serves. The API description takes its tags from this list, and the
 * api doesn't start unless each call is served.
 */
export const endpointGroups: readonly EndpointGroup[] = [
  ...task('Send for signature', [
    ['Authentication', sessions],
    ['Signature requests', signatureRequests],
    ['Documents', documents],
    ['Request actions', signatureRequestActions],
    ['Observers and attachments', observersAndAttachments],
    ['Templates', templates],
    ['Bulk sends', bulkSends],
    ['Signer groups', signerGroups],
    ['Anonymous uploads', anonymousUploads],
  ]),
  ...task('Be informed and verify', [
    ['Live updates', liveUpdates],
    ['Signature validation', validations],
    ['Auto-deletion', retention],
  ]),
  ...task('Sign', [
    ['Signing', signing],
    ['Signer fields', signerFields],
    ['Signing confirmations', approvals],
    ['Identity verification', identifications],
    ['Visual signatures', visualSignatures],
    ['Seals', seals],
  ]),
  ...task('Account', [
    ['Accounts', accounts],
    ['Passwords', passwords],
    ['Two-factor authentication', secondFactors],
    ['Company sign-in', singleSignOn],
  ]),
  ...task('Business', [
    ['API users', apiUsers],
    ['Callbacks', callbacks],
    ['Embedding', embedding],
    ['Businesses', businesses],
    ['Members and invitations', businessPeople],
    ['Domains and AES for business', businessDomains],
    ['Branding and rules', businessSettings],
    ['Activity', activities],
    ['Administration log', administrationLog],
    ['Trust services', trustServices],
  ]),
  // What only the web app and the payment providers call.
  ...task('Internal', [
    ['Billing', billing],
    ['System status and images', systemStatus],
  ]),
]

/** The calls of API users: a description of their own (`/openapi-integration.json`). */
export const integrationGroups: readonly EndpointGroup[] = [
  ...task('Sign in', [['Access', apiAccess]]),
  ...task('Send for signature', [
    ['Signature requests of API users', { ...apiRequests, ...apiShapes }],
    ['Documents of API users', apiDocuments],
    ['Attachments, observers and audit trail', apiRequestContents],
    ['Callbacks of signature requests', apiCallbacks],
    ['Signature levels', apiQualities],
    ['Sealing', apiSeals],
    ['Documents without sign-in', apiAnonymousUploads],
  ]),
  ...task('Account for', [
    ['Signature activity', apiActivities],
    ['Health', apiHealth],
  ]),
]

const callsOf = (groups: readonly EndpointGroup[]): readonly Endpoint[] =>
  groups.flatMap((each) => each.endpoints)

/** Those of people and of the web app. */
export const webEndpoints = callsOf(endpointGroups)
/** Those of API users. */
export const integrationEndpoints = callsOf(integrationGroups)
export const endpoints: readonly Endpoint[] = [...webEndpoints, ...integrationEndpoints]
