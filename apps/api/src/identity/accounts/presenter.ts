import type {
  SignatureQualities,
  User,
  VisualSignaturePermissions,
} from '@countersign/contract/account-shapes.ts'
import type { Account } from './account.ts'

/** What the account is, and what belongs to it elsewhere. */
export interface AccountTies {
  readonly hasSso: boolean
  readonly isCompanySignInRequired: boolean
  /** The new email whose link can still be opened. */
  readonly pendingEmail: string | null
  readonly hasSecondFactor: boolean
  readonly signatureQualities: SignatureQualities
  /** The signer groups it keeps, each with the number of its version. */
  readonly groups: ReadonlyMap<string, number>
  /** To a business, and could accept it. */
  readonly isInvited: boolean
  readonly visualSignatures: VisualSignaturePermissions
  readonly freePlan: User['freePlan']
}

export function presentUser(account: Account, ties: AccountTies): User {
  return {
    id: account.id,
    email: account.email,
    // An account is only ever made from a confirmed address.
    emailVerified: true,
    pendingEmail: ties.pendingEmail,
    firstName: account.firstName,
    lastName: account.lastName,
    hasSso: ties.hasSso,
    companySignInRequired: ties.isCompanySignInRequired,
    hasPassword: account.hasPassword,
    hasSecondFactor: ties.hasSecondFactor,
    signatureQualities: ties.signatureQualities,
    attributes: {
      lang: account.language,
      timeZone: account.timeZone,
      mobile: account.mobile,
      acceptedGtc: account.termsAcceptedAt !== null,
      acceptedBusinessInvite: ties.isInvited ? false : account.businessInviteAccepted,
      acceptedTouSwisscom: account.trustServiceTermsAcceptedAt !== null,
      weakPassword: account.hasWeakPassword,
      removedFromBusiness: account.removedFromBusiness,
      businessDeleted: account.businessDeleted,
      emailNotificationLevel: account.notificationLevel,
      defaultLegislation: account.defaultLegislation,
      defaultQuality: account.defaultQuality,
      signerIdentityEmail: account.signerIdentityEmail,
      immutableEidFields: [...account.immutableFields],
      p11SigningName: account.part11SigningName,
      p11SigningReason: account.part11SigningReason,
      celloUcc: account.celloUcc,
      frontendVersion: account.frontendVersion,
      freeAccountType: account.freeAccountType,
    },
    freePlan: ties.freePlan,
    permissions: { visualSignatures: ties.visualSignatures },
    groupInfo: { groupVersions: Object.fromEntries(ties.groups), groups: [...ties.groups.keys()] },
  }
}
