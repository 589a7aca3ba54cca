import { fieldsAtMost, placesAtMost } from '../fields/field-limits.ts'
import { withField, withDocuments } from '../drafts/change-draft.ts'
import { type Draft, fieldOf, isPlaced, placedFields, signsDocument } from '../drafts/draft.ts'
import { type PageSize, type Place, withinPage } from './field-movement.ts'
import type { Placement, PlacementType } from './placements.ts'
import { placementsOnPage, withPlaces } from './placements.ts'
import type { SignerFieldContent } from '../fields/signer-fields.ts'

/** What is put on a page next: a type, with its name in the sender's language as the first label. */
export interface FieldTool {
  readonly type: PlacementType
  readonly name: string
  /** The name of an option, with its number. */
  readonly optionName: (number: number) => string
}

export interface OnPage {
  readonly signerKey: string
  readonly documentId: string
  readonly page: number
  readonly place: Place
}

/** Points. A line of text of 11 points has room in 22. */
const sizes: Readonly<Partial<Record<PlacementType, { readonly width: number; readonly height: number }>>> = {
  SIGNATURE: { width: 180, height: 60 },
  INITIALS: { width: 60, height: 30 },
  DATE_SIGNED: { width: 100, height: 22 },
  DATE: { width: 100, height: 22 },
  NUMBER: { width: 100, height: 22 },
  CHECKBOX: { width: 16, height: 16 },
  RADIO: { width: 16, height: 16 },
}
const lineOfText = { width: 180, height: 22 }

export const defaultSize = (type: PlacementType) => sizes[type] ?? lineOfText

/** Below this it can’t be taken hold of, or what is in it can’t be read. */
export const smallestSize = (type: PlacementType) =>
  type === 'SIGNATURE' ? { width: 60, height: 20 } : { width: 8, height: 8 }

const gap = 8

/** Puts a field of this type there. Null: there are as many as there may be. */
export function withNewPlacement(
  draft: Draft,
  tool: FieldTool,
  on: OnPage & { readonly size: PageSize },
  id: string,
): Draft | null {
  if (tool.type === 'SIGNATURE') return withSignature(draft, on)
  if (draft.signerFields.length >= fieldsAtMost) return null
  const { signerKey, documentId, page, place, size } = on
  const at = (y: number) => ({
    page: String(page),
    ...withinPage({ ...place, y }, size, smallestSize(tool.type)),
  })
  const option = (index: number) => ({ value: tool.optionName(index + 1), label: tool.optionName(index + 1) })
  const isRadio = tool.type === 'RADIO'
  const buttons = [0, 1].map((index) => ({
    ...option(index),
    position: at(place.y + index * (place.height + gap)),
  }))
  const field: SignerFieldContent = {
    ...plainField,
    id,
    type: tool.type,
    label: tool.name,
    pattern: tool.type === 'TEXT' ? 'text' : null,
    position: isRadio ? null : at(place.y),
    options: isRadio ? buttons : tool.type === 'DROPDOWN' ? [{ ...option(0), position: null }] : [],
  }
  const signing = signedBy(draft, on)
  return { ...signing, signerFields: [...signing.signerFields, { signerKey, documentId, field }] }
}

/** What a field is unless someone says otherwise. */
export const plainField = {
  required: false,
  read_only: false,
  value: null,
  font_size: null,
  tooltip: null,
  alignment: 'left' as const,
  multiline: false,
  max_length: null,
  comb: false,
  form_field: null,
}

/** Anyone who has a field on a document signs it. */
export function signedBy(
  draft: Draft,
  { signerKey, documentId }: Pick<OnPage, 'signerKey' | 'documentId'>,
): Draft {
  const signs = draft.signers.find(({ key }) => key === signerKey)?.signs ?? null
  if (signs === null || signsDocument({ signs }, documentId)) return draft
  return withDocuments(draft, signerKey, [...signs, documentId])
}

/** One more place of the signature, or the first. */
function withSignature(draft: Draft, { signerKey, documentId, page, place }: OnPage): Draft | null {
  const of = { signerKey, documentId }
  const position = { page: String(page), ...place }
  const before = fieldOf(draft, signerKey, documentId)
  const [first] = placedFields(of, [position])
  if (!before || !isPlaced(before)) return first ? withField(draft, first) : draft
  if ((before.further?.length ?? 0) + 1 >= placesAtMost) return null
  return withPlaces(draft, of, (positions) => [...positions, position])
}

/** The same field once more beside it. Null: there are as many as there may be. */
export function duplicated(draft: Draft, placement: Placement, size: PageSize, id: string): Draft | null {
  const { place } = placement
  const below = place.y + place.height * 2 + gap <= size.height
  const moved = {
    ...place,
    y: below ? place.y + place.height + gap : Math.max(0, place.y - place.height - gap),
  }
  return copiedTo(draft, placement, { page: placement.page, by: moved.y - place.y, size }, id)
}

/** On each page of the document that has no such field at this place. */
export function onEveryPage(
  draft: Draft,
  placement: Placement,
  pages: readonly PageSize[],
  newId: () => string,
): Draft | null {
  const { documentId, signerKey, type, place } = placement
  const isThere = (page: number, size: PageSize) => {
    // Where a copy would be: on a smaller page it is elsewhere.
    const { x, y } = withinPage(place, size, smallestSize(type))
    return (
      page === placement.page ||
      placementsOnPage(draft, documentId, page).some(
        (other) =>
          other.signerKey === signerKey && other.type === type && other.place.x === x && other.place.y === y,
      )
    )
  }
  return pages.reduce<Draft | null>(
    (current, size, page) =>
      current && !isThere(page, size)
        ? copiedTo(current, placement, { page, by: 0, size }, newId())
        : current,
    draft,
  )
}

function copiedTo(
  draft: Draft,
  { signerKey, documentId, fieldId, type, place }: Placement,
  to: { readonly page: number; readonly by: number; readonly size: PageSize },
  id: string,
): Draft | null {
  const at = (from: Place): Place => withinPage({ ...from, y: from.y + to.by }, to.size, smallestSize(type))
  const { page } = to
  if (fieldId === null) return withSignature(draft, { signerKey, documentId, page, place: at(place) })
  const source = draft.signerFields.find((one) => one.signerKey === signerKey && one.field.id === fieldId)
  if (!source || source.field.form_field !== null || draft.signerFields.length >= fieldsAtMost) return null
  const { field } = source
  // The buttons of a radio group keep their distances: all of them go below the last one.
  const places = field.options.flatMap(({ position }) => (position ? [position] : []))
  const heights = places.map(({ y, height }) => y + height)
  const by =
    places.length > 0 && to.by !== 0
      ? Math.max(...heights) - Math.min(...places.map(({ y }) => y)) + gap
      : to.by
  const shifted = (from: Place) => withinPage({ ...from, y: from.y + by }, to.size, smallestSize(type))
  const copy: SignerFieldContent = {
    ...field,
    id,
    position: field.position && { ...field.position, page: String(page), ...at(field.position) },
    options: field.options.map((option) => ({
      ...option,
      position: option.position && { ...option.position, page: String(page), ...shifted(option.position) },
    })),
  }
  return { ...draft, signerFields: [...draft.signerFields, { signerKey, documentId, field: copy }] }
}
