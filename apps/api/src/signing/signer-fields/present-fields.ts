import type * as contract from '@countersign/contract/signature-request-shapes.ts'
import type { SignerFieldOfRequest } from '@countersign/contract/signer-fields.ts'
import type { SignerField } from '#api/platform/values/signer-field.ts'
import { presentPlace } from '#api/signing/signature-requests/place.ts'
import { type DocumentSignature, isVisible } from '#api/signing/signature-requests/signature-request.ts'

interface FieldReader {
  /** To the owner and to the signer. */
  readonly showsPrefilled: boolean
  readonly isSigned: boolean
}

/** A document that someone signs, with what they sign and fill in there. */
export function presentDocument(
  document: DocumentSignature,
  viewed: FieldReader,
): contract.Signature['document_signatures'][number] {
  return {
    document_id: document.documentId,
    visual_signature: isVisible(document)
      ? { positions: document.places.map(presentPlace), form_field: document.formField }
      : null,
    fields: presentFields(document, viewed),
  }
}

/** The fields of one signer in one document. Once signed, their values are for all who see the request. */
function presentFields(
  { fields, signedValues }: Pick<DocumentSignature, 'fields' | 'signedValues'>,
  { showsPrefilled, isSigned }: FieldReader,
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
