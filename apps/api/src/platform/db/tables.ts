import type {
  ApiEnvironment,
  ApiScope,
  AdvancedQuality,
  CallbackState,
  CallbackType,
  Legislation,
  Quality,
} from '@countersign/contract/values.ts'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type {
  DocumentFormField,
  FieldValue,
  FormProblem,
  Place,
  SignatureFieldLock,
  SignerField,
} from '#api/platform/values/signer-field.ts'
import type { BillingTables } from './billing-tables.ts'

// The rows as Postgres has them. jsonb columns are written as text and read parsed.

type At = ColumnType<Date, Date | string, Date | string>
type MaybeAt = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type DefaultAt = ColumnType<Date, Date | string | undefined, Date | string>
type Json<T extends object> = JSONColumnType<T, string, string>
type MaybeJson<T extends object> = ColumnType<T | null, string | null | undefined, string | null>

export interface PageSize {
  readonly index: number
  readonly width: number
  readonly height: number
}
export interface FormField {
  readonly name: string
  readonly signed: boolean
  readonly places: readonly Place[]
  /** Of a field that is still empty. Left out: none, or it was uploaded before locks were read. */
  readonly lock?: SignatureFieldLock
}
/** A document that was uploaded without an account: what a row of `documents` needs. */
interface UploadColumn {
  readonly name: string
  readonly title: string
  readonly contentType: string
  readonly size: number
  readonly sha256: string
  readonly pageCount: number
  readonly pages: readonly PageSize[]
  readonly signatureFields: readonly FormField[]
  readonly formFields?: readonly DocumentFormField[]
  readonly formProblem?: FormProblem | null
}
export type BackupKind = 'manual' | 'scheduled' | 'before_upgrade'
export type BackupState = 'RUNNING' | 'COMPLETE' | 'INCOMPLETE' | 'FAILED'
/** Whom a seal's certificate names. */
interface SealCertificateColumn {
  readonly subject: string
  readonly issuer: string
  readonly serial: string
  /** ISO 8601. */
  readonly notAfter: string
}
/** Which files are attached to the completion email. */
interface MailAttachmentsColumn {
  readonly signedDocument?: boolean | undefined
  readonly signatureProtocol?: boolean | undefined
}
export interface EventActor {
  readonly kind: 'account' | 'api_user' | 'link' | 'system'
  readonly accountId?: string | undefined
  readonly signatureId?: string | undefined
  readonly name: string | null
  readonly email: string | null
  readonly address: string | null
  readonly userAgent: string | null
}

/** The signer's visual signature as it was when the signing began; its picture stands among the images by its id. */
export interface SigningVisual {
  /** Of the kept visual signature; null for a picture that came along, or the name alone. */
  readonly id: string | null
  /** null: the name that is signed. */
  readonly name: string | null
  readonly optionalLine: string | null
  readonly location: string | null
  readonly displayDate: boolean
  readonly displayClaim: boolean
  readonly displayStandards: boolean
  /** null: the signer's. */
  readonly language: string | null
}

export type SigningQuality = Exclude<Quality, 'AES_MINIMAL'> | 'SEAL_AES' | 'SEAL_QES'

/** Whom the certificate names: a person, or the organisation whose seal it is. */
export type SigningPartyRow =
  | {
      readonly kind: 'person'
      readonly givenName: string
      readonly surname: string
      readonly country?: string | undefined
      /** E.164. */
      readonly mobile?: string | undefined
      readonly approvalSerialNumber?: string | undefined
      /** The identity verification that its name is from. */
      readonly identificationId?: string | undefined
    }
  | {
      readonly kind: 'seal'
      readonly sealId: string
      readonly sealName: string
      /** Whom the certificate has to name; signings that were begun before it was checked have none. */
      readonly organisation?: string | undefined
      readonly label: string
      /** Certifies a document that it is the first to sign. */
      readonly certifies?: boolean | undefined
    }

/** How an approval was given: what a trust service told of it, or how and where from it was given to us. Evidence. */
export interface ApprovalOutcome {
  readonly transaction?: string | undefined
  readonly serialNumber?: string | undefined
  readonly consentSerialNumber?: string | undefined
  /** Of a re-authentication. */
  readonly method?: 'password' | 'sso' | undefined
  readonly address?: string | null | undefined
}

