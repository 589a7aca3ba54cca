import type { Position } from '@countersign/contract/positions.ts'
import type { FieldType } from '@countersign/contract/field-rules.ts'
import type { Draft, DraftField, PlacedField } from '../drafts/draft.ts'
import { isPlaced, placedFields } from '../drafts/draft.ts'
import type { Place } from './field-movement.ts'
import { orderedPosition, type SignerFieldContent } from '../fields/signer-fields.ts'

// Fields as they lie on the pages: each place of a signature, each signer field, each button of a radio group.

export type PlacementType = 'SIGNATURE' | FieldType

export interface Placement {
  /** Of its element too. */
  readonly id: string
  readonly signerKey: string
  readonly documentId: string
  readonly type: PlacementType
  /** Of the signer field; null: a signature. */
  readonly fieldId: string | null
  /** Which place of the signature, or which option of the radio group. */
  readonly part: number
  readonly label: string
  readonly page: number
  readonly place: Place
}

interface FieldKey {
  readonly signerKey: string
  readonly documentId: string
}

export const signatureId = ({ signerKey, documentId }: FieldKey, part = 0): string =>
  part === 0 ? `field-${signerKey}-${documentId}` : `field-${signerKey}-${documentId}-${part}`

export function signaturePlacements(field: PlacedField): Placement[] {
  const { signerKey, documentId } = field
  return positionsOf(field).map((position, part) => ({
    ...{ signerKey, documentId, type: 'SIGNATURE', fieldId: null, part, label: '' },
    id: signatureId(field, part),
    ...onPage(position),
  }))
}

export function positionsOf({ page, place, rotation, further = [] }: PlacedField): Position[] {
  return [{ page: String(page), ...place, ...(rotation ? { rotation } : {}) }, ...further]
}

function fieldPlacements(of: FieldKey, field: SignerFieldContent): Placement[] {
  const common = { ...of, type: field.type, fieldId: field.id, label: field.label }
  const id = `field-${of.signerKey}-${field.id}`
  const own = field.position ? [{ ...common, id, part: 0, ...onPage(field.position) }] : []
  const buttons = field.options.flatMap(({ label, position }, part) =>
    position
      ? [{ ...common, id: `${id}-${part}`, part, label: label || field.label, ...onPage(position) }]
      : [],
  )
  return [...own, ...buttons]
}

function onPage({ page, x, y, width, height }: Position) {
  return { page: Number(page), place: { x, y, width, height } }
}

interface Index {
  readonly all: ReadonlyMap<string, Placement>
  readonly pages: ReadonlyMap<string, readonly Placement[]>
}

export type Fields = Pick<Draft, 'fields' | 'signerFields'>
let last: { readonly of: Fields; readonly index: Index } | null = null

/** Fifty documents and a hundred people have thousands: they are sorted once for each change. */
function indexOf(draft: Fields): Index {
  if (last?.of.fields === draft.fields && last.of.signerFields === draft.signerFields) return last.index
  const list = [
    ...draft.fields.filter(isPlaced).flatMap(signaturePlacements),
    ...draft.signerFields.flatMap(({ field, ...of }) => fieldPlacements(of, field)),
  ]
  const index = {
    all: new Map(list.map((placement) => [placement.id, placement])),
    pages: Map.groupBy(list, ({ documentId, page }) => `${documentId} ${page}`),
  }
  last = { of: { fields: draft.fields, signerFields: draft.signerFields }, index }
  return index
}

export const placementOf = (draft: Fields, id: string): Placement | undefined => indexOf(draft).all.get(id)

/** The places of a signer field. */
export const placementsOf = (draft: Fields, fieldId: string): Placement[] =>
  [...indexOf(draft).all.values()].filter((placement) => placement.fieldId === fieldId)

export const pagesOfPlacements = (draft: Fields): (readonly Placement[])[] => [
  ...indexOf(draft).pages.values(),
]

export const placementsOnPage = (draft: Fields, documentId: string, page: number): readonly Placement[] =>
  indexOf(draft).pages.get(`${documentId} ${page}`) ?? []

/** The same draft with the placement elsewhere. */
export function withPlacementAt(
  draft: Draft,
  { signerKey, documentId, fieldId, part }: Placement,
  to: { readonly page: number; readonly place: Place },
): Draft {
  const moved = (position: Position): Position =>
    orderedPosition({ ...position, ...to.place, page: String(to.page) })
  if (fieldId === null)
    return withPlaces(draft, { signerKey, documentId }, (positions) =>
      positions.map((position, index) => (index === part ? moved(position) : position)),
    )
  return withSignerField(draft, { signerKey, fieldId }, (field) => ({
    ...field,
    position: field.position && moved(field.position),
    options: field.options.map((option, index) =>
      index === part && option.position ? { ...option, position: moved(option.position) } : option,
    ),
  }))
}

/** Of a radio group with more than two buttons the button goes, else the field. */
export function withoutPlacement(draft: Draft, placement: Placement): Draft {
  const { signerKey, documentId, fieldId, part, type } = placement
  if (fieldId === null)
    return withPlaces(draft, { signerKey, documentId }, (positions) =>
      positions.filter((_, index) => index !== part),
    )
  return withSignerField(draft, { signerKey, fieldId }, (field) => {
    if (type !== 'RADIO' || field.options.length <= 2) return null
    const options = field.options.filter((_, index) => index !== part)
    return {
      ...field,
      options,
      value: options.some(({ value }) => value === field.value) ? field.value : null,
    }
  })
}

/** Changes the places of a signature; it is gone where none is left. */
export function withPlaces(
  draft: Draft,
  of: FieldKey,
  change: (positions: readonly Position[]) => readonly Position[],
): Draft {
  const isThis = (field: DraftField) => field.signerKey === of.signerKey && field.documentId === of.documentId
  return {
    ...draft,
    fields: draft.fields.flatMap((field): readonly DraftField[] =>
      isThis(field) && isPlaced(field) ? placedFields(of, change(positionsOf(field))) : [field],
    ),
  }
}

/** Changes one signer field; null removes it. */
export function withSignerField(
  draft: Draft,
  { signerKey, fieldId }: { readonly signerKey: string; readonly fieldId: string },
  change: (field: SignerFieldContent) => SignerFieldContent | null,
): Draft {
  return {
    ...draft,
    signerFields: draft.signerFields.flatMap((one) => {
      if (one.signerKey !== signerKey || one.field.id !== fieldId) return [one]
      const field = change(one.field)
      return field ? [{ ...one, field }] : []
    }),
  }
}
