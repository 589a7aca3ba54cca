import type {
  Attachment,
  DocumentSignature,
  Editor,
  Observer,
  RequestDocument,
  Signature,
  SignatureRequest,
} from '#api/signing/signature-requests/signature-request.ts'

/** What programs are shown of a request. A list reads no more than this. */
export interface ShownRequest extends Pick<
  SignatureRequest,
  | 'id'
  | 'title'
  | 'message'
  | 'quality'
  | 'legislation'
  | 'status'
  | 'expiresAt'
  | 'createdAt'
  | 'updatedAt'
  | 'mailAttachments'
> {
  readonly owner: Pick<SignatureRequest['owner'], 'email'>
  readonly documents: readonly Pick<RequestDocument, 'id' | 'name' | 'versionId'>[]
  readonly signatures: readonly ShownSignature[]
  readonly observers: readonly Pick<Observer, 'email'>[]
  readonly attachments: readonly Pick<Attachment, 'id' | 'name'>[]
  readonly editors?: readonly Editor[] | undefined
}

export interface ShownSignature extends Pick<
  Signature,
  | 'id'
  | 'sequence'
  | 'email'
  | 'firstName'
  | 'lastName'
  | 'mobile'
  | 'language'
  | 'notify'
  | 'accountId'
  | 'byAccountEmail'
  | 'status'
  | 'openedAt'
  | 'viewedAt'
  | 'signedAt'
  | 'declineMessage'
> {
  readonly link: { readonly hash: Buffer; readonly encrypted: Uint8Array } | null
  readonly group: { readonly id: string } | null
  readonly documents: readonly ShownPlaces[]
}

/** Where a signature is shown in a document. */
export type ShownPlaces = Pick<DocumentSignature, 'documentId' | 'places' | 'formField'>
