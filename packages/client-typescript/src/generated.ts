// Generated from the contract by `npm run clients`: don't edit it here.
import type { Send } from './send.ts'

/** Every error key there is today. A later release may have more: compare with what you handle, and keep a default. */
export const errorKeys = [
  'account.exists',
  'anonymous_upload.claimed',
  'anonymous_upload.code_wrong',
  'anonymous_upload.over',
  'api_user.credentials_invalid',
  'api_user.key_expired',
  'api_user.not_opened',
  'api_user.token_invalid',
  'approval.over',
  'attachment.type_not_taken',
  'auth.company_sign_in_required',
  'auth.credentials_invalid',
  'auth.link_account',
  'auth.link_delegated',
  'auth.link_invalid',
  'auth.link_removed',
  'auth.required',
  'auth.second_factor_required',
  'auth.token_expired',
  'billing.authentication_required',
  'billing.country_without_price',
  'billing.currency_fixed',
  'billing.in_progress',
  'billing.manual',
  'billing.no_subscription',
  'billing.not_configured',
  'billing.order_kept',
  'billing.payment_declined',
  'billing.plan_not_sold',
  'billing.promo_expired',
  'billing.promo_not_for_plan',
  'billing.promo_unknown',
  'billing.promo_used_up',
  'billing.provider_misconfigured',
  'billing.provider_unavailable',
  'billing.referral_unknown',
  'billing.seats_in_use',
  'billing.seats_out_of_range',
  'billing.stale',
  'billing.trial_over',
  'billing.vat_malformed',
  'bulk_send.too_many',
  'business.already_member',
  'business.deletion_pending',
  'business.last_admin',
  'business.member_locked',
  'business.no_seat',
  'business.not_allowed',
  'business.not_being_deleted',
  'business.payment_required',
  'business.too_many_api_users',
  'business.too_many_domains',
  'business.too_many_scim_tokens',
  'business.transfer_running',
  'callback.api_user_deleted',
  'callback.secret_shown',
  'confirmation.invalid',
  'document.active_content',
  'document.certified_hidden_field',
  'document.certified_no_changes',
  'document.certified_no_free_field',
  'document.certified_seed_value',
  'document.conversion_failed',
  'document.damaged',
  'document.deleted',
  'document.dynamic_form',
  'document.encrypted',
  'document.field_locked',
  'document.image_too_large',
  'document.in_use',
  'document.no_pages',
  'document.not_a_pdf',
  'document.not_signable',
  'document.office_not_taken',
  'document.signed_and_damaged',
  'document.signed_and_encrypted',
  'document.too_complex',
  'document.too_large',
  'document.too_many_pages',
  'document.unsupported_filter',
  'email.limit_reached',
  'feature.unavailable',
  'group.changed',
  'group.too_many',
  'group.too_many_members',
  'idempotency.done',
  'idempotency.mismatch',
  'idempotency.running',
  'identification.not_covered',
  'identification.succeeded',
  'identity.taken',
  'identity_provider.not_tested',
  'identity_provider.required',
  'image.invalid',
  'image.too_complex',
  'image.too_large',
  'internal',
  'media.unsupported',
  'method.not_allowed',
  'not_allowed',
  'not_found',
  'password.change_required',
  'password.weak',
  'password.wrong',
  'plan.not_included',
  'plan.signatures_exhausted',
  'rate.exceeded',
  'request.already_signed',
  'request.changed',
  'request.document_without_signer',
  'request.malformed',
  'request.no_documents',
  'request.no_signers',
  'request.not_draft',
  'request.not_open',
  'request.signature_pending',
  'request.too_large',
  'request.too_many_attachments',
  'request.too_many_documents',
  'request.under_retention',
  'retention.set_by_business',
  'seal.demonstration',
  'seal.not_allowed',
  'seal.not_ready',
  'second_factor.code_invalid',
  'second_factor.exists',
  'second_factor.passkey_invalid',
  'second_factor.too_many',
  'service.saturated',
  'service.unavailable',
  'signature.already_signed',
  'signature.not_in_turn',
  'signature.taken_by_member',
  'signing.changed',
  'signing.identification_required',
  'signing.locked',
  'signing.quality_unavailable',
  'signing.requirements_unmet',
  'signing.too_late',
  'tan.expired',
  'tan.invalid',
  'tan.locked',
  'tan.no_more_resends',
  'template.in_use',
  'template.too_many',
  'terms.acceptance_required',
  'terms.not_accepted',
  'validation.failed',
  'visual_signature.too_many',
] as const
export type ErrorKey = (typeof errorKeys)[number] | (string & {})

export type ApiDocument = { id: Id; parent_id: Id | null; title: string; content_type: string; size: number; page_count: number; page_width: number; page_height: number; signature_fields: Array<{ name: string; signed: boolean; positions: Array<{ page: string; x: number; y: number; width: number; height: number; rotation?: 0 | 90 | 180 | 270 }> }>; owner: string; read_access: Array<string>; write_access: Array<string>; created_at: Instant; updated_at: Instant }

