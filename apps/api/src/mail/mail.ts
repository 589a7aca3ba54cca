import type { Language, Legislation } from '@countersign/contract/values.ts'
import {
  companySignInMail,
  emailChangeMail,
  emailTakenMail,
  noAccountMail,
  passwordResetMail,
} from '#api/mail/templates/accounts/account-mails.ts'
import { accountExistsMail } from '#api/mail/templates/accounts/account-exists.ts'
import { type BillingMailInput, billingMail } from '#api/mail/templates/businesses/billing-mails.ts'
import {
  type BusinessDeletion,
  businessDeletionMail,
} from '#api/mail/templates/businesses/business-deletion.ts'
import {
  identityProviderChangedMail,
  type IdentityProviderChangedInput,
} from '#api/mail/templates/businesses/identity-provider-changed.ts'
import { keyExpiresMail } from '#api/mail/templates/businesses/key-expires.ts'
import { callbacksFailingMail } from '#api/mail/templates/businesses/callbacks-failing.ts'
import { aesForBusinessMail } from '#api/mail/templates/businesses/aes-for-business.ts'
import { changedMail } from '#api/mail/templates/requests/changed.ts'
import { confirmationMail } from '#api/mail/templates/accounts/confirmation.ts'
import { declinedMail } from '#api/mail/templates/requests/declined.ts'
import { delegatedMail } from '#api/mail/templates/requests/delegated.ts'
import { deletionAheadMail } from '#api/mail/templates/requests/deletion-ahead.ts'
import {
  type EnterpriseContactInput,
  enterpriseContactMail,
} from '#api/mail/templates/businesses/enterprise-contact.ts'
import { expiredMail } from '#api/mail/templates/requests/expired.ts'
import { groupSettledMail } from '#api/mail/templates/requests/group-settled.ts'
import {
  identificationEndsMail,
  identificationResultMail,
} from '#api/mail/templates/accounts/identification-mails.ts'
import { invitationMail } from '#api/mail/templates/requests/invitation.ts'
import type { RenderedMail } from '#api/mail/templates/layout.ts'
import { mailFailedMail } from '#api/mail/templates/requests/mail-failed.ts'
import { observerInvitedMail } from '#api/mail/templates/requests/observer-invited.ts'
import {
  businessInvitationMail,
  documentsTakenOverMail,
  invitationDeclinedMail,
  removedFromBusinessMail,
} from '#api/mail/templates/businesses/people-mails.ts'
import { reminderMail } from '#api/mail/templates/requests/reminder.ts'
import { requestSignedMail } from '#api/mail/templates/requests/request-signed.ts'
import { securityNoticeMail } from '#api/mail/templates/accounts/security-notice.ts'
import { type AttachedFiles, signedCopyMail } from '#api/mail/templates/requests/signed-copy.ts'
import { signingFailedMail } from '#api/mail/templates/requests/signing-failed.ts'
import { signingCodeMail } from '#api/mail/templates/requests/signing-code.ts'
import { withdrawnMail } from '#api/mail/templates/requests/withdrawn.ts'
import type { ChangedField, SecurityChange } from '#api/mail/templates/wording.ts'

