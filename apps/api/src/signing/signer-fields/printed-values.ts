import type { FieldValue as PdfValue, PictureValue } from '@countersign/pdf-signature/fields/field-value.ts'
import { signerDate } from '#api/documents/appearance/signer-time.ts'
import type { FieldValue, SignerField } from '#api/platform/values/signer-field.ts'
import type { DocumentSignature } from '#api/signing/signature-requests/signature-request.ts'
import { furtherPlaces } from './placements.ts'
import { formFieldName } from './signer-field.ts'

/**
 * What the form fields of one signer in one document are filled with. A form field of the document that its signer left
 * empty loses the value it came with: the page showed the signer none, and none is on record.
 */
export function printedValues(
  signatureId: string,
  placed: DocumentSignature,
  values: Readonly<Record<string, FieldValue>>,
  { language, picture }: { readonly language: string; readonly picture: PictureValue | null },
): PdfValue[] {
  const filled = placed.fields.flatMap((field): PdfValue[] => {
    const value = values[field.id]
    if (value !== undefined) return [{ name: formFieldName(field), value: printed(field, value, language) }]
    return field.formField === null ? [] : [{ name: field.formField, value: null }]
  })
  const pictures = furtherPlaces(signatureId, placed).flatMap(({ name }): PdfValue[] =>
    picture ? [{ name, value: picture }] : [],
  )
  return [...filled, ...pictures]
}

/** As the page shows it: a date as its signer writes dates, all else as it is kept. */
function printed(field: SignerField, value: FieldValue, language: string): FieldValue {
  const isDate = field.type === 'DATE' || field.type === 'DATE_SIGNED' || field.pattern === 'date'
  if (!isDate || typeof value !== 'string') return value
  const shown = signerDate(value, language)
  return field.maxLength !== null && [...shown].length > field.maxLength ? value : shown
}