export type Attached = "SIGNED_DOCUMENT" | "SIGNATURE_PROTOCOL"

export type Attachment = { attachment_id: Id; filename: string }

export type Base64 = string

export type Callback = { id: Id; signature_request_id: Id; type: CallbackType; state: CallbackState; url: string; attempts: number; messages: Array<string>; owner: string; created_at: Instant; updated_at: Instant }

export type CallbackState = "OPEN" | "COMPLETED" | "RESIGNATED"

export type CallbackType = "SUCCESS" | "UPDATE" | "ERROR" | "START_SIGN" | "INITIATE" | "IDENT_ERROR"

export type CallbackUrl = string

export type DocumentSignature = { document_id: Id; visual_signature?: VisualSignature | null }

export type Email = string

export type FileUrl = string

export type GivenDate = string

export type Id = string

export type IdentityData = { email_address: Email; first_name?: string | null; last_name?: string | null; mobile_number?: string | null; language?: Language | null; identity_reference?: string | null; identification_require_evidence?: false | null }

export type Instant = string

export type Language = "en" | "de" | "fr" | "it"

export type Legislation = "ZERTES" | "EIDAS"

export type Observer = { id: Id; type: "USER"; invited_at: Instant; invited_by: string; user_info: { id: Id; email: string } }

export type ObserverEmail = Email | { email: Email; type?: "USER" | null } | { user_info: { email: Email } }

export type Quality = "DEMO" | "SES" | "AES" | "AES_MINIMAL" | "QES" | "PART11"

export type ShownDocument = { id: Id; name: string; version_id: Id }

export type ShownIdentity = { email_address: string; first_name: string | null; last_name: string | null; mobile_number: string | null; language: Language | null; identity_reference: string | null; identification_require_evidence: false; provider: null; evidence_id: null }

export type ShownVisual = { position: { page: string; x: number; y: number; width: number; height: number; rotation?: 0 | 90 | 180 | 270 } | null; positions: Array<{ page: string; x: number; y: number; width: number; height: number; rotation?: 0 | 90 | 180 | 270 }>; form_field: string | null; image: SignatureImage | null }

export type SignatureImage = { content: Base64; content_type: "image/png" }

export type SignatureRequestV2 = { id: Id; title: string; message: string; legislation: Legislation | null; quality: Quality; signing_url: string; expiration_date: Instant | null; attachments: Array<Attachment>; callback_success_url: string | null; callback_error_url: string | null; callback_update_url: string | null; custom: string | null; attach_on_success: Array<Attached>; creator: string | null; owner: string; read_access: Array<string>; write_access: Array<string>; created_at: Instant; updated_at: Instant; document_id: Id; status_overall: StatusV2; business: Id | null; signatures: Array<SignatureV2>; cc_email_addresses: Array<string> }

export type SignatureRequestV3 = { id: Id; title: string; message: string; legislation: Legislation | null; quality: Quality; signing_url: string; expiration_date: Instant | null; attachments: Array<Attachment>; callback_success_url: string | null; callback_error_url: string | null; callback_update_url: string | null; custom: string | null; attach_on_success: Array<Attached>; creator: string | null; owner: string; read_access: Array<string>; write_access: Array<string>; created_at: Instant; updated_at: Instant; documents: Array<ShownDocument>; status_overall: StatusV3; business_id: Id | null; origin: "API" | "WEB"; signatures: Array<SignatureV3>; observers: Array<Observer> }

export type SignatureV2 = { sid: Id; account_email: string | null; signer_identity_data: ShownIdentity | null; sequence: number; notify: boolean; language: Language; signing_url: string | null; signed_at: Instant | null; signed_quality: Quality | null; signed_legislation: Legislation | null; last_viewed_at: Instant | null; decline_message: string | null; status_code: SignerStatusV2; visual_signature: ShownVisual | null }

export type SignatureV3 = { sid: Id; account_email: string | null; signer_identity_data: ShownIdentity | null; sequence: number; notify: boolean; language: Language; signing_url: string | null; signed_at: Instant | null; signed_quality: Quality | null; signed_legislation: Legislation | null; last_viewed_at: Instant | null; decline_message: string | null; status_code: SignerStatusV3; signer_group_id: Id | null; invited_by: string; document_signatures: Array<{ document_id: Id; visual_signature: ShownVisual | null }> }

export type SignerStatusV2 = "OPEN" | "DECLINED" | "WITHDRAWN" | "SIGNED" | "ERROR"

export type SignerStatusV3 = "OPEN" | "DECLINED" | "WITHDRAWN" | "SIGNED" | "ERROR" | "WAITING" | "DRAFT"

