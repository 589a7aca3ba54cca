import type { SignerFieldOfRequest } from '@countersign/contract/signer-fields.ts'
import type { SignerField } from '#api/platform/values/signer-field.ts'
import { presentPlace } from '#api/signing/signature-requests/place.ts'
import type { DocumentSignature } from '#api/signing/signature-requests/signature-request.ts'

interface Viewed {
  /** To the owner and to the signer. */
  readonly showsPrefilled: boolean
  readonly isSigned: boolean
}

/** The fields of one signer in one document. Once signed, their values are for all who see the request. */
export function presentFields(
  { fields, signedValues }: Pick<DocumentSignature, 'fields' | 'signedValues'>,
  { showsPrefilled, isSigned }: Viewed,
): SignerFieldOfRequest[] {
  return fields.map((field) => {
    const prefilled = showsPrefilled ? field.value : null
    return presentField(field, isSigned ? (signedValues?.[field.id] ?? null) : prefilled)
  })
}

function presentField(field: SignerField, value: SignerField['value']): SignerFieldOfRequest {
  return {
    id: field.id,
    type: field.type,
    label: field.label,
    required: field.required,
    read_only: field.readOnly,
    value,
    font_size: field.fontSize,
    tooltip: field.tooltip,
    alignment: field.alignment,
    multiline: field.multiline,
    max_length: field.maxLength,
    comb: field.comb,
    pattern: field.pattern,
    position: field.place && presentPlace(field.place),
    form_field: field.formField,
    options: field.options.map(({ value: option, label, place }) => ({
      value: option,
      label,
      position: place && presentPlace(place),
    })),
  }
}
