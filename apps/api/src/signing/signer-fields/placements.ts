import type {
  FieldPlacement,
  FieldRect,
  InputPlacement,
} from '@countersign/pdf-signature/fields/placement.ts'
import type { Place, SignerField } from '#api/platform/values/signer-field.ts'
import type { DocumentSignature, Signature } from '#api/signing/signature-requests/signature-request.ts'
import { formFieldName } from './signer-field.ts'

// The form fields that a document gets before its first signature: later signers only fill in what is there.

/** The signature field that a signer’s signature goes into. */
export const signatureFieldName = (signatureId: string, placed: DocumentSignature | undefined): string =>
  placed?.formField ?? `Signature-${signatureId}`

/** Where a signature shows once more. It is one field with one place (ISO 32000-2, 12.7.5.5): these show its picture. */
export const furtherPlaces = (signatureId: string, { places }: DocumentSignature) =>
  places.slice(1).map((place, index) => ({ name: `Signature-${signatureId}-${index + 2}`, place }))

/** The form fields that are locked with a signature: all that are its signer’s. */
export function lockedFields(signatureId: string, placed: DocumentSignature): string[] {
  return [...placed.fields.map(formFieldName), ...furtherPlaces(signatureId, placed).map(({ name }) => name)]
}

/** All fields of all who sign this document. What is prefilled is not in them: it is between the sender and one signer. */
export function placementsFor(signatures: readonly Signature[], documentId: string): FieldPlacement[] {
  return signatures.flatMap((signature): FieldPlacement[] => {
    const placed = signature.documents.find((one) => one.documentId === documentId)
    if (!placed) return []
    const [first] = placed.places
    const own: FieldPlacement = {
      name: signatureFieldName(signature.id, placed),
      page: first?.page ?? 0,
      rect: first ? rectOf(first) : null,
      lock: lockedFields(signature.id, placed),
    }
    return [
      ...(placed.formField === null ? [own] : []),
      ...furtherPlaces(signature.id, placed).map(({ name, place }): InputPlacement => ({
        kind: 'picture',
        name,
        label: 'Signature',
        page: place.page,
        rect: rectOf(place),
      })),
      ...placed.fields.flatMap(placementsOf),
    ]
  })
}

const rectOf = ({ x, y, width, height, rotation }: Place): FieldRect => ({ x, y, width, height, rotation })

/** None where it is a form field that the document has. */
function placementsOf(field: SignerField): InputPlacement[] {
  if (field.formField !== null) return []
  const { type, required, tooltip, multiline, comb, alignment, place } = field
  const shared = { name: formFieldName(field), label: tooltip ?? field.label, required }
  const style = { alignment, ...(field.fontSize ? { fontSize: field.fontSize } : {}) }
  const options = field.options.map(({ value, label }) => ({ value, label }))
  if (type === 'RADIO')
    return field.options.flatMap((option, index): InputPlacement[] => {
      const [at, shown] = [option.place, options[index]]
      return at && shown ? [{ ...shared, kind: 'radio', page: at.page, rect: rectOf(at), option: shown }] : []
    })
  if (!place) return []
  const at = { ...shared, page: place.page, rect: rectOf(place) }
  if (type === 'CHECKBOX') return [{ ...at, kind: 'checkbox' }]
  if (type === 'DROPDOWN') return [{ ...at, ...style, kind: 'dropdown', options }]
  const length = field.maxLength ? { maxLength: field.maxLength } : {}
  return [{ ...at, ...style, ...length, kind: 'text', multiline, comb }]
}