export type SignerV2 = { account_email?: Email | null; signer_identity_data?: IdentityData | null; sequence?: number | null; notify?: boolean | null; language?: Language | null; visual_signature?: VisualSignature | null }

export type SignerV3 = { account_email?: Email | null; signer_identity_data?: IdentityData | null; sequence?: number | null; notify?: boolean | null; language?: Language | null; signer_group_id?: Id | null; document_signatures?: Array<DocumentSignature> | null }

export type StatusV2 = "OPEN" | "DECLINED" | "WITHDRAWN" | "SIGNED" | "EXPIRED" | "ERROR"

export type StatusV3 = "OPEN" | "DECLINED" | "WITHDRAWN" | "SIGNED" | "EXPIRED" | "ERROR" | "DRAFT"

export type UserQualities = { qes: { zertes?: { quality: string; provider: string; legislation: string }; eidas?: { quality: string; provider: string; legislation: string } }; aes_minimal: { zertes?: { quality: string; provider: string; legislation: string }; eidas?: { quality: string; provider: string; legislation: string } }; aes: { any?: { quality: string; provider: string; legislation: string } }; ses: { any?: { quality: string; provider: string; legislation: string } }; demo: { any?: { quality: string; provider: string; legislation: string } }; seal: { aes: Record<string, { quality: string; provider: string; legislation: string }>; qes: Record<string, { quality: string; provider: string; legislation: string }> }; part11: { any?: { quality: string; provider: string; legislation: string } } }

export type VisualSignature = { positions: Array<{ page: string; x: number; y: number; width: number; height: number; rotation?: 0 | 90 | 180 | 270 | null }>; image?: SignatureImage | null } | { position: { page: string; x: number; y: number; width: number; height: number; rotation?: 0 | 90 | 180 | 270 | null }; image?: SignatureImage | null } | { form_field: string; image?: SignatureImage | null }

export type AddAttachmentV2Body = { filename: string; content_type?: string | null; content: Base64 }

export type AddAttachmentV3Body = { filename: string; content_type?: string | null; content: Base64 }

export type AddDocumentV3Body = { content: Base64 }

export type AddObserverV3Body = { type?: "USER" | "GROUP" | null; email?: Email | null; user_id?: Id | null; group_id?: string | null }

export type AddSignerV2Body = SignerV2

export type AddSignerV3Body = SignerV3

export type CreateRequestV2Body = { title: string; message?: string | null; legislation?: Legislation | null; quality?: Quality | null; callback_success_url?: CallbackUrl | null; callback_error_url?: CallbackUrl | null; callback_update_url?: CallbackUrl | null; custom?: string | null; attach_on_success?: Array<Attached> | null; read_access?: Array<string> | null; write_access?: Array<string> | null; creator?: Email | null; content?: Base64 | null; content_type?: string | null; file_url?: string | null; document_id?: Id | null; signatures?: Array<SignerV2> | null; cc_email_addresses?: Array<Email> | null }

export type CreateRequestV3Body = { title: string; message?: string | null; legislation?: Legislation | null; quality?: Quality | null; callback_success_url?: CallbackUrl | null; callback_error_url?: CallbackUrl | null; callback_update_url?: CallbackUrl | null; custom?: string | null; attach_on_success?: Array<Attached> | null; read_access?: Array<string> | null; write_access?: Array<string> | null; creator?: Email | null; documents: Array<{ id: Id }>; signatures?: Array<SignerV3> | null; observers?: Array<ObserverEmail> | null }

export type SealDocumentBody = { content: Base64; title?: string | null; account_name?: string | null; visual_signature?: VisualSignature | null }

export type SealDocumentV3Body = { content: Base64; title?: string | null; account_name?: string | null; visual_signature?: VisualSignature | null }

export type UpdateRequestV2Body = { id: Id; title?: string | null; message?: string | null; legislation?: Legislation | null; quality?: Quality | null; callback_success_url?: CallbackUrl | null; callback_error_url?: CallbackUrl | null; callback_update_url?: CallbackUrl | null; custom?: string | null; attach_on_success?: Array<Attached> | null; read_access?: Array<string> | null; write_access?: Array<string> | null; creator?: Email | null; signatures?: Array<{ account_email?: Email | null; signer_identity_data?: IdentityData | null; sequence?: number | null; notify?: boolean | null; language?: Language | null; visual_signature?: VisualSignature | null; sid?: Id | null }> | null; cc_email_addresses?: Array<Email> | null }

