import {
  listPricePlans,
  createSetupIntent,
  createDirectSetupIntent,
  upgradeBusiness,
  confirmDirectUpgrade,
  previewUpgrade,
  previewDirectUpgrade,
  previewSeats,
  changeSeats,
  validatePromo,
  getReferralCode,
  cancelTrial,
  updateBilling,
  createPortalSession,
  getCustomerPortal,
  changeBase,
  syncBusinessBilling,
  syncDirectUpgrade,
  listInvoices,
  acceptFairFlat,
  answerSurvey,
  contactEnterprise,
  acceptFreeMigration,
  getOwnUsage,
  getUsage,
  receiveStripeWebhook,
  receiveChargebeeWebhook,
} from './billing.ts'
import * as accounts from './accounts.ts'
import * as activities from './activities.ts'
import * as administrationLog from './administration-log.ts'
import * as apiUsers from './api-users.ts'
import {
  cancelApproval,
  checkTan,
  createPar,
  proceed,
  proceedDirect,
  reauthenticate,
  redirectSign,
  resendTan,
  startReauthentication,
} from './approvals.ts'
import {
  acceptInvitation,
  changeToAdmins,
  changeToMembers,
  declineInvitation,
  getOwnInvitation,
  getOwnInvitations,
  inviteMembers,
  leaveBusiness,
  joinBusiness,
  listInvitations,
  listJoinableBusinesses,
  previewRemoval,
  removeMembers,
  resendInvitation,
  revokeInvitation,
} from './business-people.ts'
import * as businessDomains from './business-domains.ts'
import * as businessSettings from './business-settings.ts'
import {
  createBusiness,
  deleteBusiness,
  getBusiness,
  getBusinessSettings,
  getDirectPublicInformation,
  getPublicInformation,
  getUserBusiness,
  listBusinessAdmins,
  listBusinessMembers,
  revokeBusinessDeletion,
  updateBusiness,
  updateBusinessSettings,
} from './businesses.ts'
import * as documents from './documents.ts'
import type { Endpoint } from './endpoint.ts'
import * as handOvers from './hand-overs.ts'
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
import * as tableSends from './table-sends.ts'
import * as templates from './templates.ts'
import * as trustServices from './trust-services.ts'
import * as validations from './validations.ts'
import * as visualSignatures from './visual-signatures.ts'

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

const nouns = [
  accounts,
  sessions,
  passwords,
  secondFactors,
  singleSignOn,
  visualSignatures,
  documents,
  signatureRequests,
  signatureRequestActs,
  observersAndAttachments,
  handOvers,
  retention,
  templates,
  tableSends,
  signerGroups,
  {
    getUserBusiness,
    createBusiness,
    getBusiness,
    updateBusiness,
    deleteBusiness,
    revokeBusinessDeletion,
    getPublicInformation,
    getDirectPublicInformation,
    getBusinessSettings,
    updateBusinessSettings,
    listBusinessAdmins,
    listBusinessMembers,
  },
  {
    inviteMembers,
    listInvitations,
    revokeInvitation,
    resendInvitation,
    getOwnInvitations,
    getOwnInvitation,
    acceptInvitation,
    declineInvitation,
    changeToAdmins,
    changeToMembers,
    previewRemoval,
    removeMembers,
    leaveBusiness,
    listJoinableBusinesses,
    joinBusiness,
  },
  {
    listPricePlans,
    createSetupIntent,
    createDirectSetupIntent,
    upgradeBusiness,
    confirmDirectUpgrade,
    previewUpgrade,
    previewDirectUpgrade,
    previewSeats,
    changeSeats,
    validatePromo,
    getReferralCode,
    cancelTrial,
    updateBilling,
    createPortalSession,
    getCustomerPortal,
    changeBase,
    syncBusinessBilling,
    syncDirectUpgrade,
    listInvoices,
    acceptFairFlat,
    answerSurvey,
    contactEnterprise,
    acceptFreeMigration,
    getOwnUsage,
    getUsage,
    receiveStripeWebhook,
    receiveChargebeeWebhook,
  },
  businessDomains,
  businessSettings,
  apiUsers,
  integration,
  administrationLog,
  activities,
  seals,
  signing,
  {
    proceed,
    proceedDirect,
    createPar,
    redirectSign,
    cancelApproval,
    resendTan,
    checkTan,
    reauthenticate,
    startReauthentication,
  },
  identifications,
  liveUpdates,
  validations,
  systemStatus,
  trustServices,
]

/** Every call of the contract. */
export const endpoints: readonly Endpoint[] = nouns.flatMap((noun) =>
  Object.values(noun as Record<string, unknown>).filter(isEndpoint),
)
