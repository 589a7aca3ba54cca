import type { Retention } from '#api/signing/retention/retention.ts'
import type { FormField, PageSize } from '#api/platform/db/tables.ts'
import type {
  FormProblem,
  DocumentFormField,
  FieldValue,
  Place,
  SignerField,
} from '#api/platform/values/signer-field.ts'
import { inDocumentOrder } from './signature-request.ts'
import type {
  DocumentSignature,
  Language,
  MailAttachmentChoice,
  Member,
  RequestStatus,
  Signature,
  SignatureGroup,
  SignatureRequest,
  SignerStatus,
} from './signature-request.ts'

// The shape `repository.find` reads: the inner lists come as JSON, so their times and bytes are text.

interface MemberRow {
  id: string
  email: string
  name: string | null
  language: string
  account_id: string | null
  link_hash: string | null
  link_encrypted: string | null
  opened_at: string | null
  delivery_state: 'pending' | 'sent' | 'failed' | null
  delivery_message: string | null
}

interface PlaceRow {
  document_id: string
  place: Place | null
  places: Place[]
  form_field: string | null
  fields: SignerField[]
  signed_values: Record<string, FieldValue> | null
}

interface SignatureRow {
  id: string
  role: string | null
  sequence: number
  email: string
  first_name: string | null
  last_name: string | null
  mobile: string | null
  language: string
  notify: boolean
  account_id: string | null
  link_hash: string | null
  link_encrypted: string | null
  status: SignerStatus
  opened_at: string | null
  viewed_at: string | null
  signed_at: string | null
  delivery_state: 'pending' | 'sent' | 'failed' | null
  delivery_message: string | null
  places: PlaceRow[]
  signings: {
    status: 'OPEN' | 'SIGNED' | 'ERROR'
    quality: string
    error: string | null
    created_at: string
    member_id: string | null
    approval_id: string | null
    approval_status: 'OPEN' | 'GIVEN' | 'FAILED' | null
  }[]
  group_id: string | null
  group_version_id: string | null
  group_name: string | null
  member_id: string | null
  /** Of a group's alone. */
  members: MemberRow[] | null
  decline_message: string | null
  delegated_by: { email: string; name: string; times: number; formerly?: string[] } | null
  reminded_at: string | null
  all_documents: boolean
  signed_name: string | null
  by_account_email: boolean
}

interface ObserverRow {
  id: string
  email: string
  account_id: string | null
  language: string
  invited_by: string
}

interface AttachmentRow {
  id: string
  name: string
  content_type: string
  size: number
  sha256: string
  added_by: string
  created_at: string
}

export interface RequestRow {
  id: string
  owner_id: string
  owner_email: string
  owner_name: string
  owner_language: string
  title: string
  message: string
  quality: string
  legislation: string | null
  status: RequestStatus
  version: number
  expires_at: Date | null
  created_at: Date
  updated_at: Date
  initiated_at: Date | null
  completed_at: Date | null
  corrected_at: Date | null
  withdraw_message: string | null
  mail_attachments: MailAttachmentChoice | null
  editors: { account_id: string; email: string }[]
  departures: { account_id: string }[]
  /** At most one. */
  transfers: { id: string; email: string; language: string; first_name: string; last_name: string }[]
  documents: {
    id: string
    version_id: string
    name: string
    size: number
    pages: PageSize[]
    signature_fields: FormField[]
    form_fields: DocumentFormField[]
    form_problem: FormProblem | null
  }[]
  signatures: SignatureRow[]
  observers: ObserverRow[]
  attachments: AttachmentRow[]
  /** At most one. */
  retentions: {
    days: number
    from_terminal_state: boolean
    delete_at: string | null
    deleted_at: string | null
  }[]
}

