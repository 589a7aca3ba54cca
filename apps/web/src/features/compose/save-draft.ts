import type { InputOf } from '@countersign/contract/endpoint.ts'
import type { updateSignatureRequest } from '@countersign/contract/signature-requests.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import type { Draft, DraftField, DraftSigner } from './draft.ts'
import { draftOf, endOfDay, fieldOf, isEmail } from './draft.ts'

export type DraftBody = InputOf<typeof updateSignatureRequest>['body']

/** The last word is the family name: what the signature shows is the two together again. */
export function splitName(name: string): { first_name: string | null; last_name: string | null } {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const last = words.length > 1 ? (words.pop() ?? null) : null
  return { first_name: words.join(' ') || null, last_name: last }
}

function visualSignatureOf(field: DraftField) {
  if (field.formField !== null) return { form_field: field.formField }
  return { position: { page: String(field.page), ...field.place } }
}

function signerBody(draft: Draft, signer: DraftSigner, sequence: number) {
  const email_address = signer.email.trim()
  return {
    ...(signer.sid ? { sid: signer.sid } : {}),
    ...(signer.isMe ? { account_email: email_address } : {}),
    signer_identity_data: { email_address, ...splitName(signer.name), language: signer.language },
    sequence,
    language: signer.language,
    document_signatures: draft.documentIds.map((document_id) => {
      const field = fieldOf(draft, signer.key, document_id)
      return { document_id, visual_signature: field ? visualSignatureOf(field) : null }
    }),
  }
}

/** Signers whose e-mail is not one yet wait on the page: the server would refuse the whole draft for them. */
export function bodyOf(draft: Draft): NonNullable<DraftBody> {
  const complete = draft.signers.filter((signer) => isEmail(signer.email))
  const title = draft.title.trim()
  return {
    ...(title ? { title } : {}),
    message: draft.message,
    quality: draft.quality,
    expiration_date: endOfDay(draft.expiresOn),
    documents: draft.documentIds.map((id) => ({ id })),
    signatures: complete.map((signer, index) => signerBody(draft, signer, draft.inOrder ? index : -1)),
  }
}

/** Do two versions say the same, so that saving over the second loses nobody's work? */
export function saysTheSame(one: SignatureRequest, other: SignatureRequest): boolean {
  const said = (request: SignatureRequest) => {
    const { documents: _, ...rest } = bodyOf({ ...draftOf(request, ''), documentIds: [] })
    const places = request.signatures.map((signature) => signature.document_signatures)
    return JSON.stringify([rest, places.map((list) => list.filter((place) => place.visual_signature))])
  }
  return said(one) === said(other)
}

/** Is something on the page that the server does not have? Incomplete signers count when a word was typed. */
export function hasUnsavedPeople(draft: Draft): boolean {
  return draft.signers.some(
    (signer) => !isEmail(signer.email) && (signer.name.trim() !== '' || signer.email.trim() !== ''),
  )
}
