import type * as contract from '@countersign/contract/signature-request-shapes.ts'
import type { Participant } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { isObserver, may, ownSignatures, rolesOf } from './policy.ts'
import {
  isEditable,
  mayStartSigning,
  type Place,
  type Signature,
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
      presentSignature(signature, isOwner, own.includes(signature)),
    ),
    owner: { email: request.owner.email, name: request.owner.name },
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
    withdraw_message: null,
    viewer: {
      role: isOwner ? 'owner' : own.length > 0 ? 'signer' : 'observer',
      status: viewerStatus(request, own),
      can: {
        edit: may(request, actor, 'edit') && isEditable(request),
        initiate: may(request, actor, 'initiate') && request.status === 'DRAFT',
        sign: maySign,
        decline: false,
        withdraw: false,
        remind: false,
        delegate: false,
        addObserver: may(request, actor, 'addObserver'),
        leave: false,
        delete: false,
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

function presentSignature(signature: Signature, toOwner: boolean, isViewer: boolean): contract.Signature {
  const near = toOwner || isViewer
  return {
    sid: signature.id,
    account_email: signature.accountId ? signature.email : null,
    signer_identity_data: {
      email_address: signature.email,
      first_name: signature.firstName,
      last_name: signature.lastName,
      mobile_number: near ? signature.mobile : null,
      language: signature.language,
    },
    sequence: signature.sequence,
    notify: signature.notify,
    language: signature.language,
    status_code: signature.status,
    signed_at: signature.signedAt?.toISOString() ?? null,
    decline_message: null,
    delegated_by: null,
    remind_again_at: null,
    is_viewer: isViewer,
    delivery: toOwner ? signature.delivery : null,
    signing: near ? signature.signing : null,
    document_signatures: signature.documents.map((document) => ({
      document_id: document.documentId,
      visual_signature:
        document.place || document.formField !== null
          ? {
              positions: document.place ? [presentPlace(document.place)] : [],
              form_field: document.formField,
            }
          : null,
    })),
  }
}

function presentPlace(place: Place) {
  return { ...place, page: String(place.page) }
}
