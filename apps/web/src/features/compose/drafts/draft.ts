import { isSameMailbox } from '@countersign/contract/email.ts'
import type { Position } from '@countersign/contract/positions.ts'
import type {
  MailAttachmentChoice,
  SignatureRequest,
} from '@countersign/contract/signature-request-shapes.ts'
import type { Language, Quality } from '@countersign/contract/values.ts'
import { dayOf, endOfDay } from '#web/lib/language/day.ts'
import { isEmail } from '#web/lib/forms/email-rule.ts'
import type { Place } from '../placements/field-movement.ts'
import { type DraftSignerField, orderedPosition, signerFieldsOf } from '../fields/signer-fields.ts'

/** What one is composing. Documents are on the server from the start; all else is here and saved as one goes. */

/** When one is asked, where people sign in order: in a turn of one's own, with the one above, or at any time. */
export type Turn = 'own' | 'with' | 'any'

export interface NameParts {
  readonly first_name: string | null
  readonly last_name: string | null
}

export interface DraftGroup {
  readonly id: string
  readonly memberCount: number
}

export interface DraftSigner {
  /** Stays the same while the page is open, before and after the server knows the signer. */
  readonly key: string
  readonly sid: string | null
  readonly name: string
  /** The same name in its parts, as the service has them; left out: the page is the first to name them. */
  readonly nameParts?: NameParts
  readonly email: string
  /** As it was typed; codes for advanced signatures of people without an account are sent to it. */
  readonly mobile: string
  readonly language: Language | null
  readonly isMe: boolean
  /** What they sign as, from a template: it may wait for its person. */
  readonly role: string | null
  /** In place of a person: the first of it who signs, signs for it. Its name is the signer's. */
  readonly group: DraftGroup | null
  readonly turn: Turn
  /** The documents that they sign; null: all, those that are added later included. */
  readonly signs: readonly string[] | null
  /** False where the API was told to send no emails; left out: they get them. */
  readonly notify?: false
}

export interface OfSigner {
  readonly signerKey: string
  readonly documentId: string
}

/** A place the sender put on a page. */
export interface PlacedField extends OfSigner {
  readonly formField: null
  readonly page: number
  readonly place: Place
  /** Left out: upright. */
  readonly rotation?: Rotation
  /** Where the same signature shows once more; left out: nowhere. */
  readonly further?: readonly Position[]
}

type Rotation = NonNullable<Position['rotation']>

/** A signature field the PDF has itself, by its name. */
export interface FormField extends OfSigner {
  readonly formField: string
}

/** Where a signer signs a document; at most one for each of the two, a signature that shows several times included. */
export type DraftField = PlacedField | FormField

export function isPlaced(field: DraftField): field is PlacedField {
  return field.formField === null
}

/** What the mail of the end brings along; null: as the business has it. */
export type MailFiles = MailAttachmentChoice

export interface Draft {
  readonly title: string
  readonly message: string
  readonly quality: Quality
  readonly legislation: SignatureRequest['legislation']
  /** A day as the date input gives it, `2027-01-31`; empty: the service's own 90 days. */
  readonly expiresOn: string
  /** The instant on that day, where the service has one: the API may have set another than its end. */
  readonly expiresAt: string | null
  readonly mailFiles: MailFiles
  readonly inOrder: boolean
  readonly documentIds: readonly string[]
  readonly signers: readonly DraftSigner[]
  readonly fields: readonly DraftField[]
  /** What the signers fill in beside their signatures. */
  readonly signerFields: readonly DraftSignerField[]
}

export function isSame(field: DraftField, signerKey: string, documentId: string): boolean {
  return field.signerKey === signerKey && field.documentId === documentId
}

export function fieldOf(draft: Draft, signerKey: string, documentId: string): DraftField | undefined {
  return draft.fields.find((field) => isSame(field, signerKey, documentId))
}

export function draftOf(request: SignatureRequest, myEmail: string): Draft {
  const inOrder = request.signatures.some((signature) => signature.sequence >= 0)
  const ordered = inOrder ? byTurn(request.signatures) : request.signatures
  return {
    title: request.title,
    message: request.message,
    quality: request.quality,
    legislation: request.legislation,
    expiresOn: dayOf(request.expiration_date),
    expiresAt: request.expiration_date,
    mailFiles: request.mail_attachments ?? { signed_document: null, signature_protocol: null },
    inOrder,
    documentIds: request.documents.map((document) => document.id),
    signers: ordered.map((signature, index) => ({
      ...signerOf(signature, myEmail),
      turn: turnOf(ordered, index),
    })),
    fields: ordered.flatMap(fieldsOf),
    signerFields: ordered.flatMap(signerFieldsOf),
  }
}

type Signature = SignatureRequest['signatures'][number]

