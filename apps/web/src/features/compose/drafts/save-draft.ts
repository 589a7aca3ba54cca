import type { InputOf } from '@countersign/contract/endpoint.ts'
import { containsLink } from '@countersign/contract/plain-name.ts'
import type { updateSignatureRequest } from '@countersign/contract/signature-requests.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { isEmail } from '#web/lib/forms/email-rule.ts'
import { isInternational } from '#web/lib/forms/phone.ts'
import { isExpiryPast } from './check-draft.ts'
import type { Draft, DraftField, DraftSigner, NameParts } from './draft.ts'
import { documentsOf, expiryOf, isComplete, nameOf, turnsOf } from './draft.ts'
import type { DraftSignerField } from '../fields/signer-fields.ts'

export type DraftBody = InputOf<typeof updateSignatureRequest>['body']

/** The last word is the family name: what the signature shows is the two together again. */
export function splitName(name: string): NameParts {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const last = words.length > 1 ? (words.pop() ?? null) : null
  return { first_name: words.join(' ') || null, last_name: last }
}

/** A name that wasn't changed keeps its parts: "Anna", "von der Heide". One that the service refuses isn't saved. */
function namePartsOf({ name, nameParts }: DraftSigner): NameParts {
  if (containsLink(name)) return { first_name: null, last_name: null }
  return nameParts && nameOf(nameParts) === name.trim() ? nameParts : splitName(name)
}

function visualSignatureOf(field: DraftField) {
  if (field.formField !== null) return { form_field: field.formField }
  const { page, place, rotation, further = [] } = field
  const position = { page: String(page), ...place, ...(rotation ? { rotation } : {}) }
  return further.length > 0 ? { positions: [position, ...further] } : { position }
}

interface FieldIndex {
  readonly signatures: ReadonlyMap<string, DraftField>
  readonly signerFields: ReadonlyMap<string, readonly DraftSignerField[]>
}

interface OnDocument {
  readonly signerKey: string
  readonly documentId: string
}

const keyOf = ({ signerKey, documentId }: OnDocument) => `${signerKey} ${documentId}`

/** Fifty documents and a hundred people have 5,000 places: each is found at once. */
function fieldIndex(draft: Draft): FieldIndex {
  return {
    signatures: new Map(draft.fields.map((field) => [keyOf(field), field])),
    signerFields: Map.groupBy(draft.signerFields, keyOf),
  }
}

function signerBody(draft: Draft, signer: DraftSigner, sequence: number, fields: FieldIndex) {
  const email_address = signer.email.trim()
  return {
    ...(signer.sid ? { sid: signer.sid } : {}),
    ...(signer.group ? { signer_group_id: signer.group.id } : {}),
    ...(signer.isMe ? { account_email: email_address } : {}),
    ...(signer.role !== null && { role: signer.role }),
    ...(isEmail(email_address) && {
      signer_identity_data: {
        email_address,
        ...namePartsOf(signer),
        // What is half typed is not saved yet; it is said beside the field.
        mobile_number: isInternational(signer.mobile) ? signer.mobile.trim() : null,
        language: signer.language,
      },
    }),
    sequence,
    ...(signer.notify === false && { notify: false }),
    language: signer.language,
    all_documents: signer.signs === null,
    document_signatures: documentsOf(draft, signer).map((document_id) => {
      const key = keyOf({ signerKey: signer.key, documentId: document_id })
      const field = fields.signatures.get(key)
      return {
        document_id,
        visual_signature: field ? visualSignatureOf(field) : null,
        fields: (fields.signerFields.get(key) ?? []).map((one) => one.field),
      }
    }),
  }
}

/** A day that is past isn't saved either: with it the service would refuse all the rest. */
function expiryToSave(draft: Draft): Pick<NonNullable<DraftBody>, 'expiration_date'> {
  return isExpiryPast(draft, new Date()) ? {} : { expiration_date: expiryOf(draft) }
}

export function bodyOf(draft: Draft): NonNullable<DraftBody> {
  const complete = draft.signers.filter(isComplete)
  const turns = turnsOf({ inOrder: draft.inOrder, signers: complete })
  const fields = fieldIndex(draft)
  const title = draft.title.trim()
  return {
    ...(title ? { title } : {}),
    message: draft.message,
    quality: draft.quality,
    legislation: draft.legislation,
    ...expiryToSave(draft),
    mail_attachments: draft.mailFiles,
    documents: draft.documentIds.map((id) => ({ id })),
    signatures: complete.map((signer, index) => signerBody(draft, signer, turns[index] ?? -1, fields)),
  }
}

/** Whom the service does not know any longer, such as someone who was removed and brought back, comes to it again. */
export function withKnownSids(draft: Draft, request: SignatureRequest): Draft {
  const known = new Set(request.signatures.map(({ sid }) => sid))
  const isForgotten = ({ sid }: DraftSigner) => sid !== null && !known.has(sid)
  if (!draft.signers.some(isForgotten)) return draft
  return {
    ...draft,
    signers: draft.signers.map((signer) => (isForgotten(signer) ? { ...signer, sid: null } : signer)),
  }
}

/** Who is on the page and not at the server. Incomplete signers count when a word was typed. */
export function unsavedPeople(draft: Draft): DraftSigner[] {
  return draft.signers.filter(
    (signer) =>
      !signer.group && !isEmail(signer.email) && (signer.name.trim() !== '' || signer.email.trim() !== ''),
  )
}
