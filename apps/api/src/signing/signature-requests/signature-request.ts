// A signature request and its transitions: no clock, no I/O. Design: DRAFT → OPEN → SIGNED | DECLINED | WITHDRAWN | EXPIRED | ERROR.

import { isSignersOwn } from '@countersign/contract/field-rules.ts'
import type {
  FormProblem,
  DocumentFormField,
  FieldValue,
  Place,
  SignatureFieldLock,
  SignerField,
} from '#api/platform/values/signer-field.ts'
import type { Retention } from '#api/signing/retention/retention.ts'

export type RequestStatus = 'DRAFT' | 'OPEN' | 'SIGNED' | 'DECLINED' | 'WITHDRAWN' | 'EXPIRED' | 'ERROR'
export type SignerStatus =
  | 'DRAFT'
  | 'WAITING'
  | 'OPEN'
  | 'SIGNED'
  | 'DECLINED'
  | 'WITHDRAWN'
  | 'EXPIRED'
  | 'ERROR'
export type Language = 'en' | 'de' | 'fr' | 'it'

/** What the sender chose to go out with the mail of the end; what is not named is as the business has it. */
export interface MailAttachmentChoice {
  readonly signedDocument?: boolean | undefined
  readonly signatureProtocol?: boolean | undefined
}

/** A document that a signer signs, and where. Neither place nor form field: the signature is valid, but not visible. */
export interface DocumentSignature {
  readonly documentId: string
  readonly places: readonly Place[]
  readonly formField: string | null
  /** What the signer fills in there. */
  readonly fields: readonly SignerField[]
  /** By field; null until they have signed. */
  readonly signedValues: Readonly<Record<string, FieldValue>> | null
}

/** The no-account signer's link: the hash it is found by and the encrypted secret. */
type Link = { readonly hash: Buffer; readonly encrypted: Buffer }
type Delivery = { readonly state: 'pending' | 'sent' | 'failed'; readonly message: string | null }

/** Someone of a group, as they were when the request was made, and how they come in. */
export interface Member {
  readonly id: string
  readonly email: string
  readonly name: string | null
  readonly language: Language
  readonly accountId: string | null
  readonly link: Link | null
  readonly openedAt: Date | null
  readonly delivery: Delivery | null
}

export interface SignatureGroup {
  readonly id: string
  readonly name: string
  readonly versionId: string
  readonly members: readonly Member[]
  /** Which of them signed or declined. */
  readonly settledBy: string | null
}

export interface Signature {
  readonly id: string
  /** What someone signs as. In a draft nobody may be named for it yet: then the email is empty. */
  readonly role: string | null
  readonly sequence: number
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly mobile: string | null
  readonly language: Language
  readonly notify: boolean
  readonly accountId: string | null
  readonly link: Link | null
  /** Of whom the first who signs, signs for all. Until then the signature has no email of its own. */
  readonly group: SignatureGroup | null
  readonly status: SignerStatus
  readonly openedAt: Date | null
  /** The last look, to the minute; left out before the first. */
  readonly viewedAt?: Date | null
  readonly signedAt: Date | null
  /** The name that the signature was made under. */
  readonly signedName: string | null
  /** Of a group's: failed where one member's was, else pending while one is. */
  readonly delivery: Delivery | null
  readonly signing: {
    readonly status: 'OPEN' | 'SIGNED' | 'ERROR'
    readonly quality: string
    readonly error: string | null
    readonly startedAt: Date
    /** Which member of the group signs. */
    readonly memberId: string | null
    /** What the signer gives before it is made, and how far that is. Left out: nothing, or it is not looked at. */
    readonly approval?: { readonly id: string; readonly status: 'OPEN' | 'GIVEN' | 'FAILED' } | null
  } | null
  /** What was said with a decline. */
  readonly declineMessage: string | null
  /** Who was asked first, and how many times the signature has been delegated since. */
  readonly delegatedBy: {
    /** Of whom the sender asked. */
    readonly email: string
    readonly name: string
    readonly times: number
    /** Everybody who has passed it on. */
    readonly formerly?: readonly string[]
  } | null
  readonly remindedAt: Date | null
  /** Signs every document, those that are added later included. */
  readonly allDocuments: boolean
  /** Named by `account_email`: answered so, whether there is such an account or not. */
  readonly byAccountEmail: boolean
  /** The documents that they sign: each of them is listed. */
  readonly documents: readonly DocumentSignature[]
  /** The signature whose place it takes, while that change is being made: it is not kept. */
  readonly replaces?: string
}

