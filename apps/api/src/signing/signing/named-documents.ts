import { Refusal, type WrongField } from '#api/platform/refusal.ts'
import {
  documentsToSign,
  type Signature,
  type SignatureRequest,
} from '#api/signing/signature-requests/signature-request.ts'

/** The documents that a call names, and the field they are in. None at all stands for those that are asked for. */
export interface NamedDocuments {
  readonly ids: readonly string[]
  readonly field: string
}

/**
 * Nobody signs less, more or other than they are asked to: what was shown to the person who makes the call has to be what is
 * signed. One that is of another request looks like one that does not exist.
 */
export function refuseOtherDocuments(
  request: SignatureRequest,
  signature: Pick<Signature, 'documents'>,
  { ids, field }: NamedDocuments,
): void {
  if (ids.length === 0) return
  const toSign = documentsToSign(request, signature)
  const fields = ids.flatMap((id, index): WrongField[] => {
    const path = `${field}.${index}.documentId`
    if (ids.indexOf(id) < index) return [{ field: path, code: 'twice', message: 'Named twice' }]
    if (toSign.some((document) => document.id === id)) return []
    const isThere = request.documents.some((document) => document.id === id)
    const message = isThere ? 'This signer is not asked to sign it' : 'The request has no such document'
    return [{ field: path, code: isThere ? 'not_asked' : 'unknown', message }]
  })
  const missing = toSign.filter(({ id }) => !ids.includes(id))
  if (missing.length > 0) {
    const names = missing.map(({ name }) => `“${name}”`).join(', ')
    fields.push({ field, code: 'incomplete', message: `Missing: ${names}` })
  }
  if (fields.length > 0) throw new Refusal('validation.failed', { fields })
}
