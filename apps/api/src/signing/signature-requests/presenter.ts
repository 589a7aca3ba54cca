import { isMailbox } from '#api/mail/enqueue-mail.ts'
import { toE164 } from '@countersign/contract/e164.ts'
import type * as contract from '@countersign/contract/signature-request-shapes.ts'
import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { isHeld, type Retention, ruleInForce } from '#api/signing/retention/retention.ts'
import { presentDocument } from '#api/signing/signer-fields/present-fields.ts'
import { presentMailAttachments } from './notifications/mail-attachments.ts'
import { requestedSignerOf, isActing, isObserver, may, ownSignatures, type Role, rolesOf } from './policy.ts'
import {
  delegationsAtMost,
  deletionOf,
  isRemindable,
  mayEnd,
  remindAgainAt,
} from './signature-request-actions.ts'
import {
  inDocumentOrder,
  isEditable,
  mayStartSigning,
  type RequestDocument,
  type Signature,
  type SignatureGroup,
  type SignatureRequest,
  viewerStatus,
} from './signature-request.ts'

/** A request as this person may see it. */
export function presentRequest(
  context: Context,
  request: SignatureRequest,
  actor: Participant,
): contract.SignatureRequest {
  const roles = rolesOf(request, actor)
  const own = ownSignatures(request, actor)
  const now = context.now()
  const isOwner = roles.includes('owner')
  const maySign = own.some(
    (signature) => may(request, actor, 'sign') && mayStartSigning(request, signature, now) === null,
  )
  const endable = own.filter((signature) => mayEnd(request, signature, now) === null)
  const mayDelete = may(request, actor, 'delete')
  const deletion = deletionOf(request, { isOwner, own })
  return {
    id: request.id,
    title: request.title,
    message: request.message,
    quality: request.quality as contract.SignatureRequest['quality'],
    legislation: request.legislation as contract.SignatureRequest['legislation'],
    status_overall: request.status,
    signing_url: `${context.config.publicUrl}/view/${request.id}`,
    documents: request.documents.map((document) => ({
      id: document.id,
      name: document.name,
      version_id: document.versionId,
      page_count: document.pages.length,
      size: document.size,
    })),
    signatures: request.signatures.map((signature) =>
      presentSignature(signature, actor, {
        isOwner,
        isOwn: own.includes(signature),
        documents: request.documents,
        now,
      }),
    ),
    // An API user has a user name, which is nothing to write to.
    owner: { email: isMailbox(request.owner.email) ? request.owner.email : '', name: request.owner.name },
    observers: request.observers.map((observer) => ({
      id: observer.id,
      email: observer.email,
      is_viewer: isObserver(observer, actor),
    })),
    attachments: request.attachments.map((attachment) => ({
      id: attachment.id,
      filename: attachment.name,
      content_type: attachment.contentType,
      size: attachment.size,
      created_at: attachment.createdAt.toISOString(),
    })),
    ...(isOwner ? { mail_attachments: presentMailAttachments(request.mailAttachments) } : {}),
    withdraw_message: request.withdrawMessage,
    retention: request.retention && presentRetention(request.retention, request),
    viewer: {
      role: roleFor(roles, own),
      status: viewerStatus(request, own),
      can: {
        edit: may(request, actor, 'edit') && isEditable(request),
        initiate: may(request, actor, 'initiate') && request.status === 'DRAFT',
        sign: maySign,
        decline: may(request, actor, 'decline') && endable.length > 0,
        withdraw: may(request, actor, 'withdraw') && request.status === 'OPEN',
        remind:
          may(request, actor, 'remind') && request.signatures.some((one) => isRemindable(request, one, now)),
        delegate:
          may(request, actor, 'delegate') &&
          endable.some(({ delegatedBy }) => (delegatedBy?.times ?? 0) < delegationsAtMost),
        addObserver: may(request, actor, 'addObserver'),
        leave: !isOwner && mayDelete && deletion === 'leave',
        delete:
          isOwner && mayDelete && !isHeld(request, now) && (deletion === 'remove' || deletion === 'leave'),
        download: may(request, actor, 'download'),
      },
    },
    expiration_date: request.expiresAt?.toISOString() ?? null,
    created_at: request.createdAt.toISOString(),
    updated_at: request.updatedAt.toISOString(),
    initiated_at: request.initiatedAt?.toISOString() ?? null,
    completed_at: request.completedAt?.toISOString() ?? null,
  }
}