export type UpdateRequestV3Body = { id: Id; title?: string | null; message?: string | null; legislation?: Legislation | null; quality?: Quality | null; callback_success_url?: CallbackUrl | null; callback_error_url?: CallbackUrl | null; callback_update_url?: CallbackUrl | null; custom?: string | null; attach_on_success?: Array<Attached> | null; read_access?: Array<string> | null; write_access?: Array<string> | null; creator?: Email | null; signatures?: Array<{ account_email?: Email | null; signer_identity_data?: IdentityData | null; sequence?: number | null; notify?: boolean | null; language?: Language | null; signer_group_id?: Id | null; document_signatures?: Array<DocumentSignature> | null; sid?: Id | null }> | null; observers?: Array<ObserverEmail> | null }

export type UploadDocumentV2Body = { title?: string | null; content?: Base64 | null; content_type?: string | null; file_url?: FileUrl | null }

export type UploadDocumentV3Body = { title?: string | null; content?: Base64 | null; content_type?: string | null; file_url?: FileUrl | null }

export type WithdrawRequestV2Body = { message?: string | null }

export type WithdrawRequestV3Body = { message?: string | null }

/** Every call of the integration API that takes a token, by its name in the API description. */
export class Calls {
  protected readonly send: Send

  constructor(send: Send) {
    this.send = send
  }

  /** Add an attachment: a file that isn’t signed. */
  addAttachmentV2(input: { id: Id }, body: AddAttachmentV2Body): Promise<SignatureRequestV2> {
    return this.send({ method: 'POST', path: `/v2/signature-requests/${encodeURIComponent(input.id)}/attachments`, body, answer: 'json' }) as Promise<SignatureRequestV2>
  }

  /** Add an attachment: a file that isn’t signed. */
  addAttachmentV3(input: { id: Id }, body: AddAttachmentV3Body): Promise<SignatureRequestV3> {
    return this.send({ method: 'POST', path: `/v3/signature-requests/${encodeURIComponent(input.id)}/attachments`, body, answer: 'json' }) as Promise<SignatureRequestV3>
  }

  /** Add a document to a draft. */
  addDocumentV3(input: { id: Id }, body: AddDocumentV3Body): Promise<SignatureRequestV3> {
    return this.send({ method: 'POST', path: `/v3/signature-requests/${encodeURIComponent(input.id)}/documents`, body, answer: 'json' }) as Promise<SignatureRequestV3>
  }

  /** Add an observer, by email or as a member of the business (`user_id`). */
  addObserverV3(input: { id: Id }, body: AddObserverV3Body): Promise<Observer> {
    return this.send({ method: 'POST', path: `/v3/signature-requests/${encodeURIComponent(input.id)}/observers`, body, answer: 'json' }) as Promise<Observer>
  }

  /** Add a signer, before the first signature. */
  addSignerV2(input: { id: Id }, body: AddSignerV2Body): Promise<SignatureRequestV2> {
    return this.send({ method: 'POST', path: `/v2/signature-requests/${encodeURIComponent(input.id)}/signatures`, body, answer: 'json' }) as Promise<SignatureRequestV2>
  }

  /** Add a signer, before the first signature. */
  addSignerV3(input: { id: Id }, body: AddSignerV3Body): Promise<SignatureRequestV3> {
    return this.send({ method: 'POST', path: `/v3/signature-requests/${encodeURIComponent(input.id)}/signatures`, body, answer: 'json' }) as Promise<SignatureRequestV3>
  }

  /** Create a signature request of one document and send it. Without `quality` it is qualified (QES). */
  createRequestV2(body: CreateRequestV2Body): Promise<SignatureRequestV2> {
    return this.send({ method: 'POST', path: '/v2/signature-requests', body, answer: 'json' }) as Promise<SignatureRequestV2>
  }

  /** Create a draft of uploaded documents; one that another request has already gets an id of its own. Nobody is notified until it is sent. Without `quality` it is qualified (QES). */
  createRequestV3(body: CreateRequestV3Body): Promise<SignatureRequestV3> {
    return this.send({ method: 'POST', path: '/v3/signature-requests', body, answer: 'json' }) as Promise<SignatureRequestV3>
  }

  /** Delete a document that isn’t part of a request. */
  deleteDocumentV2(input: { id: Id }): Promise<void> {
    return this.send({ method: 'DELETE', path: `/v2/documents/${encodeURIComponent(input.id)}`, answer: 'nothing' }) as Promise<void>
  }

  /** Delete a document that isn’t part of a request. */
  deleteDocumentV3(input: { id: Id }): Promise<void> {
    return this.send({ method: 'DELETE', path: `/v3/documents/${encodeURIComponent(input.id)}`, answer: 'nothing' }) as Promise<void>
  }

  /** Delete a signature request: an open one is withdrawn; one that has ended is deleted. */
  deleteRequestV2(input: { id: Id }): Promise<void> {
    return this.send({ method: 'DELETE', path: `/v2/signature-requests/${encodeURIComponent(input.id)}`, answer: 'nothing' }) as Promise<void>
  }