/** Someone who looks on: by their account, or told by mail alone while there is none of that email. */
export interface Observer {
  readonly id: string
  readonly email: string
  readonly accountId: string | null
  readonly language: Language
  /** The account that let them look on. */
  readonly invitedBy: string
}

/** A file that goes with the documents and is not signed. */
export interface Attachment {
  readonly id: string
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly sha256: string
  readonly addedBy: string
  readonly createdAt: Date
}

export interface RequestDocument {
  readonly id: string
  readonly versionId: string
  readonly name: string
  readonly size: number
  readonly pages: readonly { readonly index: number; readonly width: number; readonly height: number }[]
  readonly signatureFields: readonly {
    readonly name: string
    readonly signed: boolean
    readonly lock?: SignatureFieldLock
  }[]
  readonly formFields: readonly DocumentFormField[]
  readonly formProblem: FormProblem | null
}

export interface Owner {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly language: Language
}

export interface SignatureRequest {
  readonly id: string
  readonly owner: Owner
  readonly title: string
  readonly message: string
  readonly quality: string
  readonly legislation: string | null
  readonly status: RequestStatus
  readonly version: number
  readonly expiresAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly initiatedAt: Date | null
  readonly completedAt: Date | null
  /** When its sender last corrected it while it was open, by the clock of `updatedAt`. */
  readonly correctedAt: Date | null
  /** What the owner said who took it back. */
  readonly withdrawMessage: string | null
  /** What the owner chose to go out with the mail of the end; null: as the business has it. */
  readonly mailAttachments: MailAttachmentChoice | null
  /** The accounts that left it and were not asked to sign again since. */
  readonly departed: readonly string[]
  readonly documents: readonly RequestDocument[]
  readonly signatures: readonly Signature[]
  readonly observers: readonly Observer[]
  readonly attachments: readonly Attachment[]
  /** The rule under which it is deleted on its own. */
  readonly retention: Retention | null
  /** Members of the owner's business who may do what the owner may. Left out: nobody. */
  readonly editors?: readonly Editor[]
  /**
   * The account that reads it as a member of the business whose API user has sent it, if members see that. Left out:
   * nobody, or nobody has asked.
   */
  readonly sharedWith?: string
  /**
   * The member to whom it goes, where its owner has left the business it was made for and the job that transfers it has not
   * come to it yet. It is closed to that owner. Left out: it stays where it is.
   */
  readonly goesTo?: Owner
}

export interface Editor {
  readonly accountId: string
  readonly email: string
}

const defaultLifetimeDays = 90

/** The name that the sender gave; empty where there is none. */
export const nameGivenTo = ({ firstName, lastName }: Pick<Signature, 'firstName' | 'lastName'>): string =>
  [firstName, lastName].filter(Boolean).join(' ')

/** The name they signed under, else the one the sender gave, else the address that was asked. */
export function nameOf(signature: Signature): string {
  if (signature.signedName) return signature.signedName
  return nameGivenTo(signature) || signature.email || signature.group?.name || signature.role || ''
}

/**
 * The time of a change that is made under the request's lock: after that of the change before it, whichever process's clock that had.
 * What a signer has read is told from a later correction by it.
 */
export const timeOfChange = ({ updatedAt }: Pick<SignatureRequest, 'updatedAt'>, now: Date): Date =>
  new Date(Math.max(now.getTime(), updatedAt.getTime() + 1))

/** Signers and documents change only while nobody has signed, and nobody is about to. */
export function hasBegun(request: SignatureRequest): boolean {
  return request.signatures.some(
    (signature) => signature.status === 'SIGNED' || signature.signing?.status === 'OPEN',
  )
}

/** Is a signature being made? While the signer is still to approve it, it is not. */
export function isBeingSigned({ signing }: Signature): boolean {
  return signing?.status === 'OPEN' && signing.approval?.status !== 'OPEN'
}

/** A draft in which nobody is asked to sign yet. Programs may take it for open: it is sent with its first signer. */
export function isUnassigned(request: SignatureRequest): boolean {
  return request.status === 'DRAFT' && request.signatures.length === 0
}

export function isEditable(request: SignatureRequest): boolean {
  return request.status === 'DRAFT' || (request.status === 'OPEN' && !hasBegun(request))
}

