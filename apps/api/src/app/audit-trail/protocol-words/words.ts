import type { EventType } from '#api/evidence/event.ts'

/** What of a request, a signer or a field can be corrected, as events name it. */
export type ChangedName =
  | 'title'
  | 'message'
  | 'quality'
  | 'legislation'
  | 'expiresAt'
  | 'signedDocument'
  | 'signatureProtocol'
  | 'documents'
  | 'document'
  | 'editors'
  | 'email'
  | 'firstName'
  | 'lastName'
  | 'mobile'
  | 'role'
  | 'language'
  | 'sequence'
  | 'notify'
  | 'places'
  | 'place'
  | 'formField'
  | 'type'
  | 'label'
  | 'value'
  | 'required'
  | 'readOnly'
  | 'fontSize'
  | 'tooltip'
  | 'alignment'
  | 'multiline'
  | 'maxLength'
  | 'comb'
  | 'pattern'
  | 'options'

/** Everything the audit trail says in one language. */
export interface ProtocolWords {
  readonly locale: string
  readonly heading: string
  readonly summary: string
  readonly title: string
  readonly requestId: string
  readonly status: string
  readonly message: string
  readonly sender: string
  readonly sentAt: string
  readonly completedAt: string
  readonly expiresAt: string
  readonly level: string
  readonly madeAt: string
  readonly documents: string
  readonly document: string
  readonly version: string
  readonly upload: string
  readonly archived: string
  readonly signedBy: string
  readonly size: string
  readonly hash: string
  readonly signers: string
  readonly signer: string
  readonly email: string
  readonly group: string
  readonly members: string
  readonly picture: string
  readonly pictureLeftOut: string
  readonly signedAt: string
  readonly subject: string
  readonly issuer: string
  readonly serial: string
  readonly timestamp: string
  readonly field: string
  readonly filledIn: string
  readonly yes: string
  readonly no: string
  readonly attachments: string
  readonly file: string
  readonly observers: string
  history: string
  readonly event: string
  readonly time: string
  readonly who: string
  readonly from: string
  readonly detail: string
  readonly system: string
  readonly chain: string
  readonly chainHead: string
  readonly chainLength: string
  readonly chainText: string
  readonly utc: string
  readonly none: string
  /** What a correction changed. */
  readonly added: string
  readonly removed: string
  /** In place of a value that this reader may not see, or that was deleted. */
  readonly notShown: string
  readonly page: (number: number) => string
  readonly changedNames: Readonly<Record<ChangedName, string>>
  /** The box on top: what a reader wants to know first. */
  readonly signedCount: (signed: number, all: number) => string
  readonly confirmedBy: string
  readonly result: string
  readonly byAccount: string
  readonly byLink: string
  readonly byMailedLink: string
  readonly byDisclosedLink: string
  readonly byMailedAndDisclosedLink: string
  readonly byCode: string
  readonly byPassword: string
  readonly byCompanySignIn: string
  readonly byReauthentication: string
  readonly byTrustService: string
  readonly bySeal: (name: string) => string
  readonly byIdentity: string
  readonly verify: string
  readonly historyColumns: readonly [string, string, string]
  readonly events: Readonly<Record<EventType, string>>
  readonly statuses: Readonly<
    Record<'DRAFT' | 'WAITING' | 'OPEN' | 'SIGNED' | 'DECLINED' | 'WITHDRAWN' | 'EXPIRED' | 'ERROR', string>
  >
}