/** Every mail and what it needs to be written; times are ISO 8601 because the input is kept as JSON. */
export interface MailInputs {
  /** `path` is the page of ours that takes the token. */
  confirmation: { readonly path: string; readonly token: string; readonly expiresAt: string }
  /** `path` is where one continues with the account that is there; left out: the sign-in. */
  account_exists: { readonly path?: string }
  /** `at` is ISO 8601; `device` is what the browser calls itself. */
  security_notice: {
    readonly change: SecurityChange
    readonly at: string
    readonly address: string
    readonly device: string
    readonly detail?: string
  }
  password_reset: { readonly path: string; readonly token: string; readonly expiresAt: string }
  /** A reset was asked for, and the account signs in through its company. */
  company_sign_in: { readonly hasPassword: boolean }
  /** A reset was asked for, and there is no account. */
  no_account: Record<string, never>
  email_change: { readonly path: string; readonly token: string; readonly expiresAt: string }
  /** Someone asked for this address, and it is another account's. */
  email_taken: Record<string, never>
  invitation: {
    readonly recipientName: string
    readonly senderName: string
    readonly senderEmail?: string
    /** The sender's, known when it is sent. */
    readonly business?: string
    /** A qualified signature takes a verified identity. */
    readonly qualified?: boolean
    /** It is signed with an account of a business alone, and this signer has none (any longer). */
    readonly needsAccount?: boolean
    readonly title: string
    readonly message: string
    /** Who was asked before, where the signature was delegated, and what they say to it. */
    readonly delegation?: { readonly name: string; readonly message: string }
    /** The group of whom the first who signs, signs for all. */
    readonly group?: string
    readonly documents: string[]
    readonly forInformation?: string[]
    readonly expiresAt: string
  }
  reminder: {
    readonly recipientName: string
    readonly senderName: string
    readonly senderEmail?: string
    readonly business?: string
    readonly qualified?: boolean
    /** It is signed with an account of a business alone, and this signer has none (any longer). */
    readonly needsAccount?: boolean
    readonly title: string
    readonly group?: string
    readonly documents: string[]
    readonly forInformation?: string[]
    readonly expiresAt: string
  }
  /** To the other members of a group: one has signed for it, or has delegated its signature. */
  group_settled: {
    readonly name: string
    readonly group: string
    readonly title: string
    readonly at: string
    readonly how: 'signed' | 'delegated'
  }
  /** To the sender: someone else signs now. */
  delegated: {
    readonly fromName: string
    readonly toName: string
    readonly title: string
    readonly message: string
    readonly delegatedAt: string
  }
  /** To those who were asked or look on: the sender has corrected it. */
  changed: {
    readonly recipientName: string
    readonly senderName: string
    readonly title: string
    readonly fields: ChangedField[]
    readonly message: string
    readonly expiresAt: string
    readonly signs: boolean
  }
  declined: {
    readonly signerName: string
    readonly title: string
    readonly reason: string
    readonly declinedAt: string
  }
  /** `email` is the one to sign up with where there is no account. */
  observer_invited: {
    readonly inviterName: string
    readonly inviterEmail?: string
    /** The sender's, known when it is sent. */
    readonly business?: string
    readonly title: string
    readonly documents: string[]
    readonly email: string
    readonly hasAccount: boolean
  }
  request_signed: {
    readonly signerName: string
    readonly title: string
    readonly signedAt: string
    readonly signedCount: number
    readonly signerCount: number
  }
  signed_copy: {
    readonly recipientName: string
    readonly title: string
    readonly signers: string[]
    /** What is to come with it, as it was decided at the end. */
    readonly attach?: { readonly signedDocument: boolean; readonly signatureProtocol: boolean }
    /** What does come with it: known when it is sent. */
    readonly attached?: AttachedFiles
  }
  withdrawn: {
    readonly senderName: string
    readonly title: string
    readonly reason?: string
    readonly withdrawnAt: string
  }
  expired: {
    readonly title: string
    readonly expiredAt: string
    readonly reader:
      | { role: 'sender'; signedCount: number; signerCount: number }
      | { role: 'signer'; senderName: string }
      | { role: 'observer' }
  }
  /** The documents can't be signed, which ends the request; goes to its owner. */
  signing_failed: { readonly title: string; readonly failedAt: string }
  mail_failed: { readonly recipient: string; readonly title: string }
  /** Approves a signature; goes to the person who makes it. */
  signing_code: { readonly code: string; readonly title: string; readonly expiresAt: string }
  /** The request is deleted on its own: a week ahead, and on the day. */
  deletion_ahead: { readonly title: string; readonly deleteAt: string; readonly notice: 'week' | 'day' }
  /** To everybody who belongs to the business: it is deleted `at` then, stays, or is deleted now. */
  business_deletion: {
    readonly business: string
    readonly what: BusinessDeletion
    readonly at: string
    readonly by?: string
    readonly isAdmin: boolean
  }
  /** To the representative of a business; `path` is the page of ours that takes the token. */
  aes_for_business: {
    readonly business: string
    readonly asker: string
    readonly representativeName: string
    readonly domains: string[]
    readonly path: string
    readonly token: string
    readonly expiresAt: string
  }
  /** To its holder, who had to wait for it. `page` is the account's; a guest continues where they were asked to sign. */
  identification_result: { readonly success: boolean; readonly page: string }
  /** To its holder: 60 and 14 days ahead. */
  identification_ends: {
    readonly legislation: Legislation
    /** Left out of those that were enqueued before it was told apart. */
    readonly level?: 'QES' | 'AES'
    readonly validUntil: string
  }
  /** To someone who is to belong to a business. */
  business_invitation: {
    readonly business: string
    readonly inviter: string | null
    readonly inviterEmail?: string
    readonly message: string | null
    readonly role: 'admin' | 'member'
    readonly email: string
    readonly hasAccount: boolean
    readonly invitationId: string
    readonly expiresAt: string
  }
  /** To anyone who invited them. */
  business_invitation_declined: { readonly business: string; readonly name: string; readonly email: string }
  documents_taken_over: { readonly business: string; readonly from: string; readonly requests: number }
  removed_from_business: { readonly business: string; readonly handedOverTo: string | null }
  /** To the admins of a business: what has become of its plan. */
  billing: BillingMailInput
  /** To the admins of a business: a host has been failing an API user's callbacks for a day. */
  callbacks_failing: {
    readonly business: string
    readonly apiUser: string
    readonly host: string
    readonly since: string
  }
  /** To the admins of a business: how its people sign in has changed. */
  identity_provider_changed: Omit<IdentityProviderChangedInput, 'link'>
  /** To the admins of a business: an API user's key stops working within two weeks. */
  api_key_expires: { readonly business: string; readonly apiUser: string; readonly expiresAt: string }
  /** To the operator: someone wants an offer. */
  enterprise_contact: EnterpriseContactInput
}
export type MailKind = keyof MailInputs