  /** Delete a signature request: an open one is withdrawn; one that has ended is deleted. */
  deleteRequestV3(input: { id: Id }): Promise<void> {
    return this.send({ method: 'DELETE', path: `/v3/signature-requests/${encodeURIComponent(input.id)}`, answer: 'nothing' }) as Promise<void>
  }

  /** Download an attachment. */
  getAttachmentContentV2(input: { id: Id; attId: Id }): Promise<Uint8Array> {
    return this.send({ method: 'GET', path: `/v2/signature-requests/${encodeURIComponent(input.id)}/attachments/${encodeURIComponent(input.attId)}/content`, answer: 'file', accept: 'application/octet-stream' }) as Promise<Uint8Array>
  }

  /** Download an attachment. */
  getAttachmentContentV3(input: { id: Id; attId: Id }): Promise<Uint8Array> {
    return this.send({ method: 'GET', path: `/v3/signature-requests/${encodeURIComponent(input.id)}/attachments/${encodeURIComponent(input.attId)}/content`, answer: 'file', accept: 'application/octet-stream' }) as Promise<Uint8Array>
  }

  /** Download a document: the file, or with `Accept: application/json` an object `{content_type, content_size, content}` with the content in base64. */
  getDocumentContentV2(input: { id: Id }): Promise<Uint8Array> {
    return this.send({ method: 'GET', path: `/v2/documents/${encodeURIComponent(input.id)}/content`, answer: 'file', accept: 'application/pdf' }) as Promise<Uint8Array>
  }

  /** Download a document: the file, or with `Accept: application/json` an object `{content_type, content_size, content}` with the content in base64. */
  getDocumentContentV3(input: { id: Id }): Promise<Uint8Array> {
    return this.send({ method: 'GET', path: `/v3/documents/${encodeURIComponent(input.id)}/content`, answer: 'file', accept: 'application/pdf' }) as Promise<Uint8Array>
  }

  /** Get the image of a page. `n` counts from 0; `scale`, as a query parameter or a header, is 100 for 144 dpi. */
  getDocumentPageV2(input: { id: Id; n: number | string; scale?: number | string }): Promise<Uint8Array> {
    return this.send({ method: 'GET', path: `/v2/documents/${encodeURIComponent(input.id)}/pages/${encodeURIComponent(input.n)}`, query: { scale: input.scale }, answer: 'file', accept: 'image/webp' }) as Promise<Uint8Array>
  }

  /** Get the image of a page. `n` counts from 0; `scale`, as a query parameter or a header, is 100 for 144 dpi. */
  getDocumentPageV3(input: { id: Id; n: number | string; scale?: number | string }): Promise<Uint8Array> {
    return this.send({ method: 'GET', path: `/v3/documents/${encodeURIComponent(input.id)}/pages/${encodeURIComponent(input.n)}`, query: { scale: input.scale }, answer: 'file', accept: 'image/webp' }) as Promise<Uint8Array>
  }

  /** Get a document, or any version of one. */
  getDocumentV2(input: { id: Id }): Promise<ApiDocument> {
    return this.send({ method: 'GET', path: `/v2/documents/${encodeURIComponent(input.id)}`, answer: 'json' }) as Promise<ApiDocument>
  }

  /** Get a document, or any version of one. */
  getDocumentV3(input: { id: Id }): Promise<ApiDocument> {
    return this.send({ method: 'GET', path: `/v3/documents/${encodeURIComponent(input.id)}`, answer: 'json' }) as Promise<ApiDocument>
  }

  /** Get an observer of a signature request. */
  getObserverV3(input: { id: Id; obs: Id }): Promise<Observer> {
    return this.send({ method: 'GET', path: `/v3/signature-requests/${encodeURIComponent(input.id)}/observers/${encodeURIComponent(input.obs)}`, answer: 'json' }) as Promise<Observer>
  }

  /** Get the audit trail of a request that was sent: PDF (signed and timestamped), JSON or HTML. */
  getReportV2(input: { id: Id; type?: "PDF" | "JSON" | "HTML" }): Promise<Uint8Array> {
    return this.send({ method: 'GET', path: `/v2/signature-requests/${encodeURIComponent(input.id)}/report`, query: { type: input.type }, answer: 'file', accept: 'application/pdf' }) as Promise<Uint8Array>
  }

  /** Get the audit trail of a request that was sent: PDF (signed and timestamped), JSON or HTML. */
  getReportV3(input: { id: Id; type?: "PDF" | "JSON" | "HTML" }): Promise<Uint8Array> {
    return this.send({ method: 'GET', path: `/v3/signature-requests/${encodeURIComponent(input.id)}/report`, query: { type: input.type }, answer: 'file', accept: 'application/pdf' }) as Promise<Uint8Array>
  }

  /** Get a signature request. */
  getRequestV2(input: { id: Id }): Promise<SignatureRequestV2> {
    return this.send({ method: 'GET', path: `/v2/signature-requests/${encodeURIComponent(input.id)}`, answer: 'json' }) as Promise<SignatureRequestV2>
  }

