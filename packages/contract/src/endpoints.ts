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
import * as documents from './documents.ts'
import type { Endpoint } from './endpoint.ts'
import * as anonymousUploads from './anonymous-uploads.ts'
import * as identifications from './identifications.ts'
import * as integration from './integration.ts'
import * as liveUpdates from './live-updates.ts'
import * as observersAndAttachments from './observers-and-attachments.ts'
import * as passwords from './passwords.ts'
import * as retention from './retention.ts'
import * as seals from './seals.ts'
import * as secondFactors from './second-factors.ts'
import * as sessions from './sessions.ts'
import * as signatureRequestActs from './signature-request-acts.ts'
import * as signatureRequests from './signature-requests.ts'
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
  readonly name: string
  readonly endpoints: readonly Endpoint[]
  /** Everything the file exports: its schemas, by the names that the API description gives them. */
  readonly exports: Readonly<Record<string, unknown>>
}

function group(name: string, exports: Readonly<Record<string, unknown>>): EndpointGroup {
  return { name, endpoints: Object.values(exports).filter(isEndpoint), exports }
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

/**
 * Every call that the api serves at its own address. The one list: the API description takes its tags from it, and the
 * api doesn't start unless each call is served.
 */
export const endpointGroups: readonly EndpointGroup[] = [
  group('Accounts', accounts),
  group('Sessions', sessions),
  group('Passwords', passwords),
  group('Second factors', secondFactors),
  group('Single sign-on', singleSignOn),
  group('Visual signatures', visualSignatures),
  group('Documents', documents),
  group('Signature requests', signatureRequests),
  group('Acts on signature requests', signatureRequestActs),
  group('Observers and attachments', observersAndAttachments),
  group('Anonymous uploads', anonymousUploads),
  group('Auto-deletion', retention),
  group('Templates', templates),
  group('Bulk sends', bulkSends),
  group('Signer groups', signerGroups),
  group('Businesses', businesses),
  group('People of a business', businessPeople),
  group('Billing', billing),
  group('Domains of a business, and AES for business', businessDomains),
  group('What a business looks like', businessSettings),
  group('API users', apiUsers),
  group('Calls of API users', integration),
  group('Administration log', administrationLog),
  group('Activity', activities),
  group('Seals', seals),
  group('Signing', signing),
  group('Approvals', approvals),
  group('Identification', identifications),
  group('Live updates', liveUpdates),
  group('Validation', validations),
  group('System status and images', systemStatus),
  group('Trust services', trustServices),
]

export const endpoints: readonly Endpoint[] = endpointGroups.flatMap((each) => each.endpoints)
