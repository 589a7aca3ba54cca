import { type DocumentSignature, inDocumentOrder } from '#api/signing/signature-requests/signature-request.ts'
import { type KnownToProgram, presentObserver } from './known-to-program.ts'
import { placesIn } from '#api/signing/signature-requests/row.ts'
import type { ShownRequest, ShownSignature } from './shown-request.ts'

/** A row of `listOwned`: a request, or a signature of one as it is given in one document. The columns of the other are null. */
export type ListedRow = RequestRow | SignatureRow

interface RequestRow extends Pick<
  ShownRequest,
  'id' | 'title' | 'message' | 'quality' | 'legislation' | 'status'
> {
  readonly signature_id: null
  /** From the first of the page on. */
  readonly place: number
  readonly expires_at: Date | null
  readonly created_at: Date
  readonly updated_at: Date
  readonly mail_attachments: ShownRequest['mailAttachments']
  readonly is_from_program: boolean
  readonly custom: string | null
  readonly callback_success_url: string | null
  readonly callback_error_url: string | null
  readonly callback_update_url: string | null
  readonly documents: readonly (readonly [id: string, name: string, versionId: string])[] | null
  readonly attachments: readonly { readonly id: string; readonly name: string }[] | null
  readonly observers:
    | readonly {
        readonly id: string
        readonly email: string
        readonly invited_at: string
        readonly invited_by: string
      }[]
    | null
  readonly creator_id: string | null
  readonly editors: ShownRequest['editors'] | null
}

interface SignatureRow {
  /** Of its request. */
  readonly id: string
  readonly signature_id: string
  /** Among the request's signatures. */
  readonly place: number
  readonly by_account_email: boolean
  readonly account_id: string | null
  readonly email: string
  readonly first_name: string | null
  readonly last_name: string | null
  readonly mobile: string | null
  readonly language: ShownSignature['language']
  readonly sequence: number
  readonly notify: boolean
  readonly link_hash: Buffer | null
  readonly link_encrypted: Buffer | null
  readonly opened_at: Date | null
  readonly viewed_at: Date | null
  readonly signed_at: Date | null
  readonly decline_message: string | null
  readonly signature_status: ShownSignature['status']
  readonly group_id: string | null
  readonly identity_reference: string | null
  readonly is_link_disclosed: boolean
  readonly signed_quality: string | null
  readonly signed_legislation: string | null
  readonly document_id: string | null
  readonly first_place: DocumentSignature['places'][number] | null
  readonly places: DocumentSignature['places'] | null
  readonly form_field: string | null
  readonly image: Buffer | null
}

export interface ListedRequest {
  readonly request: ShownRequest
  readonly known: KnownToProgram
}

/** The requests of a page, in its order. `owner` is whose they are. */
export function readListed(
  rows: readonly ListedRow[],
  owner: { readonly email: string; readonly businessId: string },
): ListedRequest[] {
  const signatures = Map.groupBy(rows.filter(isOfSignature), ({ id }) => id)
  return rows
    .filter((row) => !isOfSignature(row))
    .toSorted((a, b) => a.place - b.place)
    .map((row) => toListed(row, signatures.get(row.id) ?? [], owner))
}

const isOfSignature = (row: ListedRow): row is SignatureRow => row.signature_id !== null

function toListed(
  row: RequestRow,
  rows: readonly SignatureRow[],
  owner: { readonly email: string; readonly businessId: string },
): ListedRequest {
  const documents = (row.documents ?? []).map(([id, name, versionId]) => ({ id, name, versionId }))
  const bySignature = Map.groupBy(rows, (one) => one.signature_id)
  const signatures = [...bySignature.values()]
    .toSorted(([a], [b]) => (a?.place ?? 0) - (b?.place ?? 0))
    .map((placed) => toSignature(placed, documents))
  const request: ShownRequest = {
    id: row.id,
    owner,
    title: row.title,
    message: row.message,
    quality: row.quality,
    legislation: row.legislation,
    status: row.status,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    mailAttachments: row.mail_attachments,
    documents,
    signatures,
    observers: row.observers ?? [],
    attachments: row.attachments ?? [],
    editors: row.editors ?? [],
  }
  return { request, known: toKnown(row, rows, owner.businessId) }
}

function toSignature(rows: readonly SignatureRow[], documents: ShownRequest['documents']): ShownSignature {
  const [row] = rows
  if (!row) throw new Error('a signature has no row')
  const placed = rows.flatMap(({ document_id: documentId, places, first_place: place, form_field }) =>
    documentId === null ? [] : [{ documentId, places: placesIn({ place, places }), formField: form_field }],
  )
  return {
    id: row.signature_id,
    sequence: row.sequence,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    mobile: row.mobile,
    language: row.language,
    notify: row.notify,
    accountId: row.account_id,
    byAccountEmail: row.by_account_email,
    link: row.link_hash && row.link_encrypted ? { hash: row.link_hash, encrypted: row.link_encrypted } : null,
    group: row.group_id === null ? null : { id: row.group_id },
    status: row.signature_status,
    openedAt: row.opened_at,
    viewedAt: row.viewed_at,
    signedAt: row.signed_at,
    declineMessage: row.decline_message,
    documents: inDocumentOrder(documents, placed),
  }
}

function toKnown(row: RequestRow, rows: readonly SignatureRow[], businessId: string): KnownToProgram {
  const callbacks = {
    success: row.callback_success_url,
    error: row.callback_error_url,
    update: row.callback_update_url,
  }
  const signers = new Map(rows.map((signer) => [signer.signature_id, signer]))
  const images = new Map(
    rows.flatMap(({ signature_id, document_id, image }) =>
      image ? [[`${signature_id} ${document_id}`, image]] : [],
    ),
  )
  return {
    integration: row.is_from_program
      ? { custom: row.custom, callbacks, creatorId: row.creator_id }
      : undefined,
    levelOf: (signatureId) => {
      const signer = signers.get(signatureId)
      return signer?.signed_quality
        ? { quality: signer.signed_quality, legislation: signer.signed_legislation }
        : undefined
    },
    referenceOf: (signatureId) => signers.get(signatureId)?.identity_reference ?? null,
    isDisclosed: (signatureId) => signers.get(signatureId)?.is_link_disclosed ?? false,
    observers: (row.observers ?? []).map((one) =>
      presentObserver({ ...one, invitedBy: one.invited_by, invitedAt: new Date(one.invited_at) }),
    ),
    businessId,
    imageOf: (signatureId) => (documentId) => images.get(`${signatureId} ${documentId}`),
  }
}