/** Sequence -1 may sign at any time; group n when all of the groups before it have. */
export function withTurns<Signer extends Pick<Signature, 'status' | 'sequence'>>(
  signatures: readonly Signer[],
): Signer[] {
  const unsigned = signatures.filter((signature) => signature.status !== 'SIGNED' && signature.sequence >= 0)
  const turn = Math.min(...unsigned.map((signature) => signature.sequence))
  return signatures.map((signature) => {
    if (!['DRAFT', 'WAITING', 'OPEN'].includes(signature.status)) return signature
    const status = signature.sequence >= 0 && signature.sequence > turn ? 'WAITING' : 'OPEN'
    // What stays as it is isn't written again.
    return signature.status === status ? signature : { ...signature, status }
  })
}

export type InitiateRefusal = 'request.not_draft' | 'request.no_documents' | 'request.no_signers'

export function initiate(request: SignatureRequest, now: Date): SignatureRequest | InitiateRefusal {
  if (request.status !== 'DRAFT') return 'request.not_draft'
  if (request.documents.length === 0) return 'request.no_documents'
  if (request.signatures.length === 0) return 'request.no_signers'
  const expiresAt = request.expiresAt ?? new Date(now.getTime() + defaultLifetimeDays * 86_400_000)
  return {
    ...request,
    status: 'OPEN',
    initiatedAt: now,
    updatedAt: timeOfChange(request, now),
    expiresAt,
    signatures: withTurns(request.signatures),
  }
}

export type SignRefusal = 'request.not_open' | 'signature.not_in_turn' | 'signature.already_signed'

export function mayStartSigning(
  request: SignatureRequest,
  signature: Signature,
  now: Date,
): SignRefusal | null {
  if (signature.status === 'SIGNED') return 'signature.already_signed'
  if (request.status !== 'OPEN' || isOver(request, now)) return 'request.not_open'
  return signature.status === 'OPEN' ? null : 'signature.not_in_turn'
}

export function isOver(request: SignatureRequest, now: Date): boolean {
  return request.expiresAt !== null && request.expiresAt <= now
}

export function signsDocument(signature: Pick<Signature, 'documents'>, documentId: string): boolean {
  return signature.documents.some((one) => one.documentId === documentId)
}

/** The documents of the request that this signer signs, in the order of the request. */
export function documentsToSign(
  request: Pick<SignatureRequest, 'documents'>,
  signature: Pick<Signature, 'documents'>,
): RequestDocument[] {
  const ids = new Set(signature.documents.map(({ documentId }) => documentId))
  return request.documents.filter(({ id }) => ids.has(id))
}

/** What a signer signs, in the order of the request's documents; what is of none of them comes last. */
export function inDocumentOrder<Placed extends Pick<DocumentSignature, 'documentId'>>(
  documents: readonly Pick<RequestDocument, 'id'>[],
  placed: readonly Placed[],
): Placed[] {
  const positions = new Map(documents.map(({ id }, position) => [id, position]))
  const positionOf = ({ documentId }: Placed) => positions.get(documentId) ?? documents.length
  return placed.toSorted((a, b) => positionOf(a) - positionOf(b))
}

/** Each document of the request, as one signs it who was given no visible place in it. */
export function everyDocument(
  documents: readonly Pick<RequestDocument, 'id'>[],
  placed: readonly DocumentSignature[] = [],
): DocumentSignature[] {
  const known = new Map(placed.map((one) => [one.documentId, one]))
  return documents.map(({ id }) => known.get(id) ?? unplaced(id))
}

const unplaced = (documentId: string): DocumentSignature => ({
  documentId,
  places: [],
  formField: null,
  fields: [],
  signedValues: null,
})

/** Does the signature show in the document? */
export const isVisible = ({ places, formField }: Pick<DocumentSignature, 'places' | 'formField'>): boolean =>
  places.length > 0 || formField !== null

/** The same fields and places, of which nothing is filled in or signed. */
export const unsigned = (documents: readonly DocumentSignature[]): DocumentSignature[] =>
  documents.map((document) => ({ ...document, signedValues: null }))

/** A name, an email or initials that a field was prefilled with are the person’s: another person has their own. */
export const withoutPerson = (placed: DocumentSignature): DocumentSignature => ({
  ...placed,
  fields: placed.fields.map((field) => (isSignersOwn(field) ? { ...field, value: null } : field)),
})

