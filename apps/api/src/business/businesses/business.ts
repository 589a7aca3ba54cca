import type {
  BusinessRetentionRow,
  BusinessSettingsRow,
  IdentificationCoverage,
  MailAttachmentRow,
  SupportContactRow,
  VisualPermissionRow,
} from '#api/platform/db/tables.ts'

export type BusinessRole = 'admin' | 'member'

/** What a business has chosen, with what it has not. */
export interface BusinessSettings {
  readonly part11: { readonly enabled: boolean }
  readonly identifications: {
    readonly eidas: IdentificationCoverage
    readonly zertes: IdentificationCoverage
  }
  readonly aesForBusiness: { readonly enabled: boolean; readonly domains: readonly string[] }
  readonly retention: BusinessRetentionRow
  readonly mailAttachments: {
    readonly signedDocument: MailAttachmentRow
    readonly signatureProtocol: MailAttachmentRow
  }
  readonly signerGroups: { readonly maxGroups: number | null; readonly maxParticipants: number | null }
  readonly affiliate: { readonly enabled: boolean }
  readonly mabDirectSign: { readonly enabled: boolean }
  readonly userPilot: { readonly enabled: boolean }
  /** Whether members see what its API users have sent. */
  readonly apiUsers: { readonly sharedRequests: { readonly enabled: boolean } }
  /** The websites that may show its signing pages in a frame. */
  readonly embedding: { readonly origins: readonly string[] }
  readonly visualSignatures: {
    readonly claim: VisualPermissionRow
    readonly date: VisualPermissionRow
    readonly std: VisualPermissionRow
  }
}

export interface Logo {
  /** SHA-256 of the picture, in hexadecimal. */
  readonly hash: string
  readonly width: number
  readonly height: number
}

export interface Business {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly phone: string | null
  readonly country: string | null
  readonly createdAt: Date
  readonly termsAcceptedAt: Date | null
  readonly dataProcessingAcceptedAt: Date | null
  readonly supportContact: SupportContactRow
  readonly logo: Logo | null
  /** Null where their number is not limited. */
  readonly seats: number | null
  /** An admin wants it deleted then. */
  readonly deleteAt: Date | null
  readonly settings: BusinessSettings
}

/** So long an admin can say that the business stays after all. */
const graceDays = 30

export function deletionDay(askedAt: Date): Date {
  return new Date(askedAt.getTime() + graceDays * 86_400_000)
}

/** A business as it begins. */
export function newBusiness(
  given: Pick<Business, 'name' | 'email' | 'createdAt'> &
    Partial<Pick<Business, 'phone' | 'country' | 'termsAcceptedAt' | 'dataProcessingAcceptedAt'>>,
): Business {
  return {
    id: crypto.randomUUID(),
    phone: null,
    country: null,
    termsAcceptedAt: null,
    dataProcessingAcceptedAt: null,
    supportContact: {},
    logo: null,
    seats: null,
    deleteAt: null,
    settings: settingsOf({}),
    ...given,
  }
}

/** Nothing is on, and nothing paid for, before someone chose it. */
const nothingPaid: IdentificationCoverage = { payForMembers: false, payForInvitations: false }
/** Members choose for themselves, and all of it shows at first. */
const ownChoice: VisualPermissionRow = { canUpdate: true, defaultValue: true }
const off = { enabled: false }
const attached: MailAttachmentRow = { enabled: false, customisable: true }

export function settingsOf(row: BusinessSettingsRow): BusinessSettings {
  return {
    part11: row.part11 ?? off,
    identifications: {
      eidas: { ...nothingPaid, ...row.identifications?.eidas },
      zertes: { ...nothingPaid, ...row.identifications?.zertes },
    },
    aesForBusiness: row.aesForBusiness ?? { enabled: false, domains: [] },
    retention: { enabled: false, days: 90, terminalState: true, ...row.retention },
    mailAttachments: {
      signedDocument: { ...attached, ...row.mailAttachments?.signedDocument },
      signatureProtocol: { ...attached, ...row.mailAttachments?.signatureProtocol },
    },
    signerGroups: { maxGroups: null, maxParticipants: null, ...row.signerGroups },
    affiliate: row.affiliate ?? off,
    // A guest may sign at a trust service by redirect, as an account may, unless the business says otherwise.
    mabDirectSign: row.mabDirectSign ?? { enabled: true },
    userPilot: row.userPilot ?? off,
    apiUsers: { sharedRequests: row.apiUsers?.sharedRequests ?? off },
    embedding: row.embedding ?? { origins: [] },
    visualSignatures: {
      claim: { ...ownChoice, ...row.visualSignatures?.claim },
      date: { ...ownChoice, ...row.visualSignatures?.date },
      std: { ...ownChoice, ...row.visualSignatures?.std },
    },
  }
}

/** What is to change of the settings; what is undefined stays. */
export type SettingsChange = BusinessSettingsRow

export function changeSettings(before: BusinessSettings, change: SettingsChange): BusinessSettings {
  const { identifications: paid, mailAttachments: mails, visualSignatures: visuals } = change
  return {
    part11: change.part11 ?? before.part11,
    identifications: {
      eidas: changed(before.identifications.eidas, paid?.eidas),
      zertes: changed(before.identifications.zertes, paid?.zertes),
    },
    aesForBusiness: change.aesForBusiness ?? before.aesForBusiness,
    retention: changed(before.retention, change.retention),
    mailAttachments: {
      signedDocument: changed(before.mailAttachments.signedDocument, mails?.signedDocument),
      signatureProtocol: changed(before.mailAttachments.signatureProtocol, mails?.signatureProtocol),
    },
    signerGroups: changed(before.signerGroups, change.signerGroups),
    affiliate: change.affiliate ?? before.affiliate,
    mabDirectSign: change.mabDirectSign ?? before.mabDirectSign,
    userPilot: change.userPilot ?? before.userPilot,
    apiUsers: { sharedRequests: change.apiUsers?.sharedRequests ?? before.apiUsers.sharedRequests },
    embedding: change.embedding ?? before.embedding,
    visualSignatures: {
      claim: changed(before.visualSignatures.claim, visuals?.claim),
      date: changed(before.visualSignatures.date, visuals?.date),
      std: changed(before.visualSignatures.std, visuals?.std),
    },
  }
}

/** What is named holds, also where it is null; what is undefined stays. */
function changed<Part extends object>(
  before: Part,
  change: { readonly [K in keyof Part]?: Part[K] | undefined } | undefined,
): Part {
  const named = Object.entries(change ?? {}).filter(([, value]) => value !== undefined)
  return { ...before, ...Object.fromEntries(named) }
}