  /** Get a signature request. */
  getRequestV3(input: { id: Id }): Promise<SignatureRequestV3> {
    return this.send({ method: 'GET', path: `/v3/signature-requests/${encodeURIComponent(input.id)}`, answer: 'json' }) as Promise<SignatureRequestV3>
  }

  /** Get the level at which a member of the business would sign for each level a request can require. Without `username`, of the API user. */
  getUserQualities(input: { username?: Email | string } = {}): Promise<UserQualities> {
    return this.send({ method: 'GET', path: '/v2/user/signature-qualities', query: { username: input.username }, answer: 'json' }) as Promise<UserQualities>
  }

  /** Get the level at which a member of the business would sign for each level a request can require. Without `username`, of the API user. */
  getUserQualitiesV3(input: { username?: Email | string } = {}): Promise<UserQualities> {
    return this.send({ method: 'GET', path: '/v3/user/signature-qualities', query: { username: input.username }, answer: 'json' }) as Promise<UserQualities>
  }

  /** Send a draft: invitations are emailed. */
  initiateRequestV3(input: { id: Id }): Promise<SignatureRequestV3> {
    return this.send({ method: 'POST', path: `/v3/signature-requests/${encodeURIComponent(input.id)}/initiate`, answer: 'json' }) as Promise<SignatureRequestV3>
  }

  /** List the attachments of a signature request. */
  listAttachmentsV2(input: { id: Id }): Promise<Array<Attachment>> {
    return this.send({ method: 'GET', path: `/v2/signature-requests/${encodeURIComponent(input.id)}/attachments`, answer: 'json' }) as Promise<Array<Attachment>>
  }

  /** List the attachments of a signature request. */
  listAttachmentsV3(input: { id: Id }): Promise<Array<Attachment>> {
    return this.send({ method: 'GET', path: `/v3/signature-requests/${encodeURIComponent(input.id)}/attachments`, answer: 'json' }) as Promise<Array<Attachment>>
  }

  /** List documents: those uploaded, and the newest version of those in requests. Newest first. */
  listDocumentsV2(input: { page_number?: number | string; page_size?: number | string } = {}): Promise<Array<ApiDocument>> {
    return this.send({ method: 'GET', path: '/v2/documents', query: { page_number: input.page_number, page_size: input.page_size }, answer: 'json' }) as Promise<Array<ApiDocument>>
  }

  /** List documents: those uploaded, and the newest version of those in requests. Newest first. */
  listDocumentsV3(input: { page_number?: number | string; page_size?: number | string } = {}): Promise<Array<ApiDocument>> {
    return this.send({ method: 'GET', path: '/v3/documents', query: { page_number: input.page_number, page_size: input.page_size }, answer: 'json' }) as Promise<Array<ApiDocument>>
  }

  /** List the observers of a signature request. */
  listObserversV3(input: { id: Id }): Promise<Array<Observer>> {
    return this.send({ method: 'GET', path: `/v3/signature-requests/${encodeURIComponent(input.id)}/observers`, answer: 'json' }) as Promise<Array<Observer>>
  }

  /** List signatures and seals on the business’s requests within a period. */
  listPaidSignatures(input: { start_date: GivenDate; end_date: GivenDate; page?: number | string; size?: number | string; sort?: "timestamp" | "-timestamp" | "asc" | "desc" }): Promise<{ total_pages: number; total_items: number; current_page: number; size: number; activities: Array<{ id: Id; action: "SIGNED" | "SEALED"; timestamp: Instant; signature_request_id: Id; business_id_paid_by: Id; cost_center: null; initiator: { email: string; first_name: string; last_name: string; type: "member" | "external" | "api" | "unknown"; mobile: string }; signer: { email: string; first_name: string; last_name: string; type: "member" | "external" | "api" | "unknown"; mobile: string }; quality: string; legislation: Legislation | null }> }> {
    return this.send({ method: 'GET', path: '/v2/activities/signatures', query: { start_date: input.start_date, end_date: input.end_date, page: input.page, size: input.size, sort: input.sort }, answer: 'json' }) as Promise<{ total_pages: number; total_items: number; current_page: number; size: number; activities: Array<{ id: Id; action: "SIGNED" | "SEALED"; timestamp: Instant; signature_request_id: Id; business_id_paid_by: Id; cost_center: null; initiator: { email: string; first_name: string; last_name: string; type: "member" | "external" | "api" | "unknown"; mobile: string }; signer: { email: string; first_name: string; last_name: string; type: "member" | "external" | "api" | "unknown"; mobile: string }; quality: string; legislation: Legislation | null }> }>
  }

