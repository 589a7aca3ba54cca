import * as accounts from './accounts.ts'
import * as activity from './activity.ts'
import * as administrationLog from './administration-log.ts'
import * as apiUsers from './api-users.ts'
import * as approvals from './approvals.ts'
import * as subscriptions from './subscriptions.ts'
import * as usage from './usage.ts'
import * as directUpgrades from './direct-upgrades.ts'
import * as enterpriseContact from './enterprise-contact.ts'
import * as businessDomains from './business-domains.ts'
import * as members from './members.ts'
import * as businessSettings from './business-settings.ts'
import * as businesses from './businesses.ts'
import * as callbacks from './callbacks.ts'
import * as documents from './documents.ts'
import * as embedding from './embedding.ts'
import type { Endpoint } from './endpoint.ts'
import * as anonymousUploads from './anonymous-uploads.ts'
import * as identifications from './identifications.ts'
import * as identityProviders from './identity-providers.ts'
import * as apiAccess from './integration/access.ts'
import * as apiActivities from './integration/activities.ts'
import * as apiAnonymousUploads from './integration/anonymous-uploads.ts'
import * as apiDocuments from './integration/documents.ts'
import * as health from './health.ts'
import * as apiQualities from './integration/qualities.ts'
import * as apiAttachments from './integration/attachments.ts'
import * as apiObservers from './integration/observers.ts'
import * as apiAuditTrail from './integration/audit-trail.ts'
import * as apiCallbacks from './integration/callbacks.ts'
import * as apiSeals from './integration/seals.ts'
import * as apiRequests from './integration/signature-requests.ts'
import * as apiShapes from './integration/shapes.ts'
import * as liveUpdates from './live-updates.ts'
import * as observers from './observers.ts'
import * as attachments from './attachments.ts'
import * as provisioning from './provisioning.ts'
import * as passwords from './passwords.ts'
import * as retention from './retention.ts'
import * as seals from './seals.ts'
import * as secondFactors from './second-factors.ts'
import * as aesForBusiness from './aes-for-business.ts'
import * as auditTrail from './audit-trail.ts'
import * as fieldValues from './field-values.ts'
import * as images from './images.ts'
import * as mailDelivery from './mail-delivery.ts'
import * as sessions from './sessions.ts'
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
    ['Sessions', sessions, 'Sign in with an account and sign out.'],
    [
      'Signature requests',
      signatureRequests,
      'Create, send, list and read signature requests; withdraw, decline, delegate, remind and delete.',
    ],
    ['Documents', documents, 'Upload, show and download documents.'],
    ['Observers', observers, 'People who follow a request.'],
    ['Attachments', attachments, 'Files sent along unsigned.'],
    ['Templates', templates, 'Requests without their people, to be sent again and again.'],
    ['Bulk sends', bulkSends, 'A template sent to each row of a recipient list.'],
    ['Field values', fieldValues, 'What signers filled in, as files.'],
    ['Signer groups', signerGroups, 'Groups of which the first member to sign signs for all.'],
    ['Anonymous uploads', anonymousUploads, 'Documents submitted without an account, and claiming them.'],
    ['Mail delivery', mailDelivery, 'The invitation as signers will get it.'],
  ]),
  ...task('Be informed and verify', [
    ['Live updates', liveUpdates, 'Changes as server-sent events.'],
    ['Audit trail', auditTrail, 'The audit trail, alone or with all documents.'],
    ['Validations', validations, 'Check signed files.'],
    ['Retention', retention, 'Auto-deletion: delete the content of requests after a set number of days.'],
  ]),
  ...task('Sign', [
    ['Signing', signing, 'Sign documents, with an account or by a signing link.'],
    ['Signer fields', signerFields, 'What signers fill in apart from their signature.'],
    ['Approvals', approvals, 'Codes and other confirmations before advanced and qualified signatures.'],
    ['Identifications', identifications, 'Verify a signer’s identity.'],
    ['Visual signatures', visualSignatures, 'How signatures look on the page.'],
    ['Seals', seals, 'Seal documents in the name of a business.'],
  ]),
  ...task('Account', [
    ['Accounts', accounts, 'Register, read, change and delete an account.'],
    ['Passwords', passwords, 'Change and reset passwords.'],
    [
      'Second factors',
      secondFactors,
      'Two-factor authentication: authenticator apps, passkeys and recovery codes.',
    ],
    ['Single sign-on', singleSignOn, 'Sign in through the company’s identity provider.'],
  ]),
  ...task('Business', [
    ['API users', apiUsers, 'Programs of a business, their keys and permissions.'],
    ['Callbacks', callbacks, 'The log of callbacks, redelivery and their signing secret.'],
    ['Embedding', embedding, 'The websites that may show signing pages in a frame.'],
    ['Businesses', businesses, 'Create, read, change and delete a business.'],
    ['Members', members, 'The people of a business, and invitations.'],
    ['Business domains', businessDomains, 'Verified domains, and joining a business by them.'],
    [
      'Identity providers',
      identityProviders,
      'Company sign-in at the business’s own OpenID provider: set up, test and require it.',
    ],
    ['Provisioning', provisioning, 'Tokens for SCIM: an identity provider adds and deactivates people.'],
    ['AES for business', aesForBusiness, 'Vouching for the people of a domain.'],
    ['Business settings', businessSettings, 'The logo, and the history of the settings.'],
    ['Activity', activity, 'What happened in a business, with figures and exports.'],
    ['Administration log', administrationLog, 'What administrators did, tamper-evident.'],
    ['Trust services', trustServices, 'The health of the trust services.'],
  ]),
  // What only the web app and the payment providers call.
  ...task('Internal', [
    ['Subscriptions', subscriptions, 'Plans, payments and invoices.'],
    ['Direct upgrades', directUpgrades, 'A personal account that becomes a business and pays.'],
    ['Usage', usage, 'Signatures of the month against what is included.'],
    ['Enterprise contact', enterpriseContact, 'Ask for an enterprise offer.'],
    ['System status', systemStatus, 'The status page.'],
    ['Images', images, 'Images of the web app, in the size needed.'],
  ]),
]

