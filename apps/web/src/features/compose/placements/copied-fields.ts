import type { Position } from '@countersign/contract/positions.ts'
import { randomKey } from '#web/lib/calls/random-key.ts'
import { withField } from '../drafts/change-draft.ts'
import type { Draft, DraftField, PlacedField } from '../drafts/draft.ts'
import { fieldOf, isPlaced, signsDocument } from '../drafts/draft.ts'
import type { PageSize } from './field-movement.ts'
import { fieldsAtMost } from '../fields/field-limits.ts'
import { isCertified } from '../fields/own-signature-fields.ts'
import { withinPage } from './field-movement.ts'
import { smallestSize } from './new-placement.ts'
import {
  type DraftSignerField,
  signerFieldContent,
  type SignerFieldContent,
} from '../fields/signer-fields.ts'

/** A signature’s places are copied to other documents, never to a second page of the same. */

export interface DocumentPages {
  readonly id: string
  readonly pages: readonly PageSize[]
  /** Why it takes no new fields; left out or null: it takes them. */
  readonly form_problem?: string | null
}

/** The page that answers to a page of another document: the last one to the last, else the same number. */
function answeringPage(page: number, from: DocumentPages | undefined, to: DocumentPages): number {
  const last = to.pages.length - 1
  const wasLast = from !== undefined && from.pages.length > 1 && page === from.pages.length - 1
  return wasLast ? last : Math.min(page, last)
}

/** The same place on each of the other documents that this person signs. Where they sign in a field of the PDF itself it stays so. */
export function copiedToDocuments(
  draft: Draft,
  field: PlacedField,
  documents: readonly DocumentPages[],
): Draft {
  const from = documents.find(({ id }) => id === field.documentId)
  const signer = draft.signers.find(({ key }) => key === field.signerKey)
  const others = documents.filter(
    (document) =>
      document.id !== field.documentId &&
      draft.documentIds.includes(document.id) &&
      signer &&
      signsDocument(signer, document.id) &&
      !isCertified(document),
  )
  return others.reduce((current, document) => {
    const there = fieldOf(current, field.signerKey, document.id)
    const page = answeringPage(field.page, from, document)
    const size = document.pages[page]
    if (!size || (there && !isPlaced(there))) return current
    const copy: DraftField = {
      ...field,
      ...{ documentId: document.id, page, place: withinPage(field.place, size) },
      ...(field.further && {
        further: document.form_problem ? [] : copiedPlaces(field.further, from, document),
      }),
    }
    return withField(current, copy)
  }, draft)
}

/** Where the signature shows once more; two that would be at the same place are one. */
function copiedPlaces(places: readonly Position[], from: DocumentPages | undefined, to: DocumentPages) {
  const copies = places.flatMap((position) => {
    const page = answeringPage(Number(position.page), from, to)
    const size = to.pages[page]
    return size
      ? [{ ...position, page: String(page), ...withinPage(position, size, smallestSize('CHECKBOX')) }]
      : []
  })
  return [...new Map(copies.map((copy) => [JSON.stringify(copy), copy])).values()]
}

/** Everybody's places of one document, on each of the others. */
export function copiedLayout(draft: Draft, documentId: string, documents: readonly DocumentPages[]): Draft {
  const signatures = draft.fields.filter(isPlaced).filter((field) => field.documentId === documentId)
  const fields = draft.signerFields.filter((field) => field.documentId === documentId)
  return fields.reduce(
    (current, field) => fieldCopiedToDocuments(current, field, documents),
    signatures.reduce((current, field) => copiedToDocuments(current, field, documents), draft),
  )
}

/** The same field on each of the other documents that this person signs and that has none of it yet. */
export function fieldCopiedToDocuments(
  draft: Draft,
  { signerKey, documentId, field }: DraftSignerField,
  documents: readonly DocumentPages[],
): Draft {
  const from = documents.find(({ id }) => id === documentId)
  const signer = draft.signers.find(({ key }) => key === signerKey)
  // A form field is the document’s own.
  if (!signer || field.form_field !== null) return draft
  const added = documents.flatMap((document): DraftSignerField[] => {
    const isOther = document.id !== documentId && draft.documentIds.includes(document.id)
    if (!isOther || document.form_problem || !signsDocument(signer, document.id)) return []
    const copied = (position: Position) => copiedPlaces([position], from, document)[0] ?? null
    const copy = {
      ...field,
      id: randomKey(),
      position: field.position && copied(field.position),
      options: field.options.map((option) => ({
        ...option,
        position: option.position && copied(option.position),
      })),
    }
    const isThere = draft.signerFields.some(
      (one) => one.signerKey === signerKey && one.documentId === document.id && isSameField(one.field, copy),
    )
    return isThere ? [] : [{ signerKey, documentId: document.id, field: copy }]
  })
  const room = Math.max(0, fieldsAtMost - draft.signerFields.length)
  return { ...draft, signerFields: [...draft.signerFields, ...added.slice(0, room)] }
}

const isSameField = (a: SignerFieldContent, b: SignerFieldContent): boolean =>
  JSON.stringify({ ...signerFieldContent(a), id: '' }) ===
  JSON.stringify({ ...signerFieldContent(b), id: '' })