  /** List signatures and seals on the business’s requests within a period. */
  listPaidSignaturesV3(input: { start_date: GivenDate; end_date: GivenDate; page?: number | string; size?: number | string; sort?: "timestamp" | "-timestamp" | "asc" | "desc" }): Promise<{ total_pages: number; total_items: number; current_page: number; size: number; activities: Array<{ id: Id; action: "SIGNED" | "SEALED"; timestamp: Instant; signature_request_id: Id; business_id_paid_by: Id; cost_center: null; initiator: { email: string; first_name: string; last_name: string; type: "member" | "external" | "api" | "unknown"; mobile: string }; signer: { email: string; first_name: string; last_name: string; type: "member" | "external" | "api" | "unknown"; mobile: string }; quality: string; legislation: Legislation | null }> }> {
    return this.send({ method: 'GET', path: '/v3/activities/signatures', query: { start_date: input.start_date, end_date: input.end_date, page: input.page, size: input.size, sort: input.sort }, answer: 'json' }) as Promise<{ total_pages: number; total_items: number; current_page: number; size: number; activities: Array<{ id: Id; action: "SIGNED" | "SEALED"; timestamp: Instant; signature_request_id: Id; business_id_paid_by: Id; cost_center: null; initiator: { email: string; first_name: string; last_name: string; type: "member" | "external" | "api" | "unknown"; mobile: string }; signer: { email: string; first_name: string; last_name: string; type: "member" | "external" | "api" | "unknown"; mobile: string }; quality: string; legislation: Legislation | null }> }>
  }

  /** List the callbacks of a signature request, oldest first. */
  listRequestCallbacksV2(input: { id: Id }): Promise<Array<Callback>> {
    return this.send({ method: 'GET', path: `/v2/signature-requests/${encodeURIComponent(input.id)}/callbacks`, answer: 'json' }) as Promise<Array<Callback>>
  }

  /** List the callbacks of a signature request, oldest first. */
  listRequestCallbacksV3(input: { id: Id }): Promise<Array<Callback>> {
    return this.send({ method: 'GET', path: `/v3/signature-requests/${encodeURIComponent(input.id)}/callbacks`, answer: 'json' }) as Promise<Array<Callback>>
  }

  /** List signature requests, newest first. */
  listRequestsV2(input: { account_email?: Email; search?: string; signature_status?: SignerStatusV2; status_overall?: StatusV2; page_number?: number | string; page_size?: number | string } = {}): Promise<Array<SignatureRequestV2>> {
    return this.send({ method: 'GET', path: '/v2/signature-requests', query: { account_email: input.account_email, search: input.search, signature_status: input.signature_status, status_overall: input.status_overall, page_number: input.page_number, page_size: input.page_size }, answer: 'json' }) as Promise<Array<SignatureRequestV2>>
  }

  /** List signature requests, newest first. */
  listRequestsV3(input: { account_email?: Email; search?: string; signature_status?: SignerStatusV3; status_overall?: StatusV3; page_number?: number | string; page_size?: number | string } = {}): Promise<Array<SignatureRequestV3>> {
    return this.send({ method: 'GET', path: '/v3/signature-requests', query: { account_email: input.account_email, search: input.search, signature_status: input.signature_status, status_overall: input.status_overall, page_number: input.page_number, page_size: input.page_size }, answer: 'json' }) as Promise<Array<SignatureRequestV3>>
  }

  /** Deliver the callbacks that were not delivered: a retry is made now, and one that was given up starts again. */
  redeliverRequestCallbacksV2(input: { id: Id }): Promise<Array<Callback>> {
    return this.send({ method: 'POST', path: `/v2/signature-requests/${encodeURIComponent(input.id)}/callbacks`, answer: 'json' }) as Promise<Array<Callback>>
  }

  /** Deliver the callbacks that were not delivered: a retry is made now, and one that was given up starts again. */
  redeliverRequestCallbacksV3(input: { id: Id }): Promise<Array<Callback>> {
    return this.send({ method: 'POST', path: `/v3/signature-requests/${encodeURIComponent(input.id)}/callbacks`, answer: 'json' }) as Promise<Array<Callback>>
  }

  /** Remind the signers whose turn it is, at most once an hour each. */
  remindSignersV2(input: { id: Id }): Promise<void> {
    return this.send({ method: 'POST', path: `/v2/signature-requests/${encodeURIComponent(input.id)}/remind`, answer: 'nothing' }) as Promise<void>
  }

  /** Remind the signers whose turn it is, at most once an hour each. */
  remindSignersV3(input: { id: Id }): Promise<void> {
    return this.send({ method: 'POST', path: `/v3/signature-requests/${encodeURIComponent(input.id)}/remind`, answer: 'nothing' }) as Promise<void>
  }

