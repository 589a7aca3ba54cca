import * as accounts from '@countersign/contract/accounts.ts'
import * as activities from '@countersign/contract/activities.ts'
import * as administrationLog from '@countersign/contract/administration-log.ts'
import * as apiUsers from '@countersign/contract/api-users.ts'
import * as approvals from '@countersign/contract/approvals.ts'
import * as businessDomains from '@countersign/contract/business-domains.ts'
import * as businessPeople from '@countersign/contract/business-people.ts'
import * as businessSettings from '@countersign/contract/business-settings.ts'
import * as billing from '@countersign/contract/billing.ts'
import * as businesses from '@countersign/contract/businesses.ts'
import * as documents from '@countersign/contract/documents.ts'
import type { Endpoint } from '@countersign/contract/endpoint.ts'
import * as handOvers from '@countersign/contract/hand-overs.ts'
import * as identifications from '@countersign/contract/identifications.ts'
import * as integration from '@countersign/contract/integration.ts'
import * as liveUpdates from '@countersign/contract/live-updates.ts'
import * as observersAndAttachments from '@countersign/contract/observers-and-attachments.ts'
import * as passwords from '@countersign/contract/passwords.ts'
import * as retention from '@countersign/contract/retention.ts'
import * as seals from '@countersign/contract/seals.ts'
import * as secondFactors from '@countersign/contract/second-factors.ts'
import * as sessions from '@countersign/contract/sessions.ts'
import * as signatureRequestActs from '@countersign/contract/signature-request-acts.ts'
import * as signatureRequests from '@countersign/contract/signature-requests.ts'
import * as signerGroups from '@countersign/contract/signer-groups.ts'
import * as signing from '@countersign/contract/signing.ts'
import * as singleSignOn from '@countersign/contract/single-sign-on.ts'
import * as systemStatus from '@countersign/contract/system-status.ts'
import * as tableSends from '@countersign/contract/table-sends.ts'
import * as templates from '@countersign/contract/templates.ts'
import * as trustServices from '@countersign/contract/trust-services.ts'
import * as validations from '@countersign/contract/validations.ts'
import * as visualSignatures from '@countersign/contract/visual-signatures.ts'

/** The contract's nouns, by the names under which the reference groups their calls. */
export const nouns: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Accounts: accounts,
  Sessions: sessions,
  Passwords: passwords,
  'Second factors': secondFactors,
  'Single sign-on': singleSignOn,
  'Visual signatures': visualSignatures,
  Documents: documents,
  'Signature requests': signatureRequests,
  'Acts on signature requests': signatureRequestActs,
  'Observers and attachments': observersAndAttachments,
  'Hand-overs': handOvers,
  'Auto-deletion': retention,
  Templates: templates,
  'Sends to tables': tableSends,
  'Signer groups': signerGroups,
  Billing: billing,
  Businesses: businesses,
  'People of a business': businessPeople,
  'Domains of a business, and AES for business': businessDomains,
  'What a business looks like': businessSettings,
  Activity: activities,
  'API users': apiUsers,
  'Calls of API users': integration,
  'Administration log': administrationLog,
  Seals: seals,
  Signing: signing,
  Approvals: approvals,
  Identification: identifications,
  'Live updates': liveUpdates,
  Validation: validations,
  'System status and images': systemStatus,
  'Trust services': trustServices,
}

/** A call of a noun that is not listed above stands under the first part of its path. */
export function nounOf(endpoint: Endpoint): string {
  const found = Object.entries(nouns).find(([, noun]) => Object.values(noun).includes(endpoint))
  return found?.[0] ?? endpoint.path.split('/')[2] ?? ''
}