/** In which the reader is told times; left out: that of the installation's home. */
type InTimeZone<Input> = Input & { readonly timeZone?: string }

/**
 * The mail in words. `link` is where it leads: the request for most, the site itself for the rest. What is given has the
 * reader's `timeZone` too.
 */
export function renderMail(kind: MailKind, given: unknown, language: Language, link: string): RenderedMail {
  switch (kind) {
    case 'confirmation': {
      const { path, token, expiresAt, timeZone } = given as InTimeZone<MailInputs['confirmation']>
      return confirmationMail(
        { link: `${link}${path}?token=${token}`, expiresAt: new Date(expiresAt), timeZone },
        language,
      )
    }
    case 'security_notice':
      return securityNoticeMail({ ...(given as MailInputs['security_notice']), site: link }, language)
    case 'password_reset':
    case 'email_change': {
      const { path, token, expiresAt, timeZone } = given as InTimeZone<MailInputs['password_reset']>
      const write = kind === 'password_reset' ? passwordResetMail : emailChangeMail
      const until = { expiresAt: new Date(expiresAt), timeZone }
      return write({ link: `${link}${path}?token=${token}`, ...until }, language)
    }
    case 'company_sign_in':
      return companySignInMail(
        { ...(given as MailInputs['company_sign_in']), link: `${link}/login` },
        language,
      )
    case 'no_account':
      return noAccountMail({ link: `${link}/signup` }, language)
    case 'email_taken':
      return emailTakenMail({ link: `${link}/login` }, language)
    case 'account_exists': {
      const { path = '/login' } = given as MailInputs['account_exists']
      return accountExistsMail({ link: link + path }, language)
    }
    case 'invitation': {
      const input = given as MailInputs['invitation']
      return invitationMail({ ...input, expiresAt: new Date(input.expiresAt), link }, language)
    }
    case 'reminder': {
      const input = given as MailInputs['reminder']
      return reminderMail({ ...input, expiresAt: new Date(input.expiresAt), link }, language)
    }
    case 'changed': {
      const input = given as MailInputs['changed']
      return changedMail({ ...input, expiresAt: new Date(input.expiresAt), link }, language)
    }
    case 'delegated': {
      const input = given as MailInputs['delegated']
      return delegatedMail({ ...input, delegatedAt: new Date(input.delegatedAt), link }, language)
    }
    case 'group_settled': {
      const input = given as MailInputs['group_settled']
      return groupSettledMail({ ...input, at: new Date(input.at), link }, language)
    }
    case 'declined': {
      const input = given as MailInputs['declined']
      return declinedMail({ ...input, declinedAt: new Date(input.declinedAt), link }, language)
    }
    case 'observer_invited':
      return observerInvitedMail({ ...(given as MailInputs['observer_invited']), link }, language)
    case 'request_signed': {
      const input = given as MailInputs['request_signed']
      return requestSignedMail({ ...input, signedAt: new Date(input.signedAt), link }, language)
    }
    case 'signed_copy':
      return signedCopyMail({ ...(given as MailInputs['signed_copy']), link }, language)
    case 'withdrawn': {
      const input = given as MailInputs['withdrawn']
      return withdrawnMail({ ...input, withdrawnAt: new Date(input.withdrawnAt) }, language)
    }
    case 'expired': {
      const input = given as MailInputs['expired']
      return expiredMail({ ...input, expiredAt: new Date(input.expiredAt), link }, language)
    }
    case 'signing_failed': {
      const input = given as MailInputs['signing_failed']
      return signingFailedMail({ ...input, failedAt: new Date(input.failedAt), link }, language)
    }
    case 'deletion_ahead': {
      const input = given as MailInputs['deletion_ahead']
      return deletionAheadMail({ ...input, deleteAt: new Date(input.deleteAt), link }, language)
    }
    case 'signing_code': {
      const input = given as MailInputs['signing_code']
      return signingCodeMail({ ...input, expiresAt: new Date(input.expiresAt) }, language)
    }
    case 'identification_result': {
      const { success, page } = given as MailInputs['identification_result']
      return identificationResultMail({ success, link: link + page }, language)
    }
    case 'identification_ends': {
      const input = given as InTimeZone<MailInputs['identification_ends']>
      const { legislation, level = 'QES', validUntil, timeZone } = input
      const page = `${link}/profile/signature-standards/${legislation.toLowerCase()}`
      return identificationEndsMail(
        { level, validUntil: new Date(validUntil), timeZone, link: page },
        language,
      )
    }
    case 'business_deletion': {
      const input = given as MailInputs['business_deletion']
      const page = input.isAdmin && input.what === 'asked' ? '/business/profile' : '/dashboard'
      return businessDeletionMail({ ...input, at: new Date(input.at), link: link + page }, language)
    }
    case 'business_invitation': {
      const input = given as MailInputs['business_invitation']
      // Anyone who is not signed in finds the address filled in.
      const page = `${link}/invite/${input.invitationId}?${new URLSearchParams({ email: input.email }).toString()}`
      return businessInvitationMail({ ...input, expiresAt: new Date(input.expiresAt), link: page }, language)
    }
    case 'business_invitation_declined': {
      const input = given as MailInputs['business_invitation_declined']
      return invitationDeclinedMail({ ...input, link: `${link}/business/members` }, language)
    }
    case 'documents_taken_over':
      return documentsTakenOverMail({ ...(given as MailInputs['documents_taken_over']), link }, language)
    case 'removed_from_business':
      return removedFromBusinessMail({ ...(given as MailInputs['removed_from_business']), link }, language)
    case 'aes_for_business': {
      const { path, token, expiresAt, ...input } = given as MailInputs['aes_for_business']
      const page = `${link}${path}?token=${token}`
      return aesForBusinessMail({ ...input, expiresAt: new Date(expiresAt), link: page }, language)
    }
    case 'billing': {
      const page = `${link}/business/billing/plan`
      return billingMail({ ...(given as MailInputs['billing']), link: page }, language)
    }
    case 'callbacks_failing': {
      const { since, ...input } = given as MailInputs['callbacks_failing']
      const page = `${link}/business/developers/api`
      return callbacksFailingMail({ ...input, since: new Date(since), link: page }, language)
    }
    case 'identity_provider_changed': {
      const page = `${link}/business/company-sign-in`
      const input = given as MailInputs['identity_provider_changed']
      return identityProviderChangedMail({ ...input, link: page }, language)
    }
    case 'api_key_expires': {
      const { expiresAt, ...input } = given as MailInputs['api_key_expires']
      const page = `${link}/business/developers/api`
      return keyExpiresMail({ ...input, expiresAt: new Date(expiresAt), link: page }, language)
    }
    case 'enterprise_contact':
      return enterpriseContactMail(given as MailInputs['enterprise_contact'], language)
    case 'mail_failed':
      return mailFailedMail({ ...(given as MailInputs['mail_failed']), link }, language)
  }
}
