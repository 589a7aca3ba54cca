import type * as contract from '@countersign/contract/integration/shapes.ts'
import type { Legislation, Quality } from '@countersign/contract/values.ts'
import { signingAddress } from '#api/signing/direct-links/signing-link.ts'
import type { Context } from '#api/providers/context.ts'
import { legislationOf, type RequestedQuality } from '#api/signing/qualities/quality.ts'
import { presentPlace } from '#api/signing/signature-requests/place.ts'
import { isVisible } from '#api/signing/signature-requests/signature-request.ts'
import type { KnownToProgram } from './known-to-program.ts'
import {
  creatorOf,
  presentDocument,
  presentDocuments,
  presentReadOnly,
  readersOf,
  writersOf,
} from './read-only-fields.ts'
import { signerStatusV2, signerStatusV3, statusV2 } from './shown-status.ts'
import type { ShownPlaces, ShownRequest, ShownSignature } from './shown-request.ts'

/** A request in the shape of `/v2`: one document, and open from the start. */
export function presentV2(
  context: Context,
  request: ShownRequest,
  known: KnownToProgram,
): contract.SignatureRequestV2 {
  const [document] = request.documents
  return {
    ...sharedFields(context, request, known),
    document_id: presentDocument(request),
    status_overall: statusV2(request.status),
    business: known.businessId,
    cc_email_addresses: request.observers.map(({ email }) => email),
    signatures: request.signatures.map((signature) => ({
      ...signatureFields(context, request, signature, known),
      status_code: signerStatusV2(signature.status),
      // Of this document: the signer may sign only others.
      visual_signature: presentVisual(
        signature.documents.find(({ documentId }) => documentId === document?.id),
        known.imageOf(signature.id),
      ),
    })),
  }
}

/** The same in the shape of `/v3`. */
export function presentV3(
  context: Context,
  request: ShownRequest,
  known: KnownToProgram,
): contract.SignatureRequestV3 {
  return {
    ...sharedFields(context, request, known),
    documents: presentDocuments(request),
    status_overall: request.status,
    business_id: known.businessId,
    origin: known.integration ? 'API' : 'WEB',
    observers: known.observers,
    signatures: request.signatures.map((signature) => ({
      ...signatureFields(context, request, signature, known),
      status_code: signerStatusV3(signature.status),
      signer_group_id: signature.group?.id ?? null,
      invited_by: request.owner.email,
      document_signatures: signature.documents.map((placed) => ({
        document_id: placed.documentId,
        visual_signature: presentVisual(placed, known.imageOf(signature.id)),
      })),
    })),
  }
}

function sharedFields(context: Context, request: ShownRequest, known: KnownToProgram) {
  const { integration } = known
  return {
    id: request.id,
    title: request.title,
    message: request.message,
    legislation: legislationOf(request as RequestedQuality),
    quality: request.quality as Quality,
    signing_url: `${context.config.publicUrl}/view/${request.id}`,
    callback_success_url: integration?.callbacks.success ?? null,
    callback_error_url: integration?.callbacks.error ?? null,
    callback_update_url: integration?.callbacks.update ?? null,
    custom: integration?.custom ?? null,
    attach_on_success: presentAttached(request),
    ...presentReadOnly(request),
    creator: creatorOf(request, integration),
    read_access: readersOf(request),
    write_access: writersOf(request),
    created_at: request.createdAt.toISOString(),
    updated_at: request.updatedAt.toISOString(),
  }
}

export function presentAttached({ mailAttachments: choice }: Pick<ShownRequest, 'mailAttachments'>) {
  return [
    ...(choice?.signedDocument ? (['SIGNED_DOCUMENT'] as const) : []),
    ...(choice?.signatureProtocol ? (['SIGNATURE_PROTOCOL'] as const) : []),
  ]
}

function signatureFields(
  context: Context,
  request: ShownRequest,
  signature: ShownSignature,
  known: KnownToProgram,
) {
  const level = known.levelOf(signature.id)
  return {
    sid: signature.id,
    account_email: signature.byAccountEmail || signature.accountId ? signature.email : null,
    // A group has no email of its own until someone has signed.
    signer_identity_data:
      signature.email === ''
        ? null
        : {
            email_address: signature.email,
            first_name: signature.firstName,
            last_name: signature.lastName,
            mobile_number: signature.mobile,
            language: signature.language,
            identity_reference: known.referenceOf(signature.id),
            identification_require_evidence: false as const,
            provider: null,
            evidence_id: null,
          },
    sequence: signature.sequence,
    notify: signature.notify,
    language: signature.language,
    signing_url: signature.link ? signingAddress(context, request.id, signature) : null,
    signed_at: signature.signedAt?.toISOString() ?? null,
    // A seal's level is called by that of a signature, which is all that clients know.
    signed_quality: (level?.quality.replace('SEAL_', '') ?? null) as Quality | null,
    signed_legislation: (level?.legislation ?? null) as Legislation | null,
    last_viewed_at: (signature.viewedAt ?? signature.openedAt)?.toISOString() ?? null,
    decline_message: signature.declineMessage,
  }
}

function presentVisual(placed: ShownPlaces | undefined, imageOf: (documentId: string) => Buffer | undefined) {
  if (!placed || !isVisible(placed)) return null
  const positions = placed.places.map(presentPlace)
  const png = imageOf(placed.documentId)
  const image = png ? { content: png.toString('base64'), content_type: 'image/png' as const } : null
  return { position: positions[0] ?? null, positions, form_field: placed.formField, image }
}
