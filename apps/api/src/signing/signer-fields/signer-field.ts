import { type FieldRules, valueAtMost } from '@countersign/contract/field-rules.ts'
import type { DocumentFormField, SignerField } from '#api/platform/values/signer-field.ts'

// A signer field: what a signer fills in beside the signature. No clock, no I/O.

/** What its values have to be. */
export const rulesOf = ({ type, multiline, maxLength, pattern, options }: SignerField): FieldRules => ({
  type,
  multiline,
  max_length: maxLength,
  pattern,
  options,
})

/** The kind of form field that a type is in the PDF (ISO 32000-2, 12.7.5). */
export function kindOf(type: SignerField['type']): DocumentFormField['type'] {
  return type === 'CHECKBOX' || type === 'RADIO' || type === 'DROPDOWN' ? type : 'TEXT'
}

/** How many characters a form field of the document takes, whatever type of text is signed in it; null where it doesn't say. */
export const lengthOfFormField = (existing: DocumentFormField | undefined): number | null =>
  existing?.type === 'TEXT' && existing.maxLength !== null ? Math.min(existing.maxLength, valueAtMost) : null

/** What the page shows once this option of a form field is chosen: a dropdown's own label. Null: buttons have none on the page. */
export const labelInDocument = (existing: DocumentFormField | undefined, value: string): string | null =>
  existing?.type === 'DROPDOWN'
    ? (existing.options.find((option) => option.value === value)?.label ?? null)
    : null

/** The form field's name in the PDF. A period would make it two (ISO 32000-2, 12.7.4.2): an id has none. */
export const formFieldName = ({ formField, id }: Pick<SignerField, 'formField' | 'id'>): string =>
  formField ?? `Field-${id}`

/** The server gives these values themselves: nobody types them. */
export const isGivenByServer = ({ type }: Pick<SignerField, 'type'>): boolean => type === 'DATE_SIGNED'