  /** Remove an attachment, before the first signature. */
  removeAttachmentV2(input: { id: Id; attId: Id }): Promise<SignatureRequestV2> {
    return this.send({ method: 'DELETE', path: `/v2/signature-requests/${encodeURIComponent(input.id)}/attachments/${encodeURIComponent(input.attId)}`, answer: 'json' }) as Promise<SignatureRequestV2>
  }

  /** Remove an attachment, before the first signature. */
  removeAttachmentV3(input: { id: Id; attId: Id }): Promise<SignatureRequestV3> {
    return this.send({ method: 'DELETE', path: `/v3/signature-requests/${encodeURIComponent(input.id)}/attachments/${encodeURIComponent(input.attId)}`, answer: 'json' }) as Promise<SignatureRequestV3>
  }

  /** Remove a document from a draft. */
  removeDocumentV3(input: { id: Id; docId: Id }): Promise<SignatureRequestV3> {
    return this.send({ method: 'DELETE', path: `/v3/signature-requests/${encodeURIComponent(input.id)}/documents/${encodeURIComponent(input.docId)}`, answer: 'json' }) as Promise<SignatureRequestV3>
  }

  /** Remove an observer. */
  removeObserverV3(input: { id: Id; obs: Id }): Promise<void> {
    return this.send({ method: 'DELETE', path: `/v3/signature-requests/${encodeURIComponent(input.id)}/observers/${encodeURIComponent(input.obs)}`, answer: 'nothing' }) as Promise<void>
  }

  /** Remove a signer, before the first signature. */
  removeSignerV2(input: { id: Id; sigId: Id }): Promise<SignatureRequestV2> {
    return this.send({ method: 'DELETE', path: `/v2/signature-requests/${encodeURIComponent(input.id)}/signatures/${encodeURIComponent(input.sigId)}`, answer: 'json' }) as Promise<SignatureRequestV2>
  }

  /** Remove a signer, before the first signature. */
  removeSignerV3(input: { id: Id; sigId: Id }): Promise<SignatureRequestV3> {
    return this.send({ method: 'DELETE', path: `/v3/signature-requests/${encodeURIComponent(input.id)}/signatures/${encodeURIComponent(input.sigId)}`, answer: 'json' }) as Promise<SignatureRequestV3>
  }

  /** Seal a document. Without `account_name`, with the business’s first seal. Returns the ID of the sealed document once it is there. */
  sealDocument(body: SealDocumentBody): Promise<{ document_id: Id }> {
    return this.send({ method: 'POST', path: '/v2/seal', body, answer: 'json' }) as Promise<{ document_id: Id }>
  }

  /** Seal a document. Without `account_name`, with the business’s first seal. Returns the ID of the sealed document once it is there. */
  sealDocumentV3(body: SealDocumentV3Body): Promise<{ document_id: Id }> {
    return this.send({ method: 'POST', path: '/v3/seal', body, answer: 'json' }) as Promise<{ document_id: Id }>
  }

  /** Update a signature request, before the first signature. Signers that are left out are removed. */
  updateRequestV2(body: UpdateRequestV2Body): Promise<SignatureRequestV2> {
    return this.send({ method: 'PUT', path: '/v2/signature-requests', body, answer: 'json' }) as Promise<SignatureRequestV2>
  }

  /** Update a signature request, before the first signature. Signers that are left out are removed. */
  updateRequestV3(body: UpdateRequestV3Body): Promise<SignatureRequestV3> {
    return this.send({ method: 'PUT', path: '/v3/signature-requests', body, answer: 'json' }) as Promise<SignatureRequestV3>
  }

  /** Upload a document: its content, or an https URL it is fetched from (`file_url`). */
  uploadDocumentV2(body: UploadDocumentV2Body): Promise<ApiDocument> {
    return this.send({ method: 'POST', path: '/v2/documents', body, answer: 'json' }) as Promise<ApiDocument>
  }

  /** Upload a document: its content, or an https URL it is fetched from (`file_url`). */
  uploadDocumentV3(body: UploadDocumentV3Body): Promise<ApiDocument> {
    return this.send({ method: 'POST', path: '/v3/documents', body, answer: 'json' }) as Promise<ApiDocument>
  }

  /** Withdraw an open request. Its signers are emailed, with the message. */
  withdrawRequestV2(input: { id: Id }, body: WithdrawRequestV2Body): Promise<SignatureRequestV2> {
    return this.send({ method: 'POST', path: `/v2/signature-requests/${encodeURIComponent(input.id)}/withdraw`, body, answer: 'json' }) as Promise<SignatureRequestV2>
  }

  /** Withdraw an open request. Its signers are emailed, with the message. */
  withdrawRequestV3(input: { id: Id }, body: WithdrawRequestV3Body): Promise<SignatureRequestV3> {
    return this.send({ method: 'POST', path: `/v3/signature-requests/${encodeURIComponent(input.id)}/withdraw`, body, answer: 'json' }) as Promise<SignatureRequestV3>
  }
}