export function toRequest(row: RequestRow): SignatureRequest {
  return {
    id: row.id,
    owner: {
      id: row.owner_id,
      email: row.owner_email,
      name: row.owner_name,
      language: row.owner_language as Language,
    },
    title: row.title,
    message: row.message,
    quality: row.quality,
    legislation: row.legislation,
    status: row.status,
    version: row.version,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    initiatedAt: row.initiated_at,
    completedAt: row.completed_at,
    correctedAt: row.corrected_at,
    withdrawMessage: row.withdraw_message,
    mailAttachments: row.mail_attachments,
    ...toTransfer(row.transfers[0]),
    departed: row.departures.map((departure) => departure.account_id),
    documents: row.documents.map((document) => ({
      id: document.id,
      versionId: document.version_id,
      name: document.name,
      size: document.size,
      pages: document.pages,
      signatureFields: document.signature_fields,
      formFields: document.form_fields,
      formProblem: document.form_problem,
    })),
    // Rows come in no order, and another one after each time they were written.
    signatures: row.signatures.map((signature) => {
      const read = toSignature(signature)
      return { ...read, documents: inDocumentOrder(row.documents, read.documents) }
    }),
    observers: row.observers.map((observer) => ({
      id: observer.id,
      email: observer.email,
      accountId: observer.account_id,
      language: observer.language as Language,
      invitedBy: observer.invited_by,
    })),
    attachments: row.attachments.map((attachment) => ({
      id: attachment.id,
      name: attachment.name,
      contentType: attachment.content_type,
      size: attachment.size,
      sha256: attachment.sha256,
      addedBy: attachment.added_by,
      createdAt: new Date(attachment.created_at),
    })),
    retention: toRetention(row.retentions[0]),
    editors: row.editors.map((editor) => ({ accountId: editor.account_id, email: editor.email })),
  }
}

function toTransfer(row: RequestRow['transfers'][number] | undefined): Pick<SignatureRequest, 'goesTo'> {
  if (!row) return {}
  const { id, email, language, first_name: firstName, last_name: lastName } = row
  return { goesTo: { id, email, language: language as Language, name: `${firstName} ${lastName}`.trim() } }
}

function toRetention(row: RequestRow['retentions'][number] | undefined): Retention | null {
  if (!row) return null
  return {
    days: row.days,
    fromTerminalState: row.from_terminal_state,
    deleteAt: row.delete_at ? new Date(row.delete_at) : null,
    deletedAt: row.deleted_at ? new Date(row.deleted_at) : null,
  }
}

function toSignature(row: SignatureRow): Signature {
  const [signing] = row.signings
  return {
    id: row.id,
    role: row.role,
    sequence: row.sequence,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    mobile: row.mobile,
    language: row.language as Language,
    notify: row.notify,
    accountId: row.account_id,
    link: toLink(row),
    group: toGroup(row),
    status: row.status,
    openedAt: row.opened_at ? new Date(row.opened_at) : null,
    viewedAt: row.viewed_at ? new Date(row.viewed_at) : null,
    signedAt: row.signed_at ? new Date(row.signed_at) : null,
    signedName: row.signed_name,
    delivery: toDelivery(row),
    signing: signing
      ? {
          status: signing.status,
          quality: signing.quality,
          error: signing.error,
          startedAt: new Date(signing.created_at),
          memberId: signing.member_id,
          approval:
            signing.approval_id && signing.approval_status
              ? { id: signing.approval_id, status: signing.approval_status }
              : null,
        }
      : null,
    declineMessage: row.decline_message,
    delegatedBy: row.delegated_by,
    remindedAt: row.reminded_at ? new Date(row.reminded_at) : null,
    allDocuments: row.all_documents,
    byAccountEmail: row.by_account_email,
    documents: row.places.map(toDocumentSignature),
  }
}

function toDocumentSignature(row: PlaceRow): DocumentSignature {
  return {
    documentId: row.document_id,
    places: placesIn(row),
    formField: row.form_field,
    fields: row.fields,
    signedValues: row.signed_values,
  }
}

/** A row that a process of an earlier release wrote has no list. */
export function placesIn(row: {
  readonly place: Place | null
  readonly places: readonly Place[] | null
}): readonly Place[] {
  if (row.places && row.places.length > 0) return row.places
  return row.place ? [row.place] : []
}

function toGroup(row: SignatureRow): SignatureGroup | null {
  if (row.group_id === null || row.group_version_id === null) return null
  return {
    id: row.group_id,
    name: row.group_name ?? '',
    versionId: row.group_version_id,
    members: (row.members ?? []).map(toMember),
    settledBy: row.member_id,
  }
}

function toMember(row: MemberRow): Member {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    language: row.language as Language,
    accountId: row.account_id,
    link: toLink(row),
    openedAt: row.opened_at ? new Date(row.opened_at) : null,
    delivery: toDelivery(row),
  }
}

function toLink({
  link_hash: hash,
  link_encrypted: encrypted,
}: Pick<MemberRow, 'link_hash' | 'link_encrypted'>) {
  return hash && encrypted ? { hash: bytes(hash), encrypted: bytes(encrypted) } : null
}

function toDelivery(row: Pick<MemberRow, 'delivery_state' | 'delivery_message'>) {
  return row.delivery_state ? { state: row.delivery_state, message: row.delivery_message } : null
}

/** bytea in JSON is Postgres' hex form. */
function bytes(hex: string): Buffer {
  return Buffer.from(hex.slice(2), 'hex')
}
