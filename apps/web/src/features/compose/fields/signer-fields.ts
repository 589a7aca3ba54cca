import type { Position } from '@countersign/contract/positions.ts'
import type { Signature } from '@countersign/contract/signature-request-shapes.ts'
import type { SignerFieldOfRequest } from '@countersign/contract/signer-fields.ts'

/** What a signer fills in beside the signature, as it is defined: all of it, so that a save keeps what a page doesn't show. */
export type SignerFieldContent = Omit<SignerFieldOfRequest, 'input' | 'own_value'>

export interface DraftSignerField {
  readonly signerKey: string
  readonly documentId: string
  readonly field: SignerFieldContent
}

export function signerFieldsOf(signature: Signature): DraftSignerField[] {
  return signature.document_signatures.flatMap(({ document_id, fields }) =>
    fields.map((field) => ({
      signerKey: signature.sid,
      documentId: document_id,
      field: signerFieldContent(field),
    })),
  )
}

/** Always in one order, so that the same field says the same. What a signer has filled in isn't the sender's to save. */
export function signerFieldContent(field: SignerFieldContent): SignerFieldContent {
  return {
    id: field.id,
    type: field.type,
    label: field.label,
    required: field.required,
    read_only: field.read_only,
    value: field.value,
    font_size: field.font_size,
    tooltip: field.tooltip,
    alignment: field.alignment,
    multiline: field.multiline,
    max_length: field.max_length,
    comb: field.comb,
    pattern: field.pattern,
    position: field.position && orderedPosition(field.position),
    form_field: field.form_field,
    options: field.options.map(({ value, label, position }) => ({
      value,
      label,
      position: position && orderedPosition(position),
    })),
  }
}

export function orderedPosition({ page, x, y, width, height, rotation }: Position): Position {
  return { page, x, y, width, height, ...(rotation ? { rotation } : {}) }
}