export interface IdentificationCoverage {
  readonly payForMembers: boolean
  readonly payForInvitations: boolean
}
export interface SupportContactRow {
  readonly email?: string | undefined
  readonly phone?: string | undefined
}
/** Whether a signed file or its protocol goes out with the mail that tells of the end. */
export interface MailAttachmentRow {
  readonly enabled: boolean
  readonly customisable: boolean
}
/** What a business has chosen; what it has not is as `business/businesses/business.ts` has it. */
export interface BusinessSettingsRow {
  readonly part11?: { readonly enabled: boolean } | undefined
  readonly identifications?:
    | {
        readonly eidas?: Partial<IdentificationCoverage> | undefined
        readonly zertes?: Partial<IdentificationCoverage> | undefined
      }
    | undefined
  readonly aesForBusiness?: { readonly enabled: boolean; readonly domains: readonly string[] } | undefined
  readonly retention?: Partial<BusinessRetentionRow> | undefined
  readonly mailAttachments?:
    | {
        readonly signedDocument?: Partial<MailAttachmentRow> | undefined
        readonly signatureProtocol?: Partial<MailAttachmentRow> | undefined
      }
    | undefined
  /** null: as many as the product takes. */
  readonly signerGroups?:
    | { readonly maxGroups?: number | null | undefined; readonly maxParticipants?: number | null | undefined }
    | undefined
  readonly affiliate?: { readonly enabled: boolean } | undefined
  readonly mabDirectSign?: { readonly enabled: boolean } | undefined
  readonly userPilot?: { readonly enabled: boolean } | undefined
  readonly apiUsers?: { readonly sharedRequests?: { readonly enabled: boolean } | undefined } | undefined
  readonly embedding?: { readonly origins: readonly string[] } | undefined
  readonly visualSignatures?:
    | {
        readonly claim?: Partial<VisualPermissionRow> | undefined
        readonly date?: Partial<VisualPermissionRow> | undefined
        readonly std?: Partial<VisualPermissionRow> | undefined
      }
    | undefined
}
/** Whether members turn a part of their visual signatures on and off, and what holds unless they do. */
export interface VisualPermissionRow {
  readonly canUpdate: boolean
  readonly defaultValue: boolean
}
export interface BusinessRetentionRow {
  readonly enabled: boolean
  readonly days: number
  /** Counted from the end of the request, else from the upload. */
  readonly terminalState: boolean
}

/** What signing needs of an identification that succeeded. */
export interface ProvenRow {
  readonly givenName: string
  readonly surname: string
  readonly country: string | null
  readonly mobile: string | null
  readonly approvalSerialNumber: string | null
  /** Of the signatures it is good for. */
  readonly level: 'QES' | 'AES'
  /** By which the provider can be asked. Older rows have neither this nor the time. */
  readonly evidenceId?: string | undefined
  readonly identifiedAt?: string | undefined
}

/** All in base64. */
export interface SignedDigestRow {
  readonly cms: string
  readonly certificate: string
  readonly certificates: readonly string[]
  readonly ocsps: readonly string[]
  readonly crls: readonly string[]
}

export interface TemplateRoleRow {
  readonly id: string
  readonly name: string
  readonly sequence: number
  readonly notify: boolean
  readonly documents: readonly {
    readonly documentId: string
    /** Of a template that was saved before there could be several. */
    readonly place?: Place | null
    readonly places?: readonly Place[]
    readonly formField: string | null
    readonly fields?: readonly SignerField[]
  }[]
}

