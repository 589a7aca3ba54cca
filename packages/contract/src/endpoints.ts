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
  /** One sentence: what its calls are for. */
  readonly description: string
  readonly endpoints: readonly Endpoint[]
  /** Everything the file exports: its schemas, by the names that the API description gives them. */
  readonly exports: Exports
}

type Exports = Readonly<Record<string, unknown>>

function task(
  of: string,
  files: readonly (readonly [name: string, exports: Exports, description: string])[],
): EndpointGroup[] {
  return files.map(([name, exports, description]) => ({
    ...{ task: of, name, exports, description },
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
    ['Authentication', sessions, 'Sign in with an account and sign out.'],
    ['Signature requests', signatureRequests, 'Create, send, list and read signature requests.'],
    ['Documents', documents, 'Upload, show and download documents.'],
    ['Request actions', signatureRequestActions, 'Withdraw, decline, delegate, remind and delete.'],
    [
      'Observers and attachments',
      observersAndAttachments,
      'People who follow a request, and files sent along unsigned.',
    ],
    ['Templates', templates, 'Requests without their people, to be sent again and again.'],
    ['Bulk sends', bulkSends, 'A template sent to each row of a recipient list.'],
    ['Signer groups', signerGroups, 'Groups of which the first member to sign signs for all.'],
    ['Anonymous uploads', anonymousUploads, 'Documents submitted without an account, and claiming them.'],
  ]),
  ...task('Be informed and verify', [
    ['Live updates', liveUpdates, 'Changes as server-sent events.'],
    ['Signature validation', validations, 'Check signed files.'],
    ['Auto-deletion', retention, 'Delete the content of requests after a set number of days.'],
  ]),
  ...task('Sign', [
    ['Signing', signing, 'Sign documents, with an account or by a signing link.'],
    ['Signer fields', signerFields, 'What signers fill in apart from their signature.'],
    [
      'Signing confirmations',
      approvals,
      'Codes and other confirmations before advanced and qualified signatures.',
    ],
    ['Identity verification', identifications, 'Verify a signer’s identity.'],
    ['Visual signatures', visualSignatures, 'How signatures look on the page.'],
    ['Seals', seals, 'Seal documents in the name of a business.'],
  ]),
  ...task('Account', [
    ['Accounts', accounts, 'Register, read, change and delete an account.'],
    ['Passwords', passwords, 'Change and reset passwords.'],
    ['Two-factor authentication', secondFactors, 'Authenticator apps, passkeys and recovery codes.'],
    ['Company sign-in', singleSignOn, 'Sign in through the company’s identity provider.'],
  ]),
  ...task('Business', [
    ['API users', apiUsers, 'Programs of a business, their keys and permissions.'],
    ['Callbacks', callbacks, 'The log of callbacks, redelivery and their signing secret.'],
    ['Embedding', embedding, 'The websites that may show signing pages in a frame.'],
    ['Businesses', businesses, 'Create, read, change and delete a business.'],
    ['Members and invitations', businessPeople, 'The people of a business.'],
    [
      'Domains and AES for business',
      businessDomains,
      'Verified domains, and vouching for the people of a domain.',
    ],
    ['Branding and rules', businessSettings, 'The logo, and the history of the settings.'],
    ['Activity', activities, 'What happened in a business, with figures and exports.'],
    ['Administration log', administrationLog, 'What administrators did, tamper-evident.'],
    ['Trust services', trustServices, 'The health of the trust services.'],
  ]),
  // What only the web app and the payment providers call.
  ...task('Internal', [
    ['Billing', billing, 'Plans, payments and invoices.'],
    ['System status and images', systemStatus, 'The status page, and images of the web app.'],
  ]),
]

/** The calls of API users: a description of their own (`/openapi-integration.json`). */
export const integrationGroups: readonly EndpointGroup[] = [
  ...task('Sign in', [['Access', apiAccess, 'Sign in as an API user.']]),
  ...task('Send for signature', [
    [
      'Signature requests of API users',
      { ...apiRequests, ...apiShapes },
      'Create, send, follow, change and end signature requests.',
    ],
    ['Documents of API users', apiDocuments, 'Upload, read and download documents.'],
    [
      'Attachments, observers and audit trail',
      apiRequestContents,
      'What belongs to a request besides its documents.',
    ],
    [
      'Callbacks of signature requests',
      apiCallbacks,
      'The callbacks of a request, and delivering them again.',
    ],
    ['Signature levels', apiQualities, 'The signature levels that a person can sign with.'],
    ['Sealing', apiSeals, 'Seal a document in one call.'],
    [
      'Documents without sign-in',
      apiAnonymousUploads,
      'Submit a document without an account, and follow it by its access code.',
    ],
  ]),
  ...task('Account for', [
    ['Signature activity', apiActivities, 'The signatures of a business, for accounting.'],
    ['Health', apiHealth, 'Whether the service can take calls.'],
  ]),
]

const callsOf = (groups: readonly EndpointGroup[]): readonly Endpoint[] =>
  groups.flatMap((each) => each.endpoints)

/** Those of people and of the web app. */
export const webEndpoints = callsOf(endpointGroups)
/** Those of API users. */
export const integrationEndpoints = callsOf(integrationGroups)
export const endpoints: readonly Endpoint[] = [...webEndpoints, ...integrationEndpoints]