function roleFor(
  roles: readonly Role[],
  own: readonly Signature[],
): contract.SignatureRequest['viewer']['role'] {
  if (roles.includes('owner')) return 'owner'
  if (own.length > 0) return 'signer'
  return roles.includes('member') ? 'member' : 'observer'
}

interface RequestView {
  readonly isOwner: boolean
  /** Asked of the one who asks, alone or with others. */
  readonly isOwn: boolean
  readonly documents: readonly RequestDocument[]
  readonly now: Date
}

function presentSignature(
  signature: Signature,
  actor: Participant,
  { isOwner, isOwn, documents, now }: RequestView,
): contract.Signature {
  const near = isOwner || isOwn
  const settledBy = signature.group?.settledBy ?? null
  return {
    sid: signature.id,
    role: signature.role,
    account_email: signature.byAccountEmail || signature.accountId ? signature.email : null,
    has_account: signature.accountId !== null,
    signer_identity_data: {
      email_address: signature.email,
      first_name: signature.firstName,
      last_name: signature.lastName,
      mobile_number: near ? toE164(signature.mobile ?? '') : null,
      language: signature.language,
    },
    signer_group: signature.group && presentGroup(signature, signature.group, actor, isOwner),
    sequence: signature.sequence,
    notify: signature.notify,
    language: signature.language,
    status_code: signature.status,
    signed_at: signature.signedAt?.toISOString() ?? null,
    signed_name: signature.signedName,
    decline_message: signature.declineMessage,
    delegated_by: signature.delegatedBy,
    remind_again_at: isOwner ? (remindAgainAt(signature, now)?.toISOString() ?? null) : null,
    is_viewer: isOwn && (settledBy === null || settledBy === requestedSignerOf(signature, actor)?.memberId),
    delivery: isOwner ? signature.delivery : null,
    // Another member's signing in progress is nothing this member can do anything about.
    signing: isOwner || isActing(signature, actor) ? presentSigning(signature) : null,
    all_documents: signature.allDocuments,
    document_signatures: inDocumentOrder(documents, signature.documents).map((document) =>
      presentDocument(document, { showsPrefilled: near, isSigned: signature.status === 'SIGNED' }),
    ),
  }
}

/** What the signer is to do next is added where it is asked for by the signer (`signing/approvals/with-steps.ts`). */
function presentSigning({ signing }: Signature): contract.Signature['signing'] {
  return signing && { status: signing.status, error: signing.error }
}

/** Its members are as much to be seen as those who sign for themselves. */
function presentGroup(
  signature: Signature,
  group: SignatureGroup,
  actor: Participant,
  isOwner: boolean,
): contract.GroupOfSignature {
  const signer = requestedSignerOf(signature, actor)
  return {
    id: group.id,
    name: group.name,
    version_id: group.versionId,
    members: group.members.map(({ id, email, name, delivery }) => ({
      email,
      name,
      status: id === group.settledBy ? signature.status : null,
      is_viewer: id === signer?.memberId,
      delivery: isOwner ? delivery : null,
    })),
  }
}

function presentRetention(
  retention: Retention,
  request: SignatureRequest,
): contract.SignatureRequest['retention'] {
  const { days, fromTerminalState } = ruleInForce(retention, request)
  return {
    days,
    counted_from: fromTerminalState ? 'terminal_state' : 'creation',
    delete_at: retention.deleteAt?.toISOString() ?? null,
    deleted_at: retention.deletedAt?.toISOString() ?? null,
  }
}
