import type { Position } from '@countersign/contract/positions.ts'
import { withField } from './change-draft.ts'
import type { Draft, DraftField, PlacedField } from './draft.ts'
import { fieldOf, isPlaced, signsDocument } from './draft.ts'
import type { PageSize } from './field-movement.ts'
import { withinPage } from './field-movement.ts'

/** A signature’s places are copied to other documents, never to a second page of the same. */

export interface DocumentPages {
  readonly id: string
  readonly pages: readonly PageSize[]
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
    ({ id }) =>
      id !== field.documentId && draft.documentIds.includes(id) && signer && signsDocument(signer, id),
  )
  return others.reduce((current, document) => {
    const there = fieldOf(current, field.signerKey, document.id)
    const page = answeringPage(field.page, from, document)
    const size = document.pages[page]
    if (!size || (there && !isPlaced(there))) return current
    const copy: DraftField = {
      ...field,
      ...{ documentId: document.id, page, place: withinPage(field.place, size) },
      ...(field.further && { further: copiedPlaces(field.further, from, document) }),
    }
    return withField(current, copy)
  }, draft)
}

/** Where the signature shows once more; two that would be at the same place are one. */
function copiedPlaces(places: readonly Position[], from: DocumentPages | undefined, to: DocumentPages) {
  const copies = places.flatMap((position) => {
    const page = answeringPage(Number(position.page), from, to)
    const size = to.pages[page]
    return size ? [{ ...position, page: String(page), ...withinPage(position, size) }] : []
  })
  return [...new Map(copies.map((copy) => [JSON.stringify(copy), copy])).values()]
}

/** Everybody's places of one document, on each of the others. */
export function copiedLayout(draft: Draft, documentId: string, documents: readonly DocumentPages[]): Draft {
  const fields = draft.fields.filter(isPlaced).filter((field) => field.documentId === documentId)
  return fields.reduce((current, field) => copiedToDocuments(current, field, documents), draft)
}
