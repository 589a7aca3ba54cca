import {
  type Attachment,
  type DocumentSignature,
  everyDocument,
  type MailAttachmentChoice,
  type RequestDocument,
  type SignatureRequest,
  type SignerStatus,
  unsigned,
  withoutPerson,
  withTurns,
} from '#api/signing/signature-requests/signature-request.ts'

// A request without its signers: no clock, no I/O.

export interface TemplateRole {
  readonly id: string
  /** What someone signs as, in the sender's words. */
  readonly name: string
  readonly sequence: number
  readonly notify: boolean
  /** Whether they sign every document. One that was saved before it could be chosen says nothing of it. */
  readonly allDocuments?: boolean
  /** Of the template's own documents, those that they sign, and where. */
  readonly documents: readonly DocumentSignature[]
}

export type TemplateAttachment = Pick<Attachment, 'id' | 'name' | 'contentType' | 'size' | 'sha256'>
export type TemplateDocument = Pick<
  RequestDocument,
  'id' | 'name' | 'size' | 'pages' | 'signatureFields' | 'formFields' | 'formProblem'
>

export interface Template {
  readonly id: string
  readonly ownerId: string
  readonly name: string
  readonly title: string
  readonly message: string
  readonly quality: string
  readonly legislation: string | null
  /** Null: as long as a request has where nothing is said. */
  readonly expiresInDays: number | null
  readonly roles: readonly TemplateRole[]
  /** Emails. */
  readonly observers: readonly string[]
  /** What goes out with the completion email; null: as the business has it. A bulk send from before has none. */
  readonly mailAttachments?: MailAttachmentChoice | null
  readonly documents: readonly TemplateDocument[]
  readonly attachments: readonly TemplateAttachment[]
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface TemplateNaming {
  readonly id: string
  /** Who saves it: an editor’s is not the sender’s. */
  readonly ownerId: string
  readonly name: string
  /** What the signers sign as, by their signatures. */
  readonly roles: ReadonlyMap<string, string>
  /** The template's own documents, by those of the request. */
  readonly documents: ReadonlyMap<string, string>
}

/** What stays of a request when its people are taken out of it. */
export function templateOf(
  request: SignatureRequest,
  { id, ownerId, name, roles, documents }: TemplateNaming,
  now: Date,
): Template {
  return {
    id,
    ownerId,
    name,
    title: request.title,
    message: request.message,
    quality: request.quality,
    legislation: request.legislation,
    expiresInDays: expiresInDays(request, now),
    roles: request.signatures.map((signature, index) => ({
      id: crypto.randomUUID(),
      name: roles.get(signature.id) ?? signature.role ?? signature.group?.name ?? `Role ${index + 1}`,
      sequence: signature.sequence,
      notify: signature.notify,
      allDocuments: signature.allDocuments,
      documents: withDocuments(unsigned(signature.documents), documents).map(withoutPerson),
    })),
    observers: request.observers.map(({ email }) => email),
    mailAttachments: request.mailAttachments,
    documents: request.documents.map((document) => ({
      ...document,
      id: documents.get(document.id) ?? document.id,
    })),
    attachments: request.attachments.map((attachment) => ({ ...attachment, id: crypto.randomUUID() })),
    createdAt: now,
    updatedAt: now,
  }
}

const day = 86_400_000
const daysAtMost = 3650

/** From the sending to the end; of a draft from now. */
function expiresInDays({ expiresAt, initiatedAt }: SignatureRequest, now: Date): number | null {
  if (!expiresAt) return null
  const days = Math.round((expiresAt.getTime() - (initiatedAt ?? now).getTime()) / day)
  return Math.min(Math.max(days, 1), daysAtMost)
}

/** The same places on other rows of the same documents. */
export function withDocuments(
  placed: readonly DocumentSignature[],
  documents: ReadonlyMap<string, string>,
): DocumentSignature[] {
  return placed.flatMap((one) => {
    const documentId = documents.get(one.documentId)
    return documentId ? [{ ...one, documentId }] : []
  })
}

/** The documents that a role signs. Where none was named before that could be chosen, all of them. */
export function documentsOfRole(
  role: TemplateRole,
  documents: readonly Pick<TemplateDocument, 'id'>[],
): { readonly allDocuments: boolean; readonly documents: DocumentSignature[] } {
  const allDocuments = role.allDocuments ?? role.documents.length === 0
  return {
    allDocuments,
    documents: allDocuments ? everyDocument(documents, role.documents) : [...role.documents],
  }
}

/** Who gets an email when a request is sent: those whose turn it is then. */
export function rolesInvitedFirst({ roles }: Pick<Template, 'roles'>): string[] {
  return withTurns(roles.map((role) => ({ ...role, status: 'DRAFT' as SignerStatus })))
    .filter(({ status, notify }) => status === 'OPEN' && notify)
    .map(({ id }) => id)
}

export function expiryOf(template: Pick<Template, 'expiresInDays'>, now: Date): Date | null {
  return template.expiresInDays === null ? null : new Date(now.getTime() + template.expiresInDays * day)
}