/** The documents that nobody is asked to sign. */
export function unsignedDocuments<Document extends Pick<RequestDocument, 'id'>>(
  documents: readonly Document[],
  signers: readonly Pick<Signature, 'documents'>[],
): Document[] {
  const signed = new Set(signers.flatMap((signer) => signer.documents.map(({ documentId }) => documentId)))
  return documents.filter(({ id }) => !signed.has(id))
}

/** A signature is made under this name: the next group's turn, or the end. */
export function completeSignature(
  request: SignatureRequest,
  made: { readonly signatureId: string; readonly name: string },
  now: Date,
): SignatureRequest {
  const signed = request.signatures.map((signature): Signature =>
    signature.id === made.signatureId
      ? { ...signature, ...namesOf(signature, made.name), status: 'SIGNED', signedAt: now }
      : signature,
  )
  const all = signed.every((signature) => signature.status === 'SIGNED')
  return {
    ...request,
    status: all ? 'SIGNED' : request.status,
    completedAt: all ? now : null,
    updatedAt: timeOfChange(request, now),
    signatures: all ? signed : withTurns(signed),
  }
}

/** Where nobody gave the signer a name, it is theirs: the first word stands for the first name. */
function namesOf({ firstName, lastName }: Signature, signedName: string) {
  if (firstName || lastName) return { signedName }
  const [first = '', ...rest] = signedName.split(' ')
  return { signedName, firstName: first || null, lastName: rest.join(' ') || null }
}

/** Is this signature the last one of the document? Then the document is complete, anyone who still signs others. */
export function isLastToSign(request: SignatureRequest, documentId: string, signatureId: string): boolean {
  return request.signatures.every(
    (signature) =>
      signature.id === signatureId || signature.status === 'SIGNED' || !signsDocument(signature, documentId),
  )
}

/** The owner takes an open request back: anyone who has not signed cannot any longer. */
export function withdraw(request: SignatureRequest, now: Date, message = ''): SignatureRequest {
  const signatures = request.signatures.map((signature): Signature =>
    ['WAITING', 'OPEN'].includes(signature.status) ? { ...signature, status: 'WITHDRAWN' } : signature,
  )
  return {
    ...request,
    status: 'WITHDRAWN',
    withdrawMessage: message || null,
    completedAt: now,
    updatedAt: timeOfChange(request, now),
    signatures,
  }
}

/** The same for a request that nobody was notified of. Its observers are dropped: they would see it from now on. */
export function withdrawUnassigned(request: SignatureRequest, now: Date, message = ''): SignatureRequest {
  return { ...withdraw(request, now, message), observers: [] }
}

export function expire(request: SignatureRequest, now: Date): SignatureRequest {
  const signatures = request.signatures.map((signature): Signature =>
    ['WAITING', 'OPEN'].includes(signature.status) ? { ...signature, status: 'EXPIRED' } : signature,
  )
  return {
    ...request,
    status: 'EXPIRED',
    completedAt: now,
    updatedAt: timeOfChange(request, now),
    signatures,
  }
}

/** Nobody can sign it any longer, for a reason that is not theirs. */
export function failWithError(request: SignatureRequest, now: Date): SignatureRequest {
  const signatures = request.signatures.map((signature): Signature =>
    ['WAITING', 'OPEN'].includes(signature.status) ? { ...signature, status: 'ERROR' } : signature,
  )
  return { ...request, status: 'ERROR', completedAt: now, updatedAt: timeOfChange(request, now), signatures }
}

export type ViewerStatus = 'DRAFT' | 'TO_SIGN' | 'WAITING' | 'COMPLETED' | 'CANCELLED' | 'ERROR'

/** What someone sees on the dashboard, given the signatures that are theirs. */
export function viewerStatus(request: SignatureRequest, own: readonly Signature[]): ViewerStatus {
  switch (request.status) {
    case 'DRAFT':
      return 'DRAFT'
    case 'SIGNED':
      return 'COMPLETED'
    case 'ERROR':
      return 'ERROR'
    case 'DECLINED':
    case 'WITHDRAWN':
    case 'EXPIRED':
      return 'CANCELLED'
    case 'OPEN':
      return own.some((signature) => signature.status === 'OPEN') ? 'TO_SIGN' : 'WAITING'
  }
}
