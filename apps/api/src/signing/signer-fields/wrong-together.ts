import { fieldsAtMost } from '@countersign/contract/signer-fields.ts'
import type { WrongField } from '#api/platform/refusal.ts'
import type { RequestDocument, Signature } from '#api/signing/signature-requests/signature-request.ts'
import { formFieldName } from './signer-field.ts'

/**
 * What is wrong with the fields of all signers of a request together: an id or a form field that two have, or too many.
 * Of the others nothing is reported.
 */
export function wrongTogether(
  documents: readonly RequestDocument[],
  signatures: readonly Pick<Signature, 'documents'>[],
  path: string,
  others: readonly Pick<Signature, 'documents'>[],
): WrongField[] {
  const wrong: WrongField[] = []
  const ids = new Set<string>()
  const names = new Set<string>()
  for (const { documentId, fields } of others.flatMap((other) => other.documents))
    for (const field of fields) {
      ids.add(field.id)
      names.add(`${documentId} ${formFieldName(field)}`)
    }
  const known = new Map(documents.map((document) => [document.id, document]))
  for (const [index, signature] of signatures.entries())
    for (const [at, { documentId, fields }] of signature.documents.entries())
      for (const [nth, field] of fields.entries()) {
        const where = `${path}.${index}.document_signatures.${at}.fields.${nth}`
        if (ids.has(field.id)) wrong.push({ field: `${where}.id`, code: 'twice', message: 'Named twice' })
        ids.add(field.id)
        const name = formFieldName(field)
        const document = known.get(documentId)
        if (names.has(`${documentId} ${name}`) && field.formField !== null)
          wrong.push({
            field: `${where}.form_field`,
            code: 'taken',
            message: 'Another field has this form field',
          })
        else if (field.formField === null && document && hasFormField(document, name))
          wrong.push({
            field: `${where}.id`,
            code: 'taken',
            message: 'The document has a form field of this name',
          })
        names.add(`${documentId} ${name}`)
      }
  if (ids.size > fieldsAtMost)
    wrong.push({ field: path, code: 'too_many_fields', message: `Must be at most ${fieldsAtMost} fields` })
  return wrong
}

const hasFormField = ({ formFields, signatureFields }: RequestDocument, name: string): boolean =>
  formFields.some((field) => field.name === name) || signatureFields.some((field) => field.name === name)
