import type { Box } from '#web/features/documents/geometry.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import type { FormFieldOfDocument } from '@countersign/contract/form-fields.ts'
import { openSignature } from '../open-signature.ts'

type Signature = SignatureRequest['signatures'][number]
export type SignerField = Signature['document_signatures'][number]['fields'][number]

/** One place of a field on a page; of a radio group there is one for each option. */
export interface FieldSpot {
  readonly page: number
  readonly box: Box
  /** The option that this button stands for; null for all fields but radio groups. */
  readonly option: string | null
}

export interface PlacedField {
  readonly signature: Signature
  readonly documentId: string
  readonly field: SignerField
  readonly spots: readonly FieldSpot[]
}

/** What the page knows of a version of a document: its own form fields have their places there. */
export interface FormOfDocument {
  readonly id: string
  readonly form_fields: readonly Pick<FormFieldOfDocument, 'name' | 'options' | 'positions'>[]
}

type Position = { readonly page: string } & Box

/** The fields of the viewer's open signature, in reading order: by document, page, line, from left to right. */
export function ownFields(request: SignatureRequest, forms: readonly FormOfDocument[]): PlacedField[] {
  const own = openSignature(request)
  return request.documents.flatMap((document) =>
    placedFields(request, document, forms)
      .filter(({ signature }) => signature.sid === own)
      .sort((a, b) => byPlace(a.spots[0], b.spots[0])),
  )
}

/** Every field of a document that is still to be filled in, for any signer. */
export function placedFields(
  { signatures }: Pick<SignatureRequest, 'signatures'>,
  { id, version_id }: { readonly id: string; readonly version_id: string },
  forms: readonly FormOfDocument[],
): PlacedField[] {
  const form = forms.find((one) => one.id === version_id || one.id === id)
  return signatures
    .filter(({ status_code }) => ['OPEN', 'WAITING', 'DRAFT'].includes(status_code))
    .flatMap((signature) =>
      signature.document_signatures
        .filter(({ document_id }) => document_id === id)
        .flatMap(({ fields }) => fields)
        .map((field) => ({ signature, documentId: id, field, spots: spotsOf(field, form) })),
    )
}

function spotsOf(field: SignerField, form: FormOfDocument | undefined): FieldSpot[] {
  if (field.form_field !== null) {
    const { positions = [], options = [] } =
      form?.form_fields.find(({ name }) => name === field.form_field) ?? {}
    if (field.type !== 'RADIO') return positions.map((position) => spotAt(position, null))
    // Its places are in the order of the document’s own options; the sender may offer some of them, in another order.
    const offered = new Set(field.options.map(({ value }) => value))
    return positions.flatMap((position, index) => {
      const option = options[index]?.value
      return option !== undefined && offered.has(option) ? [spotAt(position, option)] : []
    })
  }
  if (field.position) return [spotAt(field.position, null)]
  return field.options.flatMap(({ value, position }) => (position ? [spotAt(position, value)] : []))
}

const spotAt = ({ page, ...box }: Position, option: string | null): FieldSpot => ({
  page: Number(page),
  box,
  option,
})

/** On one line is what overlaps by half its height. */
function byPlace(a: FieldSpot | undefined, b: FieldSpot | undefined): number {
  if (!a || !b) return 0
  if (a.page !== b.page) return a.page - b.page
  const isOneLine = Math.abs(a.box.y - b.box.y) < Math.min(a.box.height, b.box.height) / 2
  return isOneLine ? a.box.x - b.box.x : a.box.y - b.box.y
}

/** A box or a button that is ticked: it has no text. */
export const isMark = ({ type }: SignerField): boolean => type === 'CHECKBOX' || type === 'RADIO'

/** Does the signer fill it in? The date of signing is the service's, and a read-only value the sender's. */
export const isForSigner = ({ type, read_only }: SignerField): boolean => !read_only && type !== 'DATE_SIGNED'