export interface Tables extends BillingTables {
  accounts: {
    id: Generated<string>
    email: string
    first_name: string
    last_name: string
    password_hash: string | null
    language: Generated<string>
    time_zone: string | null
    mobile: string | null
    terms_accepted_at: MaybeAt
    cello_ucc: string | null
    weak_password: Generated<boolean>
    created_at: DefaultAt
    deleted_at: MaybeAt
    pending_email: string | null
    notification_level: Generated<'all' | 'essential' | 'none'>
    default_legislation: Legislation | null
    default_quality: string | null
    signer_identity_email: string | null
    immutable_fields: Generated<string[]>
    part11_signing_name: string | null
    part11_signing_reason: string | null
    frontend_version: string | null
    free_account_type: Generated<'free_v1' | 'free_migrated' | 'free_legacy'>
    free_migration_offered_at: MaybeAt
    free_migration_accepted_at: MaybeAt
    trust_service_terms_accepted_at: MaybeAt
    business_invite_accepted: boolean | null
    removed_from_business: Generated<boolean>
    business_deleted: Generated<boolean>
  }
  confirmations: {
    token_hash: Buffer
    email: string
    flow: string
    language: string
    created_at: DefaultAt
    expires_at: At
    used_at: MaybeAt
    account_id: string | null
  }
  sessions: {
    token_hash: Buffer
    account_id: string
    created_at: DefaultAt
    expires_at: At
    revoked_at: MaybeAt
    id: Generated<string>
    method: Generated<'password' | 'second_factor' | 'sso'>
    address: Generated<string>
    user_agent: Generated<string>
    last_used_at: DefaultAt
    was_known: Generated<boolean>
  }
  second_factors: {
    id: Generated<string>
    account_id: string
    kind: 'totp' | 'passkey'
    name: string
    secret_encrypted: Buffer | null
    credential_id: Buffer | null
    public_key: Buffer | null
    sign_count: ColumnType<string, number | undefined, number>
    transports: Generated<string[]>
    last_step: ColumnType<string | null, number | null | undefined, number | null>
    created_at: DefaultAt
    confirmed_at: MaybeAt
    last_used_at: MaybeAt
  }
  recovery_codes: { account_id: string; code_hash: Buffer; used_at: MaybeAt }
  login_challenges: {
    token_hash: Buffer
    account_id: string
    passkey_challenge: string
    created_at: DefaultAt
    expires_at: At
    used_at: MaybeAt
  }
  identities: {
    issuer: string
    subject: string
    account_id: string
    linked_at: DefaultAt
    last_used_at: MaybeAt
  }
  single_sign_ons: {
    state_hash: Buffer
    provider: string
    secrets_encrypted: Buffer
    browser_hash: Buffer
    return_to: string | null
    approval_id: string | null
    approval_revision: number | null
    provider_revision: string | null
    tester_id: string | null
    created_at: DefaultAt
    expires_at: At
    used_at: MaybeAt
  }
  single_sign_on_returns: {
    code_hash: Buffer
    issuer: string
    subject: string
    email: string
    provider: string
    provider_revision: string | null
    account_id: string | null
    created_at: DefaultAt
    expires_at: At
    used_at: MaybeAt
  }
  visual_signatures: {
    id: Generated<string>
    account_id: string
    alias: string
    kind: 'drawn' | 'typed' | 'uploaded' | 'text'
    name: string
    optional_line: string | null
    location: string | null
    display_date: Generated<boolean>
    display_claim: Generated<boolean>
    display_standards: Generated<boolean>
    language: string
    is_default: Generated<boolean>
    image: Buffer | null
    created_at: DefaultAt
    updated_at: DefaultAt
  }
  throttles: { key: string; window_started_at: At; failures: number }
  call_counts: { key: string; window_started_at: At; calls: number }
  installation: {
    only_one: Generated<boolean>
    id: Generated<string>
    clean_up: string | null
    previous_clean_up: string | null
    backup_secret: Generated<Buffer>
    addresses_converted_at: MaybeAt
  }
  backups: {
    id: string
    kind: BackupKind
    target: string
    state: BackupState
    started_at: At
    finished_at: MaybeAt
    documents: ColumnType<string | null, number | null, number | null>
    error: string | null
  }
  idempotency_keys: {
    actor: string
    key: string
    fingerprint: Buffer
    status: number | null
    answer: MaybeJson<object>
    created_at: DefaultAt
    claim: Generated<string>
    holder: Generated<number>
    result_claim: string | null
    result: string | null
  }
  documents: {
    id: Generated<string>
    root_id: string
    parent_id: string | null
    kind: 'upload' | 'signed'
    owner_id: string
    name: string
    title: string
    content_type: string
    size: ColumnType<string, number, number>
    sha256: string
    page_count: number
    pages: Json<PageSize[]>
    signature_fields: Json<FormField[]>
    form_fields: Json<DocumentFormField[]>
    form_problem: Generated<FormProblem | null>
    scripts_removed: Generated<boolean>
    seed_value_fields: ColumnType<string[], string | undefined, never>
    created_at: DefaultAt
    content_deleted_at: MaybeAt
  }
  signature_requests: {
    id: Generated<string>
    owner_id: string
    title: string
    message: Generated<string>
    quality: string
    legislation: string | null
    status: 'DRAFT' | 'OPEN' | 'SIGNED' | 'DECLINED' | 'WITHDRAWN' | 'EXPIRED' | 'ERROR'
    version: Generated<number>
    expires_at: MaybeAt
    created_at: DefaultAt
    updated_at: DefaultAt
    initiated_at: MaybeAt
    completed_at: MaybeAt
    summary: ColumnType<object, string | undefined, string>
    withdraw_message: string | null
    reminded_before_days: number | null
    /** The version of the request whose attachments were last announced. */
    announced_version: number | null
    /** When its sender last corrected it while it was open, by the clock of updated_at. */
    corrected_at: Date | null
    /** It may be gone. */
    template_id: string | null
    mail_attachments: MaybeJson<MailAttachmentsColumn>
    /** What a line of a list shows of it, as JSON without braces; written by a trigger. */
    listed: GeneratedAlways<string>
  }
  archive_timestamps: { version_id: string; weakens_at: MaybeAt; tried_at: Generated<Date | null> }
  request_documents: { request_id: string; document_id: string; version_id: string; position: number }
  signatures: {
    id: Generated<string>
    request_id: string
    position: number
    sequence: Generated<number>
    email: string
    first_name: string | null
    last_name: string | null
    mobile: string | null
    language: string
    notify: Generated<boolean>
    account_id: string | null
    link_hash: Buffer | null
    link_encrypted: Buffer | null
    status: 'DRAFT' | 'WAITING' | 'OPEN' | 'SIGNED' | 'DECLINED' | 'WITHDRAWN' | 'EXPIRED' | 'ERROR'
    opened_at: MaybeAt
    viewed_at: MaybeAt
    signed_at: MaybeAt
    delivery_state: 'pending' | 'sent' | 'failed' | null
    delivery_message: string | null
    decline_message: string | null
    delegated_by: MaybeJson<{ email: string; name: string; times: number; formerly?: string[] }>
    reminded_at: MaybeAt
    role: string | null
    group_id: string | null
    group_version_id: string | null
    group_name: string | null
    member_id: string | null
    released_email: string | null
    all_documents: Generated<boolean>
    signed_name: string | null
    by_account_email: Generated<boolean>
    time_zone: string | null
  }
  signature_members: {
    id: Generated<string>
    request_id: string
    signature_id: string
    position: number
    email: string
    name: string | null
    language: string
    account_id: string | null
    released_email: string | null
    link_hash: Buffer | null
    link_encrypted: Buffer | null
    opened_at: MaybeAt
    delivery_state: 'pending' | 'sent' | 'failed' | null
    delivery_message: string | null
    time_zone: string | null
  }
  committed_values: {
    request_id: string
    commitment: Buffer
    signature_id: string
    salt: Buffer
    value: ColumnType<string | boolean, string, never>
  }
  signer_numbers: { request_id: string; person_id: string; email: string; mobile: string; given_at: Date }
  businesses: {
    id: Generated<string>
    name: string
    email: string
    phone: string | null
    settings: ColumnType<BusinessSettingsRow, string | undefined, string>
    created_at: DefaultAt
    deleted_at: MaybeAt
    country: string | null
    terms_accepted_at: MaybeAt
    data_processing_accepted_at: MaybeAt
    ucc: string | null
    support_contact: ColumnType<SupportContactRow, string | undefined, string>
    logo: Buffer | null
    logo_hash: Buffer | null
    logo_width: number | null
    logo_height: number | null
    seats: number | null
    delete_at: MaybeAt
  }
  business_members: {
    account_id: string
    business_id: string
    /** `api_user`: a program's account, which no list of members has. */
    role: 'admin' | 'member' | 'api_user'
    joined_at: DefaultAt
    locked_at: MaybeAt
    gives_up_seat: Generated<boolean>
  }
  business_invitations: {
    id: Generated<string>
    business_id: string
    email: string
    role: 'admin' | 'member'
    language: string
    message: string | null
    invited_by: string | null
    state: Generated<'OPEN' | 'ACCEPTED' | 'DECLINED' | 'REVOKED' | 'REPLACED'>
    created_at: At
    sent_at: At
    expires_at: At
    ended_at: MaybeAt
  }
  business_domains: {
    business_id: string
    domain: string
    token: string
    claimed_at: At
    verified_at: MaybeAt
    missing_since: MaybeAt
    lapsed_at: MaybeAt
    checked_at: MaybeAt
    problem: 'no_record' | 'other_value' | 'no_answer' | 'taken' | null
    next_check_at: At
    join_allowed: Generated<boolean>
  }
  identity_providers: {
    business_id: string
    revision: string
    issuer: string
    client_id: string
    client_secret_encrypted: Buffer
    own_redirect_uri: Generated<boolean>
    changed_at: At
    required_at: MaybeAt
    tested_at: MaybeAt
    tested_by: string | null
    test_result: string | null
    test_email: string | null
  }
  scim_tokens: {
    id: Generated<string>
    business_id: string
    name: string
    token_hash: Buffer
    ending: string
    created_at: At
    expires_at: At
    last_used_at: MaybeAt
    revoked_at: MaybeAt
  }
  provisioned_groups: {
    id: Generated<string>
    business_id: string
    display_name: string
    external_id: string | null
    role: Generated<'member' | 'admin'>
    created_at: At
    changed_at: At
  }
  provisioned_group_members: { group_id: string; user_id: string }
  provisioned_users: {
    id: Generated<string>
    business_id: string
    email: string
    account_id: string | null
    deactivated_at: MaybeAt
    external_id: string | null
    given_name: Generated<string>
    family_name: Generated<string>
    time_zone: string | null
    created_at: At
    changed_at: At
  }
  aes_for_business: {
    business_id: string
    representative_name: string
    representative_email: string
    commercial_register: string
    domains: string[]
    asked_at: At
    token_hash: Buffer | null
    expires_at: At
    confirmed_at: MaybeAt
  }
  api_users: {
    id: Generated<string>
    business_id: string
    username: string
    description: string
    scopes: ApiScope[]
    key_hash: Buffer
    key_ending: string
    key_number: Generated<number>
    key_created_at: DefaultAt
    created_at: DefaultAt
    created_by: string | null
    last_used_at: MaybeAt
    deleted_at: MaybeAt
    /** Null of those that were deleted before API users had one. */
    account_id: string | null
    environment: Generated<ApiEnvironment>
    key_expires_at: MaybeAt
    previous_key_hash: Buffer | null
    previous_key_expires_at: MaybeAt
    previous_key_number: number | null
    expiry_notice_sent_at: MaybeAt
  }
  api_requests: {
    id: GeneratedAlways<string>
    api_user_id: string
    at: At
    method: string
    path: string
    status: number
    milliseconds: number
    error_key: string | null
  }
  integration_requests: {
    request_id: string
    api_user_id: string
    api_version: 2 | 3
    custom: string | null
    callback_success_url: string | null
    callback_error_url: string | null
    callback_update_url: string | null
    is_seal: Generated<boolean>
    creator_id: string | null
  }
  signature_images: {
    signature_id: string
    document_id: string
    email: string
    png: Buffer
  }
  request_editors: {
    request_id: string
    account_id: string
  }
  callbacks: {
    id: Generated<string>
    position: Generated<string>
    request_id: string
    signature_id: string | null
    document_id: string | null
    api_user_id: string
    business_id: string
    type: CallbackType
    url: string
    host: string
    state: Generated<CallbackState>
    attempts: Generated<number>
    first_attempt_at: MaybeAt
    due_at: MaybeAt
    claimed_until: MaybeAt
    created_at: At
    updated_at: At
  }
  callback_attempts: {
    callback_id: string
    number: number
    at: At
    duration_ms: number
    status: number | null
    response: string
    error: string | null
  }
  callback_secrets: {
    api_user_id: string
    secret_encrypted: Buffer
    ending: string
    created_at: At
    shown_at: MaybeAt
    previous_encrypted: Buffer | null
    previous_until: MaybeAt
  }
  callback_endpoints: {
    api_user_id: string
    host: string
    failing_since: MaybeAt
    last_failed_at: MaybeAt
    notified_at: MaybeAt
  }
  integration_signers: {
    signature_id: string
    identity_reference: string | null
    reference_email: string | null
    link_disclosed_at: MaybeAt
    disclosed_link_hash: Buffer | null
  }
  api_tokens: {
    token_hash: Buffer
    api_user_id: string
    key_number: number
    created_at: DefaultAt
    expires_at: At
  }
  seals: {
    id: Generated<string>
    business_id: string
    account_name: string
    label: string
    quality: AdvancedQuality
    legislation: Legislation
    service: string | null
    seal_name: string
    organisation: string
    certifies: Generated<boolean>
    image: Buffer | null
    certificate: MaybeJson<SealCertificateColumn>
    proved_at: MaybeAt
    refusal: string | null
    created_at: DefaultAt
    disabled_at: MaybeAt
  }
  seal_members: { seal_id: string; account_id: string; granted_at: DefaultAt }
  business_events: {
    business_id: string
    seq: number
    type: string
    at: At
    actor: Json<EventActor>
    data: Json<Record<string, unknown>>
    previous_hash: Buffer
    hash: Buffer
  }
  activities: {
    id: Generated<string>
    business_id: string
    kind: 'account' | 'signature' | 'identification'
    at: At
    action: string
    /** Of a signature its level, of an identification its legal framework. */
    dimension: Generated<string>
    initiator_id: string | null
    initiator_name: Generated<string>
    initiator_email: string | null
    person_id: string | null
    person_name: Generated<string>
    person_surname: Generated<string>
    person_email: string | null
    person_type: 'member' | 'external' | 'api' | 'unknown' | null
    request_id: string | null
    title: string | null
    legislation: Legislation | null
    method: string | null
    covered: boolean | null
    words: GeneratedAlways<string>
  }
  signer_groups: {
    id: Generated<string>
    owner_id: string
    name: string
    version: Generated<number>
    created_at: DefaultAt
    updated_at: DefaultAt
    owned_since: MaybeAt
  }
  signer_group_versions: {
    id: Generated<string>
    group_id: string
    number: number
    name: string
    members: Json<{ email: string; name: string | null }[]>
    created_at: DefaultAt
  }
  observers: {
    id: Generated<string>
    request_id: string
    email: string
    account_id: string | null
    language: string
    invited_by: string
    created_at: DefaultAt
  }
  attachments: {
    id: Generated<string>
    request_id: string
    name: string
    content_type: string
    size: ColumnType<string, number, number>
    sha256: string
    added_by: string
    created_at: DefaultAt
    content_deleted_at: MaybeAt
  }
  templates: {
    id: Generated<string>
    owner_id: string
    name: string
    title: string
    message: string
    quality: string
    legislation: string | null
    expires_in_days: number | null
    roles: Json<TemplateRoleRow[]>
    observers: Json<string[]>
    mail_attachments: MaybeJson<MailAttachmentsColumn>
    created_at: DefaultAt
    updated_at: DefaultAt
    owned_since: MaybeAt
  }
  template_documents: { template_id: string; document_id: string; position: number }
  template_attachments: {
    id: Generated<string>
    template_id: string
    position: number
    name: string
    content_type: string
    size: ColumnType<string, number, number>
    sha256: string
  }
  bulk_sends: {
    id: Generated<string>
    owner_id: string
    template_id: string | null
    template_name: string
    actor: Json<EventActor>
    template: Json<object>
    created_at: DefaultAt
    cancelled_at: MaybeAt
    owned_since: MaybeAt
    columns: MaybeJson<object>
  }
  bulk_send_rows: {
    send_id: string
    row: number
    state: 'pending' | 'sent' | 'refused' | 'cancelled'
    content: Json<object>
    problems: Json<{ code: string; column: string | null }[]>
    failures: Generated<number>
    request_id: string | null
    done_at: MaybeAt
    waits_until: MaybeAt
    wait_reason: 'recipient_limit' | 'sender_limit' | null
    wait_email: string | null
  }
  former_links: {
    link_hash: Buffer
    request_id: string
    reason: 'delegated' | 'removed' | 'account'
    ended_at: DefaultAt
  }
  departures: { request_id: string; account_id: string; left_at: DefaultAt }
  ownership_transfers: { account_id: string; since: At; until: At; to_id: string }
  retention_rules: {
    account_id: string
    days: number
    from_terminal_state: boolean
    activated_at: At
  }
  retentions: {
    request_id: string
    days: number
    from_terminal_state: boolean
    not_before: MaybeAt
    delete_at: MaybeAt
    told_week_at: MaybeAt
    told_day_at: MaybeAt
    deleted_at: MaybeAt
    /** By whose rule; null where it is the owner's own. */
    business_id: Generated<string | null>
  }
  anonymous_uploads: {
    id: string
    token_hash: Buffer
    code_hash: Buffer
    code_failures: Generated<number>
    code_failed_at: MaybeAt
    title: string
    upload: MaybeJson<UploadColumn>
    sha256: GeneratedAlways<string | null>
    size: GeneratedAlways<string | null>
    created_at: At
    taken_back_at: MaybeAt
    claimed_at: MaybeAt
    claimed_by: string | null
    request_id: string | null
    document_id: string | null
  }
  signature_places: {
    signature_id: string
    document_id: string
    /** The first of `places`, for a process of the release before. */
    place: MaybeJson<Place>
    places: Json<Place[]>
    form_field: string | null
    fields: Json<SignerField[]>
    /** By field; null until its signer has signed. */
    signed_values: MaybeJson<Record<string, FieldValue>>
  }
  /** What a signer has filled in and not signed yet. */
  field_inputs: {
    signature_id: string
    /** The member of a signer group, else the signature again. */
    person_id: string
    /** By field. */
    input: Json<Record<string, FieldValue>>
    updated_at: At
  }
  signings: {
    id: Generated<string>
    request_id: string
    signature_id: string
    status: 'OPEN' | 'SIGNED' | 'ERROR'
    error: string | null
    failures: Generated<number>
    signing_name: string
    signing_reason: string | null
    time_zone: string | null
    executed_at: MaybeAt
    images: Json<Record<string, string>>
    actor: Json<EventActor>
    created_at: DefaultAt
    finished_at: MaybeAt
    /** By document; what is not there shows the name and the standard lines. */
    visual: MaybeJson<Record<string, SigningVisual>>
    /** What is signed in the signer's fields, by document and field. */
    field_values: Json<Record<string, Record<string, FieldValue>>>
    member_id: string | null
    approval_id: string | null
    quality: Generated<SigningQuality>
    legislation: Legislation | null
    /** The trust service's name in the configuration. */
    service: Generated<string>
    party: MaybeJson<SigningPartyRow>
    /** Of those of one request that are ready, one has it. Null: something else has to happen first, or it is over. */
    turn: 'TAKEN' | 'WAITING' | null
  }
  approvals: {
    id: Generated<string>
    revision: Generated<number>
    kind: 'TAN' | 'REAUTHENTICATE' | 'SERVICE'
    step: 'TAN' | 'REAUTHENTICATE' | 'PASSWORD_OTP' | 'MOBILE_ID' | 'REDIRECT' | null
    status: Generated<'OPEN' | 'GIVEN' | 'FAILED'>
    error: string | null
    account_id: string | null
    signature_id: string | null
    member_id: string | null
    language: string
    service: string | null
    ticket_encrypted: Buffer | null
    url_encrypted: Buffer | null
    state_hash: Buffer | null
    return_query: string | null
    outcome: MaybeJson<ApprovalOutcome>
    channel: 'sms' | 'email' | null
    destination_encrypted: Buffer | null
    code_hash: Buffer | null
    sent_at: MaybeAt
    resends: Generated<number>
    failures: Generated<number>
    created_at: DefaultAt
    expires_at: At
    finished_at: MaybeAt
    begins: Generated<number>
    url_expires_at: MaybeAt
    query_encrypted: Buffer | null
    misses: Generated<number>
    code_encrypted: Buffer | null
    code_made_at: MaybeAt
  }
  prepared_signatures: {
    signing_id: string
    document_id: string
    base_version_id: string
    field_name: string
    digest: Buffer
    prepared: Buffer
    signed: MaybeJson<SignedDigestRow>
  }
  signing_locks: { request_id: string; document_id: string; approval_id: string; held_by: string; until: At }
  identifications: {
    id: Generated<string>
    account_id: string | null
    request_id: string | null
    signature_id: string | null
    member_id: string | null
    email: string
    holder: string
    language: string
    legislation: Legislation
    method: 'video' | 'robo' | 'autoident' | 'id-austria' | 'loc' | 'external-sc'
    provider: 'srs' | 'intrum' | 'id-austria'
    reference: string | null
    ident_url_encrypted: Buffer | null
    return_url: string
    page_expires_at: MaybeAt
    status: Generated<'initialized' | 'inprogress' | 'review' | 'success' | 'failure'>
    failure_code: string | null
    is_retryable: Generated<boolean>
    person_encrypted: Buffer
    evidence_encrypted: Buffer | null
    terms_accepted_at: MaybeAt
    means_changed_at: MaybeAt
    paid_by: string | null
    created_at: At
    updated_at: At
    finished_at: MaybeAt
    valid_until: MaybeAt
    polled_at: MaybeAt
    polls: Generated<number>
    poll_after: MaybeAt
    told_days: number | null
    proven: MaybeJson<ProvenRow>
  }
  identification_events: {
    id: GeneratedAlways<string>
    identification_id: string
    type: string
    at: At
    data: Json<Record<string, unknown>>
    delivery_id: string | null
  }
  validations: {
    id: Generated<string>
    token_hash: Buffer
    name: string | null
    sha256: string
    size: ColumnType<string, number, number>
    report: Json<Record<string, unknown>>
    report_xml: string | null
    revisions: Json<{ end: number; sha256: string; pages: PageSize[] }[]>
    created_at: At
  }
  request_access: {
    account_id: string
    request_id: string
    is_owner: boolean
    status: 'DRAFT' | 'TO_SIGN' | 'WAITING' | 'COMPLETED' | 'CANCELLED' | 'ERROR'
    owner_email: string
    title: string
    title_key: GeneratedAlways<string>
    created_at: At
    updated_at: At
    completed_at: MaybeAt
    expires_at: MaybeAt
  }
  request_tallies: {
    account_id: string
    is_owner: boolean
    status: string
    amount: number
    folded: Generated<boolean>
  }
  request_words: { request_id: string; viewers: string[]; words: string }
  evidence_events: {
    request_id: string
    seq: number
    type: string
    at: At
    actor: Json<EventActor>
    data: Json<Record<string, unknown>>
    previous_hash: Buffer
    hash: Buffer
  }
  evidence_heads: {
    id: GeneratedAlways<string>
    form: Generated<1 | 2>
    taken_at: At
    heads: Json<Record<string, { seq: number; hash: string }>>
    previous_digest: Buffer
    digest: Buffer
    signature: Buffer
  }
  /** Computed by one process at a time for the metrics of all. */
  installation_figures: { kind: 'quick' | 'slow'; at: Date; figures: Json<Record<string, unknown>> }
  mailed_audit_trails: { request_id: string; language: string; content: Buffer; made_at: DefaultAt }
  mails: {
    id: Generated<string>
    request_id: string | null
    signature_id: string | null
    member_id: string | null
    recipient: string
    language: string
    kind: string
    input: Json<Record<string, unknown>>
    state: Generated<'pending' | 'sent' | 'failed'>
    attempts: Generated<number>
    last_error: string | null
    created_at: DefaultAt
    sent_at: MaybeAt
  }
  hash_keys: { purpose: string; key_encrypted: Buffer; created_at: DefaultAt }
  authority_keys: { name: string; certificate: Buffer; private_key: Buffer; created_at: DefaultAt }
  issued_certificates: {
    serial: string
    subject: string
    issuer: string
    not_before: At
    not_after: At
    revoked_at: MaybeAt
    revocation_reason: number | null
  }
}
