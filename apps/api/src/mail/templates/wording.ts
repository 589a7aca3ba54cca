import type { Language } from '@countersign/contract/values.ts'
import type { Say } from '../catalogue.ts'

/** The words of one mail, in reading order; names, titles and dates are already fit to be shown. */
export type MailWords = {
  subject: string
  /** The line that a list of mails shows beside the subject. */
  preheader: string
  heading: string
  paragraphs: string[]
  button: string
  notes: string[]
}

/** What happened to an account that its holder is always told. */
export type SecurityChange =
  | 'password_changed'
  | 'password_reset'
  | 'email_changed'
  | 'mobile_changed'
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'recovery_codes_renewed'
  | 'recovery_code_used'
  | 'identity_linked'
  | 'account_deleted'
  /** By the operator of the service, for a person who was locked out. */
  | 'account_recovered'
  | 'new_sign_in'
  /** These are told to the administrators of the business: someone else's account. */
  | 'record_signing_locked'
  | 'member_renamed'

/** What of a sent request its sender may correct. */
export type ChangedField =
  | 'title'
  | 'message'
  | 'expiresAt'
  | 'level'
  | 'documents'
  | 'attachments'
  | 'name'
  | 'place'

/** `sender` is the name alone; `from` adds the address and the business. */
type RequestFact = {
  sender: string
  from: string
  title: string
  group?: string
  qualified: boolean
  needsAccount: boolean
  isPersonal: boolean
}

/** What the holder of an account is told of it. */
export type SecurityWording = {
  securityLabels: { when: string; address: string; device: string; detail: string; unknown: string }
  securityNotice: (fact: { change: SecurityChange; isVerified?: boolean | undefined }) => MailWords
}

/** The mails about someone's own account. */
export type AccountWording = {
  confirmation: (fact: { until: string }) => MailWords
  accountExists: () => MailWords
  passwordReset: (fact: { until: string }) => MailWords
  companySignIn: (fact: { hasPassword: boolean }) => MailWords
  noAccount: () => MailWords
  emailChange: (fact: { until: string }) => MailWords
  emailTaken: () => MailWords
  signingCode: (fact: {
    code: string
    title: string
    until: string
  }) => Omit<MailWords, 'button'> & { label: string }
}

/** The mails about belonging to a business. */
export type PeopleWording = {
  peopleLabels: { answerBy: string }
  businessInvitation: (fact: {
    business: string
    /** With their address; null where their account is gone. */
    inviter: string | null
    role: 'admin' | 'member'
    email: string
    hasAccount: boolean
  }) => MailWords
  businessInvitationDeclined: (fact: { business: string; name: string; email: string }) => MailWords
  documentsTakenOver: (fact: { business: string; from: string; requests: number }) => MailWords
  removedFromBusiness: (fact: { business: string; handedOverTo: string | null }) => MailWords
}

/** What every mail has. */
export type FrameWording = {
  greeting: (name: string | undefined) => string
  /** “Mara Lindt (mara@…) of Lindenhof AG” */
  ofBusiness: (person: string, business: string) => string
  buttonFails: string
  footer: string
  /** In its place where the sender gets the answer. */
  repliesTo: (sender: string) => string
  labels: {
    documents: string
    documentsToSign: string
    documentsForInformation: string
    messageFrom: (sender: string) => string
    reason: string
    signedBy: string
    validUntil: string
    changed: string
  }
  changedFields: Record<ChangedField, string>
}

/** The mails of a request that is open. */
export type RequestWording = {
  invitation: (fact: RequestFact & { delegator?: string }) => MailWords
  reminder: (fact: RequestFact) => MailWords
  changed: (fact: { sender: string; title: string; signs: boolean; isPersonal: boolean }) => MailWords
  observerInvited: (fact: {
    inviter: string
    from: string
    title: string
    email: string
    hasAccount: boolean
  }) => MailWords
  requestSigned: (fact: {
    signer: string
    title: string
    at: string
    signed: number
    total: number
  }) => MailWords
  delegated: (fact: { from: string; to: string; title: string; at: string }) => MailWords
  groupSigned: (fact: { name: string; group: string; title: string; at: string }) => MailWords
  groupDelegated: (fact: { name: string; group: string; title: string; at: string }) => MailWords
}

/** The mails of a request that has ended, or is about to be deleted. */
export type RequestEndWording = {
  signedCopy: (fact: { title: string }) => MailWords
  declined: (fact: { signer: string; title: string; at: string }) => MailWords
  withdrawn: (fact: { sender: string; title: string; at: string }) => MailWords
  expiredForSender: (fact: { title: string; at: string; signed: number; total: number }) => MailWords
  expiredForSigner: (fact: { sender: string; title: string; at: string }) => MailWords
  expiredForObserver: (fact: { title: string; at: string }) => MailWords
  signingFailed: (fact: { title: string; at: string }) => MailWords
  mailFailed: (fact: { recipient: string; title: string }) => MailWords
  deletionAhead: (fact: { title: string; at: string; tomorrow: boolean }) => MailWords
}

/** The mails about verifying an identity. */
export type IdentificationWording = {
  identificationResult: (fact: { success: boolean }) => MailWords
  identificationEnds: (fact: { level: 'QES' | 'AES'; at: string }) => MailWords
}

/** Everything that the mails say in one language, and how a template says what it alone has. */
export type Wording = {
  language: Language
  locale: string
  /** With the space before it that the language asks for. */
  colon: string
  say: Say
} & FrameWording &
  AccountWording &
  SecurityWording &
  PeopleWording &
  RequestWording &
  RequestEndWording &
  IdentificationWording