/** As they came, unless that contradicts their turns. */
function byTurn(signatures: readonly Signature[]): readonly Signature[] {
  const turns = signatures.map(({ sequence }) => sequence).filter((sequence) => sequence >= 0)
  const inTurn = turns.every((sequence, index) => index === 0 || sequence >= (turns[index - 1] ?? 0))
  return inTurn ? signatures : [...signatures].sort((a, b) => a.sequence - b.sequence)
}

function turnOf(ordered: readonly Signature[], index: number): Turn {
  const sequence = ordered[index]?.sequence ?? -1
  if (sequence < 0) return ordered.some((one) => one.sequence >= 0) ? 'any' : 'own'
  const before = ordered.slice(0, index).findLast((one) => one.sequence >= 0)
  return before?.sequence === sequence ? 'with' : 'own'
}

/** The number of the turn each signer has, from 0; -1 for any time. The same number: they are asked together. */
export function turnsOf(draft: Pick<Draft, 'inOrder' | 'signers'>): number[] {
  let turn = -1
  return draft.signers.map((signer) => {
    if (!draft.inOrder || signer.turn === 'any') return -1
    if (signer.turn === 'own' || turn < 0) turn += 1
    return turn
  })
}

export function signsDocument({ signs }: Pick<DraftSigner, 'signs'>, documentId: string): boolean {
  return signs === null || signs.includes(documentId)
}

/** The documents that this signer signs, in the order of the draft. */
export function documentsOf({ documentIds }: Pick<Draft, 'documentIds'>, signer: Pick<DraftSigner, 'signs'>) {
  return documentIds.filter((id) => signsDocument(signer, id))
}

export function nameOf({ first_name, last_name }: NameParts): string {
  return [first_name, last_name].filter(Boolean).join(' ')
}

/** The service's own instant while the day is the one that it is on. */
export function expiryOf({ expiresOn, expiresAt }: Pick<Draft, 'expiresOn' | 'expiresAt'>): string | null {
  return dayOf(expiresAt) === expiresOn ? expiresAt : endOfDay(expiresOn)
}

export function emailOf(signature: Signature): string {
  return signature.signer_identity_data.email_address
}

function signerOf(signature: Signature, myEmail: string): Omit<DraftSigner, 'turn'> {
  const { first_name, last_name, language, mobile_number } = signature.signer_identity_data
  const group = signature.signer_group
  return {
    key: signature.sid,
    sid: signature.sid,
    ...(group
      ? { name: group.name }
      : { name: nameOf({ first_name, last_name }), nameParts: { first_name, last_name } }),
    email: emailOf(signature),
    mobile: mobile_number ?? '',
    language: language ?? signature.language,
    isMe: isSameMailbox(emailOf(signature), myEmail),
    role: signature.role,
    group: group && { id: group.id, memberCount: group.members.length },
    signs: signature.all_documents
      ? null
      : signature.document_signatures.map(({ document_id }) => document_id),
    ...(signature.notify ? {} : { notify: false }),
  }
}

function fieldsOf(signature: Signature): DraftField[] {
  return signature.document_signatures.flatMap(({ document_id, visual_signature }): DraftField[] => {
    if (!visual_signature) return []
    const of = { signerKey: signature.sid, documentId: document_id }
    if (visual_signature.form_field !== null) return [{ ...of, formField: visual_signature.form_field }]
    return placedFields(of, visual_signature.positions)
  })
}

/** One signature at all of these; none where there are none. */
export function placedFields(of: OfSigner, positions: readonly Position[]): PlacedField[] {
  const [position, ...further] = positions
  if (!position) return []
  const { page, x, y, width, height, rotation } = position
  const place = { x, y, width, height }
  return [
    {
      ...{ ...of, formField: null, page: Number(page), place },
      ...(rotation ? { rotation } : {}),
      ...(further.length > 0 ? { further: further.map(orderedPosition) } : {}),
    },
  ]
}

/**
 * The ids the server gave: to new signers, and to those whose email changed, who are other people to it. Signers
 * come back in the order they were sent in.
 */
export function withSids(draft: Draft, sent: Draft, request: SignatureRequest): Draft {
  const complete = sent.signers.filter(isComplete)
  const given = new Map(complete.map((signer, index) => [signer.key, request.signatures[index]?.sid ?? null]))
  return {
    ...draft,
    signers: draft.signers.map((signer) => {
      const sid = given.get(signer.key) ?? null
      return sid === signer.sid ? signer : { ...signer, sid }
    }),
  }
}

/** Can the service keep this signer? Others wait on the page: it would refuse the whole draft for them. */
export function isComplete({
  email: address,
  role,
  group,
}: Pick<DraftSigner, 'email' | 'role' | 'group'>): boolean {
  return isEmail(address) || role !== null || group !== null
}
