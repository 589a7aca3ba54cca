import { getDirectUser } from '@countersign/contract/accounts.ts'
import * as people from '@countersign/contract/members.ts'
import * as apiUsers from '@countersign/contract/api-users.ts'
import { addDomain } from '@countersign/contract/business-domains.ts'
import { webEndpoints as endpoints } from '@countersign/contract/endpoints.ts'
import type { Endpoint } from '@countersign/contract/endpoint.ts'
import * as factors from '@countersign/contract/second-factors.ts'
import { uploadAnonymously } from '@countersign/contract/anonymous-uploads.ts'
import { addAttachment } from '@countersign/contract/attachments.ts'
import { addObserver } from '@countersign/contract/observers.ts'
import * as seals from '@countersign/contract/seals.ts'
import * as sessions from '@countersign/contract/sessions.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import * as groups from '@countersign/contract/signer-groups.ts'
import * as visuals from '@countersign/contract/visual-signatures.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#api/platform/db/connect.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { makeAuthenticator } from '#api/testing/authenticator.ts'
import { aDraft, aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'
import { aBusiness, aSeal } from '#api/testing/business.ts'
import { aBulkSend, aTemplate } from '#api/testing/template.ts'
import { strokes } from '#api/documents/visual-signatures/test-pictures.ts'

// Every call of people, made by everybody who could try (`integration/matrix.db.test.ts` has those of programs). What each may do, and how the others are refused, is written
// down here a second time, by hand: a call that is missing from the table fails the test.

const roles = [
  'owner',
  /** Whose turn it is. */
  'signer',
  /** With an account, whose turn comes later. */
  'waitingSigner',
  'observer',
  /** Without an account, whose turn it is. */
  'guest',
  /** The same, of another request. */
  'otherGuest',
  'stranger',
  'nobody',
] as const
type Role = (typeof roles)[number]

interface Subject {
  readonly id: string
  readonly documentId: string
  /** A signature of the signer's. */
  readonly sigId: string
  /** The observer's own entry. */
  readonly obs: string
  readonly attId: string
}
interface Row {
  readonly may: readonly Role[]
  /** Who is refused otherwise than as a rule: 401 without the credential that the call asks for, 404 with it. */
  readonly refused?: Partial<Record<Role, number>>
  /** On a request that is sent, on a draft, or on one that is sent for this call alone. */
  readonly on: 'sent' | 'draft' | 'fresh'
  readonly body?: object
}

const everybody = roles
const accounts: readonly Role[] = ['owner', 'signer', 'waitingSigner', 'observer', 'stranger']
const guests: readonly Role[] = ['guest', 'otherGuest']
const participants: readonly Role[] = ['owner', 'signer', 'waitingSigner', 'observer']
/** Signed in, but without the code that goes with the link. */
const withoutCode = Object.fromEntries(accounts.map((role) => [role, 403]))
/** Asked to sign, but not yet. */
const tooEarly = { waitingSigner: 409 }
const ofBusiness: readonly Role[] = ['signer', 'waitingSigner']
/** Belongs to the business, and is none of its admins. */
const noAdmin = { waitingSigner: 403 }
const adminsOnly = { owner: 403, waitingSigner: 403, observer: 403, stranger: 403 }
const nobodyThere = { user_ids: [crypto.randomUUID()] }
const proof = { password: 'quiet-harbour-lantern-42' }
const choice = { plan: 'team', cycle: 'month', amountSeats: 2, currency: 'CHF' }

const table: Record<string, Row> = {
  requestConfirmation: { may: everybody, on: 'sent', body: { email: 'somebody@example.org' } },
  validConfirmation: { may: everybody, on: 'sent', body: { token: 'none' } },
  register: {
    may: everybody,
    on: 'sent',
    body: { firstName: 'A', lastName: 'B', password: 'x', token: 'none', gtc: true },
  },
  login: { may: everybody, on: 'sent', body: { email: 'nobody@example.org', password: 'x' } },
  loginWithSecondFactor: { may: everybody, on: 'sent', body: { challenge: 'none', code: '123456' } },
  listSessions: { may: accounts, on: 'sent' },
  revokeSession: { may: ['signer'], on: 'sent' },
  revokeOtherSessions: { may: accounts, on: 'sent' },
  listSecondFactors: { may: accounts, on: 'sent' },
  startTotp: { may: accounts, on: 'sent', body: proof },
  confirmTotp: { may: ['signer'], on: 'sent', body: { code: 'none' } },
  startPasskey: { may: accounts, on: 'sent', body: proof },
  confirmPasskey: { may: ['signer'], on: 'sent', body: { response: {} } },
  removeSecondFactor: { may: ['signer'], on: 'sent', body: proof },
  // Nobody else has a second factor.
  renewRecoveryCodes: { may: ['signer'], on: 'sent', body: proof },
  findIdentityProvider: { may: everybody, on: 'sent', body: { email: 'anna@company.example' } },
  takeSingleSignOn: { may: everybody, on: 'sent', body: { code: 'none' } },
  linkIdentity: { may: accounts, on: 'sent', body: { code: 'none' } },
  getDatetime: { may: everybody, on: 'sent' },
  getStatusSummary: { may: everybody, on: 'sent' },
  getStatusComponents: { may: everybody, on: 'sent' },
  transformImage: { may: everybody, on: 'sent' },
  getUser: { may: accounts, on: 'sent' },
  updateUser: { may: accounts, on: 'sent', body: { attributes: { frontendVersion: '1.0' } } },
  confirmUserEmail: { may: accounts, on: 'sent', body: { token: 'none' } },
  cancelUserEmail: { may: accounts, on: 'sent' },
  // Without its proof nothing is deleted.
  deleteUser: { may: accounts, on: 'sent' },
  acceptTerms: { may: accounts, on: 'sent', body: { gtc: true } },
  getReferralToken: { may: accounts, on: 'sent' },
  getSignatureQualitiesDetail: { may: accounts, on: 'sent' },
  checkPassword: { may: everybody, on: 'sent', body: { password: 'x' } },
  changePassword: { may: accounts, on: 'sent', body: { new: 'x' } },
  requestReset: { may: everybody, on: 'sent', body: { email: 'nobody@example.org' } },
  resetPassword: { may: everybody, on: 'sent', body: { token: 'none', new: 'x' } },
  getDirectUser: { may: ['guest', 'otherGuest'], on: 'sent' },
  updateDirectUser: { may: ['guest', 'otherGuest'], on: 'sent', body: { attributes: { lang: 'de' } } },
  getDocument: { may: participants, on: 'sent' },
  downloadDocument: { may: participants, on: 'sent' },
  getDocumentPage: { may: participants, on: 'sent' },
  getDocumentPageText: { may: participants, on: 'sent' },
  getDocumentTags: { may: participants, on: 'sent' },
  getDirectDocument: { may: ['guest'], on: 'sent' },
  downloadDirectDocument: { may: ['guest'], on: 'sent' },
  getDirectDocumentPage: { may: ['guest'], on: 'sent' },
  getDirectDocumentPageText: { may: ['guest'], on: 'sent' },
  createSignatureRequest: { may: accounts, on: 'sent', body: { title: 'Another' } },
  listSignatureRequests: { may: accounts, on: 'sent' },
  getSignatureRequest: { may: participants, on: 'sent' },
  getSignatureRequestStatus: { may: participants, on: 'sent' },
  getEvents: { may: participants, on: 'sent' },
  downloadZip: { may: participants, on: 'sent' },
  getReport: { may: participants, on: 'sent' },
  initiateSignatureRequest: { may: ['owner'], on: 'draft' },
  updateSignatureRequest: { may: ['owner'], on: 'draft', body: { title: 'Changed' } },
  addDocument: { may: ['owner'], on: 'draft', body: { name: 'a.pdf', content: 'AAAA' } },
  removeDocument: { may: ['owner'], on: 'draft' },
  addSignature: { may: ['owner'], on: 'draft', body: { account_email: 'new@example.org' } },
  removeSignature: { may: ['owner'], on: 'draft' },
  getSigningStatus: { may: ['owner', 'signer'], on: 'sent' },
  getDirectSignatureRequest: { may: ['guest'], on: 'sent' },
  getDirectEvents: { may: ['guest'], on: 'sent' },
  downloadDirectZip: { may: ['guest'], on: 'sent' },
  declineSignatureRequest: { may: ['signer'], refused: tooEarly, on: 'fresh' },
  declineDirect: { may: ['guest'], on: 'fresh' },
  withdrawSignatureRequest: { may: ['owner'], on: 'fresh' },
  copySignatureRequest: { may: ['owner'], on: 'fresh' },
  // The signer may: but leaves only after signing.
  deleteSignatureRequest: { may: participants, on: 'fresh' },
  remindSigners: { may: ['owner'], on: 'sent' },
  // Also before it is one's turn.
  delegateSignature: {
    may: ['signer', 'waitingSigner', 'guest'],
    on: 'fresh',
    body: { email: 'deputy@example.org' },
  },
  addObserver: {
    may: ['owner', 'signer', 'waitingSigner'],
    on: 'sent',
    body: { email: 'oskar@example.org' },
  },
  removeObserver: { may: ['owner', 'observer'], on: 'fresh' },
  addAttachment: { may: ['owner'], on: 'draft', body: { filename: 'a.txt', content: 'AAAA' } },
  removeAttachment: { may: ['owner'], on: 'fresh' },
  downloadAttachment: { may: participants, on: 'sent' },
  downloadDirectAttachment: { may: ['guest'], on: 'sent' },
  // It is in a request, which is another refusal.
  deleteDocument: { may: ['owner'], on: 'sent' },
  autocompleteEmail: { may: accounts, on: 'sent' },
  // It is sent: the call at work.
  previewInvitation: { may: ['owner'], on: 'sent' },
  getLockStatus: { may: participants, on: 'sent' },
  getDirectLockStatus: { may: ['guest'], on: 'sent' },
  uploadAnonymously: { may: everybody, on: 'sent', body: { title: 'Plan', content: 'AAAA' } },
  trackAnonymousUpload: { may: everybody, on: 'sent' },
  downloadAnonymousUpload: { may: everybody, on: 'sent' },
  withdrawAnonymousUpload: { may: everybody, on: 'sent' },
  getAnonymousUpload: { may: accounts, on: 'sent' },
  // These take the access code, which nobody has here.
  getAnonymousUploadPage: { may: [], refused: withoutCode, on: 'sent' },
  getAnonymousUploadPageText: { may: [], refused: withoutCode, on: 'sent' },
  claimAnonymousUpload: { may: [], refused: withoutCode, on: 'sent' },
  // Without its name nothing is saved.
  createTemplate: { may: accounts, on: 'sent' },
  listTemplates: { may: accounts, on: 'sent' },
  // There is one, and it is the signer's; so is the table that is sent from it.
  getTemplate: { may: ['signer'], on: 'sent' },
  getTemplateValues: { may: ['signer'], on: 'sent' },
  updateTemplate: { may: ['signer'], on: 'sent', body: { name: 'Another' } },
  deleteTemplate: { may: ['signer'], on: 'sent' },
  createRequestFromTemplate: { may: ['signer'], on: 'sent' },
  checkBulkSend: { may: ['signer'], on: 'sent', body: { table: { text: 'Email\nben@example.org' } } },
  createBulkSend: {
    may: ['signer'],
    on: 'sent',
    body: { table: { text: 'Email\nben@example.org' }, mapping: { roles: [] } },
  },
  listBulkSends: { may: accounts, on: 'sent' },
  getBulkSend: { may: ['signer'], on: 'sent' },
  cancelBulkSend: { may: ['signer'], on: 'sent' },
  getBulkSendReport: { may: ['signer'], on: 'sent' },
  getBulkSendValues: { may: ['signer'], on: 'sent' },
  getRetention: { may: accounts, on: 'sent' },
  // What it says is wrong: nothing is to change for those that come after it.
  activateRetention: { may: accounts, on: 'sent', body: { days: 1 } },
  deactivateRetention: { may: accounts, on: 'sent', body: { release: false } },
  sign: { may: ['signer'], refused: tooEarly, on: 'sent' },
  signDirect: { may: ['guest'], on: 'sent' },
  // It has no such field: the signer alone hears of that.
  saveFieldInput: { may: ['signer'], on: 'sent', body: { fields: [{ id: 'x', value: 'y' }] } },
  // Of a document that the signature has no field in.
  previewSignature: { may: [], on: 'sent', body: { documentId: crypto.randomUUID() } },
  proceed: { may: ['signer'], on: 'sent', body: {} },
  proceedDirect: { may: ['guest'], on: 'sent', body: {} },
  // Nothing is to be approved: the signer alone hears of that.
  createPar: { may: ['signer'], on: 'sent', body: {} },
  redirectSign: { may: everybody, on: 'sent', body: { params: '' } },
  cancelApproval: { may: ['signer'], on: 'sent' },
  // It is over: the signer alone hears of that.
  reauthenticate: { may: ['signer'], on: 'sent', body: { password: 'x' } },
  startReauthentication: {
    may: ['signer'],
    on: 'sent',
    body: { revision: 0, browserSecret: 'x'.repeat(43) },
  },
  // Another one's link has no code.
  resendTan: { may: ['guest'], on: 'sent', body: {} },
  checkTan: { may: ['guest'], on: 'sent', body: { tan: '000000' } },
  createVisualSignature: { may: accounts, on: 'sent', body: {} },
  listVisualSignatures: { may: accounts, on: 'sent' },
  // There is one, and it is the signer's.
  getVisualSignature: { may: ['signer'], on: 'sent' },
  updateVisualSignature: { may: ['signer'], on: 'sent', body: { alias: 'Another' } },
  deleteVisualSignature: { may: ['signer'], on: 'sent' },
  // Everybody keeps one since they made it above.
  getDefaultVisualSignature: { may: accounts, on: 'sent' },
  previewDefaultVisualSignature: { may: accounts, on: 'sent' },
  previewVisualSignature: { may: accounts, on: 'sent', body: { kind: 'text' } },
  setSignatureImage: { may: ['signer'], on: 'sent', body: { content: 'AAAA' } },
  deleteSignatureImage: { may: ['signer'], on: 'sent' },
  getSignatureImage: { may: ['signer'], on: 'sent' },
  createSignerGroup: {
    may: accounts,
    on: 'sent',
    body: { name: 'Board', members: [{ email: 'a@example.org' }] },
  },
  listSignerGroups: { may: accounts, on: 'sent' },
  // There is one, and it is the signer's.
  getSignerGroup: { may: ['signer'], on: 'sent' },
  updateSignerGroup: { may: ['signer'], on: 'sent', body: { name: 'Council', version: 1 } },
  deleteSignerGroup: { may: ['signer'], on: 'sent' },
  // The signer is admin of a business, and the person who waits its member.
  getUserBusiness: { may: accounts, on: 'sent' },
  // Without the terms nothing is made.
  createBusiness: { may: accounts, on: 'sent', body: { name: 'Other', gtc: false, dpa: false } },
  getBusiness: { may: ofBusiness, on: 'sent' },
  updateBusiness: { may: ['signer'], refused: noAdmin, on: 'sent', body: {} },
  // Under another name nothing is deleted.
  deleteBusiness: { may: ['signer'], refused: noAdmin, on: 'sent', body: { name: 'Other' } },
  revokeBusinessDeletion: { may: ['signer'], refused: noAdmin, on: 'sent' },
  getPublicInformation: { may: ofBusiness, on: 'sent' },
  // The sender of this request belongs to none.
  getDirectPublicInformation: { may: [], on: 'sent' },
  getBusinessSettings: { may: ofBusiness, on: 'sent' },
  updateBusinessSettings: { may: ['signer'], refused: noAdmin, on: 'sent', body: { settings: {} } },
  listBusinessAdmins: { may: ofBusiness, on: 'sent' },
  listBusinessMembers: { may: ofBusiness, on: 'sent' },
  setLogo: { may: ['signer'], refused: noAdmin, on: 'sent', body: { image: 'UGxhbg==' } },
  getLogo: { may: everybody, on: 'sent' },
  deleteLogo: { may: ['signer'], refused: noAdmin, on: 'sent' },
  getCustomExtras: { may: ['signer'], refused: noAdmin, on: 'sent' },
  listSettingsChanges: { may: ['signer'], refused: noAdmin, on: 'sent' },
  listAccountActivities: { may: ['signer'], refused: noAdmin, on: 'sent' },
  listSignatureActivities: { may: ['signer'], refused: noAdmin, on: 'sent' },
  listIdentificationActivities: { may: ['signer'], refused: noAdmin, on: 'sent' },
  getStatistics: { may: ['signer'], refused: noAdmin, on: 'sent' },
  exportSignatureActivities: { may: ['signer'], refused: noAdmin, on: 'sent' },
  exportIdentificationActivities: { may: ['signer'], refused: noAdmin, on: 'sent' },
  // That is no address: nobody is invited by it.
  inviteMembers: { may: ['signer'], refused: noAdmin, on: 'sent', body: { users: [{ email: 'nobody' }] } },
  listInvitations: { may: ['signer'], refused: noAdmin, on: 'sent' },
  // It was sent just now: the call at work.
  resendInvitation: { may: ['signer'], refused: noAdmin, on: 'sent' },
  revokeInvitation: { may: ['signer'], refused: noAdmin, on: 'sent' },
  // Of people who are not there: the call at work.
  changeToAdmins: { may: ['signer'], refused: noAdmin, on: 'sent', body: nobodyThere },
  changeToMembers: { may: ['signer'], refused: noAdmin, on: 'sent', body: nobodyThere },
  previewRemoval: { may: ['signer'], refused: noAdmin, on: 'sent', body: nobodyThere },
  removeMembers: { may: ['signer'], refused: noAdmin, on: 'sent', body: nobodyThere },
  leaveBusiness: { may: ofBusiness, on: 'sent', body: { transfer_to: crypto.randomUUID() } },
  getOwnInvitations: { may: accounts, on: 'sent' },
  // Another business has invited the signer, who belongs to one already.
  getOwnInvitation: { may: ['signer'], on: 'sent' },
  acceptInvitation: { may: ['signer'], on: 'sent' },
  declineInvitation: { may: ['signer'], on: 'sent' },
  // By an address of the business's domain, which nobody here has.
  listPricePlans: { may: accounts, on: 'sent' },
  createDirectSetupIntent: { may: accounts, on: 'sent', body: { country: 'CH' } },
  previewDirectUpgrade: { may: accounts, on: 'sent', body: choice },
  confirmDirectUpgrade: {
    may: accounts,
    on: 'sent',
    body: { ...choice, name: 'Lindenhof AG', phone: null, gtc: false, dpa: false },
  },
  syncDirectUpgrade: { may: accounts, on: 'sent' },
  getOwnUsage: { may: accounts, on: 'sent' },
  contactEnterprise: { may: accounts, on: 'sent' },
  // It was offered to nobody: the call at work.
  acceptFreeMigration: {
    may: [],
    refused: { owner: 404, signer: 404, waitingSigner: 404, observer: 404, stranger: 404 },
    on: 'sent',
  },
  createSetupIntent: { may: ['signer'], refused: noAdmin, on: 'sent', body: { country: 'CH' } },
  upgradeBusiness: { may: ['signer'], refused: noAdmin, on: 'sent', body: choice },
  previewUpgrade: { may: ['signer'], refused: noAdmin, on: 'sent', body: choice },
  previewSeats: { may: ['signer'], refused: noAdmin, on: 'sent', body: { seats: 2 } },
  changeSeats: {
    may: ['signer'],
    refused: noAdmin,
    on: 'sent',
    body: { seats: 2, timestamp: '2026-01-01T00:00:00Z' },
  },
  validatePromo: {
    may: ['signer'],
    refused: noAdmin,
    on: 'sent',
    body: { promoCode: 'NONE', plan: 'team', cycle: 'month', type: 'promo' },
  },
  getReferralCode: { may: ['signer'], refused: noAdmin, on: 'sent' },
  cancelTrial: { may: ['signer'], refused: noAdmin, on: 'sent' },
  updateBilling: { may: ['signer'], refused: noAdmin, on: 'sent', body: {} },
  createPortalSession: { may: ['signer'], refused: noAdmin, on: 'sent' },
  getCustomerPortal: { may: ['signer'], refused: noAdmin, on: 'sent' },
  changeBase: { may: ['signer'], refused: noAdmin, on: 'sent', body: { next: { type: 'CANCELED' } } },
  syncBusinessBilling: { may: ['signer'], refused: noAdmin, on: 'sent' },
  listInvoices: { may: ['signer'], refused: noAdmin, on: 'sent' },
  // It was offered to nobody: the call at work.
  acceptFairFlat: { may: [], refused: { ...noAdmin, signer: 404 }, on: 'sent', body: { accept: true } },
  answerSurvey: { may: ['signer'], refused: noAdmin, on: 'sent', body: { about: 'trial' } },
  getUsage: { may: ['signer'], refused: noAdmin, on: 'sent' },
  receiveStripeWebhook: { may: everybody, on: 'sent', body: {} },
  receiveChargebeeWebhook: { may: everybody, on: 'sent', body: {} },
  joinBusiness: { may: [], on: 'sent' },
  listJoinableBusinesses: { may: accounts, on: 'sent' },
  listDomains: { may: ['signer'], refused: noAdmin, on: 'sent' },
  addDomain: { may: ['signer'], refused: noAdmin, on: 'sent', body: { domain: 'lindenhof.example' } },
  checkDomain: { may: ['signer'], refused: noAdmin, on: 'sent' },
  updateDomain: { may: ['signer'], refused: noAdmin, on: 'sent', body: { join: true } },
  removeDomain: { may: ['signer'], refused: noAdmin, on: 'sent' },
  getIdentityProvider: { may: ['signer'], refused: noAdmin, on: 'sent' },
  setIdentityProvider: {
    may: ['signer'],
    refused: noAdmin,
    on: 'sent',
    body: { issuer: 'https://login.example', clientId: 'countersign', clientSecret: 'secret' },
  },
  testIdentityProvider: { may: ['signer'], refused: noAdmin, on: 'sent' },
  // The test didn't work: the call at work.
  requireIdentityProvider: {
    may: [],
    refused: { ...noAdmin, signer: 409 },
    on: 'sent',
    body: { required: true },
  },
  removeIdentityProvider: { may: ['signer'], refused: noAdmin, on: 'sent' },
  listScimTokens: { may: ['signer'], refused: noAdmin, on: 'sent' },
  createScimToken: { may: ['signer'], refused: noAdmin, on: 'sent', body: { name: 'Entra ID', days: 365 } },
  // There is no such token, and no such group: the call at work.
  listProvisionedGroups: { may: ['signer'], refused: noAdmin, on: 'sent' },
  mapProvisionedGroup: {
    may: [],
    refused: { ...noAdmin, signer: 404 },
    on: 'sent',
    body: { role: 'admin' },
  },
  revokeScimToken: { may: [], refused: { ...noAdmin, signer: 404 }, on: 'sent' },
  getAesForBusiness: { may: ['signer'], refused: noAdmin, on: 'sent' },
  // For a domain that is not proved: the call at work.
  askForAesForBusiness: {
    may: ['signer'],
    refused: noAdmin,
    on: 'sent',
    body: {
      representativeName: 'R',
      representativeEmail: 'r@example.org',
      commercialRegister: 'CHE-1',
      domains: ['other.example'],
    },
  },
  endAesForBusiness: { may: ['signer'], refused: noAdmin, on: 'sent' },
  getAesConfirmation: { may: everybody, on: 'sent', body: { token: 'none' } },
  confirmAesForBusiness: { may: everybody, on: 'sent', body: { token: 'none' } },
  getTrustServicesHealth: { may: ['signer'], refused: adminsOnly, on: 'sent' },
  listApiUsers: { may: ['signer'], refused: noAdmin, on: 'sent' },
  listSharingApiUsers: { may: ofBusiness, on: 'sent' },
  createApiUser: {
    may: ['signer'],
    refused: noAdmin,
    on: 'sent',
    body: { description: 'Payroll', scopes: ['members'] },
  },
  updateApiUser: { may: ['signer'], refused: noAdmin, on: 'sent', body: { description: 'Payroll' } },
  listApiRequests: { may: ['signer'], refused: noAdmin, on: 'sent' },
  resetApiUser: { may: ['signer'], refused: noAdmin, on: 'sent' },
  deleteApiUser: { may: ['signer'], refused: noAdmin, on: 'sent' },
  listCallbacks: { may: ['signer'], refused: noAdmin, on: 'sent' },
  getCallback: { may: ['signer'], refused: noAdmin, on: 'sent' },
  redeliverCallback: { may: ['signer'], refused: noAdmin, on: 'sent' },
  // That is no address: nothing is sent.
  testCallback: { may: ['signer'], refused: noAdmin, on: 'sent', body: { url: 'nowhere' } },
  getCallbackSecret: { may: ['signer'], refused: noAdmin, on: 'sent' },
  showCallbackSecret: { may: ['signer'], refused: noAdmin, on: 'sent' },
  rotateCallbackSecret: { may: ['signer'], refused: noAdmin, on: 'sent' },
  getEmbedding: { may: ['signer'], refused: noAdmin, on: 'sent' },
  updateEmbedding: { may: ['signer'], refused: noAdmin, on: 'sent', body: { origins: [] } },
  listAdministration: { may: ['signer'], refused: noAdmin, on: 'sent' },
  exportAdministration: { may: ['signer'], refused: noAdmin, on: 'sent' },
  listSeals: { may: ['signer'], refused: noAdmin, on: 'sent' },
  listOwnSeals: { may: accounts, on: 'sent' },
  getSeal: { may: ofBusiness, on: 'sent' },
  updateSeal: { may: ['signer'], refused: noAdmin, on: 'sent', body: { label: 'Another' } },
  // Nobody of that name: the call at work.
  addSealMembers: { may: ['signer'], refused: noAdmin, on: 'sent', body: { members: ['nobody'] } },
  removeSealMembers: { may: ['signer'], refused: noAdmin, on: 'sent', body: { members: ['nobody'] } },
  setSealImage: { may: ['signer'], refused: noAdmin, on: 'sent', body: { image: 'AAAA' } },
  // It is looked at by those who belong to the business before it is taken away.
  getSealImage: { may: ofBusiness, on: 'sent' },
  deleteSealImage: { may: ['signer'], refused: noAdmin, on: 'sent' },
  getDirectVisualSignature: { may: ['guest', 'otherGuest'], on: 'sent' },
  ...identificationCalls('', accounts),
  ...identificationCalls('Direct', guests),
  getCoverage: { may: accounts, on: 'sent' },
  getCoverageDirect: { may: guests, on: 'sent' },
  payForIdentification: { may: accounts, on: 'sent' },
  listIdentificationMethods: { may: everybody, on: 'sent' },
  getIdentificationPaymentDirect: { may: ['guest'], on: 'sent' },
  // Of the signature that is the signer's.
  getIdentMethod: { may: ['signer'], on: 'sent' },
  // The guest of the request has opened one by the calls above, where nobody has to pay.
  acceptTermsDirect: { may: ['guest'], on: 'sent', body: { tou_swisscom: true } },
  // Nobody has one here; it is the same as not there.
  adoptIdentifiedName: { may: [], on: 'sent' },
  // No provider has signed this.
  receiveIdentificationWebhook: { may: everybody, on: 'sent', body: {} },
  listenToChanges: { may: accounts, on: 'sent' },
  validateDocument: { may: everybody, on: 'sent', body: { content: 'AAAA' } },
  // Anyone who has its id may; nobody has one here.
  getValidation: { may: everybody, on: 'sent' },
  getValidationReport: { may: everybody, on: 'sent' },
  getValidationPage: { may: everybody, on: 'sent' },
  deleteValidation: { may: everybody, on: 'sent' },
  logout: { may: accounts, on: 'sent' },
}

/** The ways to be identified, which nobody pays for here. */
function identificationCalls(suffix: string, may: readonly Role[]): Record<string, Row> {
  const variants = [
    ...['SrsVideo', 'SrsRobo', 'SrsExternalSc', 'IntrumVideo', 'IntrumAutoident', 'IntrumLoc'],
    ...['IntrumExternalSc', 'IdAustria'],
  ]
  const rows = variants.flatMap((variant) => [
    [`create${variant}${suffix}`, { may, on: 'sent' }],
    [`get${variant}${suffix}`, { may, on: 'sent' }],
    // The email is another's, which is another refusal.
    [`delete${variant}${suffix}`, { may, on: 'sent', body: { email: 'nobody@example.org' } }],
  ])
  return {
    ...(Object.fromEntries(rows) as Record<string, Row>),
    [`listIdentifications${suffix}`]: { may, on: 'sent' },
    // There is nothing to come back to.
    [`returnIdAustria${suffix}`]: { may: [], on: 'sent', body: { query: 'state=none' } },
  }
}

// Refusals of the right of entry. Any other answer (a file that is no PDF, an unknown token) is the call at work.
const shutOut = (status: number) => status === 401 || status === 403 || status === 404

let api: TestApi
let signer: Person
/** Of the business. */
let businessId: string
/** Of another, which the signer is invited to. */
let otherBusiness: { id: string; as: string }
/** The secret of a link that hands a document over. */
let uploadToken: string
const credentials: Partial<Record<Role, { as: string; token?: string }>> = {}
let sent: Subject
let draftOf: () => Promise<Subject>
/** A request like the one that is sent, and how its guest comes in. */
let freshOf: () => Promise<{ subject: Subject; guest: string }>
beforeAll(async () => {
  api = await startTestApi({ billing: 'chargebee', environment: { FREE_SIGNATURES: '1000' } })
  // More of everything is made here than a trial includes.
  const database = connect(api.connection, 'owner', 1, () => {})
  await database.query(`UPDATE plans SET limits = limits || '{"apiUsers": null}'`)
  await database.end()
  const [owner, anna, waiting, stranger, observer] = await Promise.all(
    ['Ben', 'Anna', 'Willa', 'Dora', 'Olga'].map((firstName) => api.person({ firstName })),
  )
  if (!owner || !anna || !waiting || !stranger || !observer) throw new Error('nobody came')
  signer = anna
  businessId = await aBusiness(api, { admins: [anna], members: [waiting] })
  await aSeal(api, businessId, { name: 'lindenhof' })
  const emil = await api.person({ firstName: 'Emil' })
  otherBusiness = { id: await aBusiness(api, { name: 'Other', admins: [emil] }), as: emil.as }
  const picture = (await strokes().png().toBuffer()).toString('base64')
  const lindenhof = { id: businessId, sealId: 'lindenhof' }
  await api.call(seals.setSealImage, { params: lindenhof, body: { image: picture } }, anna.as)
  const subject = async ({ id }: SignatureRequest): Promise<Subject> => {
    const file = { filename: 'Plan.txt', content: 'UGxhbg==' }
    await api.call(addAttachment, { params: { id }, body: file }, owner.as)
    const request = await api.call(addObserver, { params: { id }, body: { email: observer.email } }, owner.as)
    return {
      id,
      documentId: request.documents[0]?.id ?? '',
      sigId: request.signatures[0]?.sid ?? '',
      obs: request.observers[0]?.id ?? '',
      attId: request.attachments[0]?.id ?? '',
    }
  }
  const guestIn = async (email: string) => {
    const { as } = guestOf(linkIn(await api.inbox.next(email)))
    return { as, token: (await api.call(getDirectUser, {}, as)).token }
  }
  const file = { title: 'Plan', content: aPdf().toString('base64') }
  uploadToken = (await api.call(uploadAnonymously, { body: file })).url.split('/').at(-1) ?? ''
  // The two whose turn it is, then the one who waits.
  const signersWith = (guest: string) => [
    { email: signer.email, sequence: 1 },
    { email: guest, sequence: 1 },
    { email: waiting.email, sequence: 2 },
  ]
  const signers = signersWith('carla@example.org')
  sent = await subject(await aSignatureRequest(api, { owner, signers }))
  draftOf = async () => subject(await aDraft(api, { owner, signers }))
  freshOf = async () => {
    const email = `carla.${crypto.randomUUID().slice(0, 8)}@example.org`
    const request = await aSignatureRequest(api, { owner, signers: signersWith(email) })
    return { subject: await subject(request), guest: guestOf(linkIn(await api.inbox.next(email))).as }
  }
  credentials.guest = await guestIn('carla@example.org')
  await aSignatureRequest(api, { owner, signers: [{ email: 'emil@example.org' }] })
  credentials.otherGuest = await guestIn('emil@example.org')
  Object.assign(credentials, {
    owner: { as: owner.as },
    signer: { as: signer.as },
    waitingSigner: { as: waiting.as },
    observer: { as: observer.as },
    stranger: { as: stranger.as },
  })
}, 60_000)
afterAll(() => api?.stop())

interface Place {
  readonly subject: Subject
  /** How its guest comes in, where it is not the one that all share. */
  readonly guest?: string
}

/** What the call is tried on. Those who are refused change nothing: one place will do for all of them. */
async function placeOf(row: Row): Promise<Place> {
  if (row.on === 'fresh') return freshOf()
  return { subject: row.on === 'draft' ? await draftOf() : sent }
}

async function statusFor(endpoint: Endpoint, row: Row, role: Role, place: Place): Promise<number> {
  const { id, documentId, sigId, obs, attId } = place.subject
  const about = endpoint.path.includes('/documents/{id}')
    ? documentId
    : /\/(visual-signatures|images\/signature)\/\{id\}$/.test(endpoint.path)
      ? await signersVisualSignature()
      : endpoint.path.includes('/businesses/{id}')
        ? businessId
        : ((await signersOwn[endpoint.name]?.()) ?? id)
  const token = credentials[role]?.token ?? 'none'
  const apiUser = endpoint.path.includes('{username}') ? await signersApiUser() : 'none'
  const body = endpoint.name.startsWith('sign')
    ? { signatureRequests: [{ signatureRequestId: id, signingName: 'Gina Guest' }] }
    : row.body
  const input = {
    params: {
      id: about,
      sealId: 'lindenhof',
      inviteId: endpoint.path.includes('{inviteId}') ? await invitationFor(endpoint) : '',
      domain: endpoint.path.includes('{domain}') ? await signersDomain() : '',
      docId: documentId,
      sigId,
      obs,
      attId,
      token: uploadToken,
      n: '0',
      hash: '0'.repeat(64),
      subject: 'eidas',
      srId: id,
      provider: 'srs',
      username: apiUser,
      callbackId: endpoint.path.includes('{callbackId}') ? await signersCallback() : '',
      tokenId: crypto.randomUUID(),
      groupId: crypto.randomUUID(),
    },
    ...(endpoint.credential === 'token' ? { query: { token } } : {}),
    body,
  }
  const as = (role === 'guest' && place.guest) || credentials[role]?.as
  const reply = await api.ask(endpoint, input as never, as)
  return reply.status
}

/** The same each time, unless it was given up. */
async function signersDomain(): Promise<string> {
  const at = { params: { id: businessId }, body: { domain: 'lindenhof.example' } }
  return (await api.call(addDomain, at, signer.as)).domain
}

/** One that is open: of the business, or to the signer. */
async function invitationFor({ path }: Endpoint): Promise<string> {
  const [id, as, email] = path.includes('/businesses/')
    ? [businessId, signer.as, `x${crypto.randomUUID()}@example.org`]
    : [otherBusiness.id, otherBusiness.as, signer.email]
  const at = { params: { id } }
  await api.call(people.inviteMembers, { ...at, body: { users: [{ email }] } }, as)
  const { invitedMembers } = await api.call(people.listInvitations, at, as)
  return invitedMembers[0]?.id ?? ''
}

/** One with a picture, whatever has been done to the one before. */
async function signersVisualSignature(): Promise<string> {
  const as = credentials.signer?.as
  const { visualSignatures } = await api.call(visuals.listVisualSignatures, {}, as)
  const kept = visualSignatures[0] ?? (await api.call(visuals.createVisualSignature, { body: {} }, as))
  const content = (await strokes().png().toBuffer()).toString('base64')
  await api.call(visuals.setSignatureImage, { params: { id: kept.id }, body: { content } }, as)
  return kept.id
}

/** Another one each time: the call before may have deleted it. */
async function signersApiUser(): Promise<string> {
  const body = { description: 'Payroll', scopes: ['members' as const] }
  const made = await api.call(apiUsers.createApiUser, { params: { id: businessId }, body }, signer.as)
  return made.username
}

/** One that was delivered. */
async function signersCallback(): Promise<string> {
  const { rows } = await api.context.pool.query<{ id: string }>(
    `INSERT INTO callbacks (request_id, api_user_id, business_id, type, url, host, state, created_at, updated_at)
     SELECT gen_random_uuid(), id, business_id, 'SUCCESS', 'https://rent.invalid/', 'rent.invalid', 'COMPLETED', now(), now()
     FROM api_users WHERE username = $1 RETURNING id`,
    [await signersApiUser()],
  )
  return rows[0]?.id ?? ''
}

async function signersGroup(): Promise<string> {
  const { items } = await api.call(groups.listSignerGroups, {}, signer.as)
  const body = { name: 'Board', members: [{ email: 'a@example.org' }] }
  return items[0]?.id ?? (await api.call(groups.createSignerGroup, { body }, signer.as)).id
}

async function signersTemplate(): Promise<string> {
  return (await aTemplate(api, { owner: signer, roles: ['Tenant'] })).id
}

async function signersBulkSend(): Promise<string> {
  const template = await aTemplate(api, { owner: signer, roles: ['Tenant'] })
  return (await aBulkSend(api, { owner: signer, template, table: 'Email\nben@example.org' })).id
}

/** One that is over: of the signer's account, or of the guest's link. */
async function approvalOf(holder: 'account' | 'link'): Promise<string> {
  const { rows } = await api.context.pool.query<{ id: string }>(
    `INSERT INTO approvals (kind, status, language, expires_at, account_id, signature_id)
     SELECT 'TAN', 'FAILED', 'en', now(), CASE WHEN link_hash IS NULL THEN account_id END,
       CASE WHEN link_hash IS NULL THEN NULL ELSE id END
     FROM signatures WHERE request_id = $1 AND (id = $2 OR link_hash IS NOT NULL)
     ORDER BY (link_hash IS NULL) = $3 DESC, position LIMIT 1 RETURNING id`,
    [sent.id, sent.sigId, holder === 'account'],
  )
  return rows[0]?.id ?? ''
}

/** What else is the signer's: another session of theirs, a factor that is begun, and one that is set up. */
const signersOwn: Record<string, () => Promise<string>> = {
  proceed: () => approvalOf('account'),
  proceedDirect: () => approvalOf('link'),
  cancelApproval: () => approvalOf('account'),
  reauthenticate: () => approvalOf('account'),
  startReauthentication: () => approvalOf('account'),
  resendTan: () => approvalOf('link'),
  checkTan: () => approvalOf('link'),
  getTemplate: () => signersTemplate(),
  getTemplateValues: () => signersTemplate(),
  updateTemplate: () => signersTemplate(),
  deleteTemplate: () => signersTemplate(),
  createRequestFromTemplate: () => signersTemplate(),
  checkBulkSend: () => signersTemplate(),
  createBulkSend: () => signersTemplate(),
  getBulkSend: () => signersBulkSend(),
  cancelBulkSend: () => signersBulkSend(),
  getBulkSendReport: () => signersBulkSend(),
  getBulkSendValues: () => signersBulkSend(),
  getSignerGroup: () => signersGroup(),
  updateSignerGroup: () => signersGroup(),
  deleteSignerGroup: () => signersGroup(),
  revokeSession: async () => {
    await api.call(sessions.login, { body: { email: signer.email, password: signer.password } })
    const open = await api.call(sessions.listSessions, {}, signer.as)
    return open.sessions.find((session) => !session.current)?.id ?? ''
  },
  confirmTotp: async () => (await api.call(factors.startTotp, { body: proof }, signer.as)).id,
  confirmPasskey: async () => (await api.call(factors.startPasskey, { body: proof }, signer.as)).id,
  removeSecondFactor: async () => {
    const { id, options } = await api.call(factors.startPasskey, { body: proof }, signer.as)
    const body = { response: makeAuthenticator(api.url).register(options) }
    await api.call(factors.confirmPasskey, { params: { id }, body }, signer.as)
    return id
  },
}

test('the table knows every call', () => {
  expect(Object.keys(table).toSorted()).toEqual(endpoints.map((endpoint) => endpoint.name).toSorted())
})

// In the table's order, but that what ends something the others need comes last: the trial, then the session.
const last = ['cancelTrial', 'logout']
const names = Object.keys(table)
const placeInOrder = ({ name }: Endpoint) => (last.indexOf(name) + 1) * names.length + names.indexOf(name)
const order = endpoints.toSorted((a, b) => placeInOrder(a) - placeInOrder(b))
test.each(order.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s: those who may, and nobody else',
  async (name, endpoint) => {
    const row = table[name]
    if (!row) throw new Error(`${name} is not in the table`)
    const answers: Partial<Record<Role, number | 'in'>> = {}
    const shared = await placeOf(row)
    for (const role of roles) {
      const status = await statusFor(
        endpoint,
        row,
        role,
        row.may.includes(role) ? await placeOf(row) : shared,
      )
      const isRefused = row.refused?.[role] !== undefined || (shutOut(status) && !isPublic(endpoint))
      answers[role] = isRefused ? status : 'in'
    }
    const expected = roles.map((role) => [role, row.may.includes(role) ? 'in' : refusal(endpoint, row, role)])
    expect(answers).toEqual(Object.fromEntries(expected))
  },
  60_000,
)

const isPublic = (endpoint: Endpoint) => endpoint.credential === 'none'

/** What is missing and what is forbidden look alike. */
function refusal({ credential }: Endpoint, { refused }: Row, role: Role): number {
  const isKnown =
    credential === 'user-or-direct'
      ? role !== 'nobody'
      : credential !== 'api-user' && (credential.startsWith('user') ? accounts : guests).includes(role)
  return refused?.[role] ?? (isKnown ? 404 : 401)
}