/** The calls of API users: a description of their own (`/openapi-integration.json`). */
export const integrationGroups: readonly EndpointGroup[] = [
  ...task('Sign in', [['Access', apiAccess, 'Sign in as an API user.']]),
  ...task('Send for signature', [
    [
      'Signature requests',
      { ...apiRequests, ...apiShapes },
      'Create, send, follow, change and end signature requests.',
    ],
    ['Documents', apiDocuments, 'Upload, read and download documents.'],
    ['Attachments', apiAttachments, 'Files sent along unsigned.'],
    ['Observers', apiObservers, 'People who follow a request.'],
    ['Audit trail', apiAuditTrail, 'The audit trail of a request.'],
    ['Callbacks', apiCallbacks, 'The callbacks of a request, and delivering them again.'],
    ['Qualities', apiQualities, 'The signature levels that a person can sign with.'],
    ['Seals', apiSeals, 'Seal a document in one call.'],
    [
      'Anonymous uploads',
      apiAnonymousUploads,
      'Submit a document without an account, and follow it by its access code.',
    ],
  ]),
  ...task('Account for', [
    ['Activities', apiActivities, 'The signatures of a business, for accounting.'],
    ['Health', health, 'Whether the service can take calls.'],
  ]),
]

const callsOf = (groups: readonly EndpointGroup[]): readonly Endpoint[] =>
  groups.flatMap((each) => each.endpoints)

/** Those of people and of the web app. */
export const webEndpoints = callsOf(endpointGroups)
/** Those of API users. */
export const integrationEndpoints = callsOf(integrationGroups)
export const endpoints: readonly Endpoint[] = [...webEndpoints, ...integrationEndpoints]
