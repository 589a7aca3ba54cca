import type { FieldPlacement } from '@countersign/pdf-signature/fields/placement.ts'
import { peopleOf } from '#api/signing/signature-requests/group-signature.ts'
import {
  isLastToSign,
  signsDocument,
  type RequestDocument,
  type Signature,
  type SignatureRequest,
} from '#api/signing/signature-requests/signature-request.ts'
import { appearanceLines } from '#api/documents/appearance/appearance-lines.ts'
import type { Signing } from './repository.ts'
import type { DocumentOrder } from './sign-document.ts'

/** What is signed on one document for one signer: the words and the place, and what was signed before. */
export function orderFor(
  request: SignatureRequest,
  document: RequestDocument,
  signature: Signature,
  signing: Signing,
  base: Uint8Array,
): DocumentOrder {
  const asked = peopleOf(signature).find(({ memberId }) => memberId === signing.member_id) ?? signature
  const seal = signing.party?.kind === 'seal' ? signing.party : null
  const visual = signing.visual?.[document.id] ?? null
  const kept = seal?.sealId ?? visual?.id ?? null
  const image = signing.images[document.id] ?? (kept === null ? undefined : signing.images[kept])
  // A seal is the organisation's: it is what one reads, and who put it there is below.
  const name = seal?.label ?? signing.signing_name
  const time = signing.executed_at ?? signing.created_at
  const lines = appearanceLines({
    quality: signing.quality,
    legislation: signing.legislation,
    language: asked.language,
    name,
    sealedBy: seal && signing.signing_name,
    group: signature.group && { name: signature.group.name, email: asked.email },
    reason: signing.signing_reason,
    time,
    timeZone: signing.time_zone,
    part11: signing.quality === 'PART11' ? { signatureId: signature.id } : null,
    visual,
  })
  const signed = request.signatures
    .filter((one) => one.status === 'SIGNED' && signsDocument(one, document.id))
    .toSorted((a, b) => Number(a.signedAt) - Number(b.signedAt))
  return {
    base,
    placements: document.versionId === document.id ? placements(request, document.id) : [],
    fieldName: fieldNameFor(signature, document.id),
    earlier: signed.map((one) => fieldNameFor(one, document.id)),
    signer: { name, email: asked.email },
    quality: signing.quality === 'DEMO' ? 'DEMO' : 'SES',
    ...(signing.signing_reason ? { reason: signing.signing_reason } : {}),
    ...(visual?.location ? { location: visual.location } : {}),
    time,
    visible: isVisible(signature, document.id)
      ? { lines, image: image ? Buffer.from(image, 'base64') : null }
      : null,
    isLast: isLastToSign(request, document.id, signature.id),
    certify: seal?.certifies === true && document.versionId === document.id,
  }
}

function isVisible(signature: Signature, documentId: string): boolean {
  return signature.documents.some(
    (placed) => placed.documentId === documentId && (placed.place !== null || placed.formField !== null),
  )
}

function fieldNameFor(signature: Signature, documentId: string): string {
  return (
    signature.documents.find((placed) => placed.documentId === documentId)?.formField ??
    `Signature-${signature.id}`
  )
}

/** The fields of all who sign this document at once, before its first signature: later signers only fill in what is there. */
function placements(request: SignatureRequest, documentId: string): FieldPlacement[] {
  return request.signatures.flatMap((signature): FieldPlacement[] => {
    const placed = signature.documents.find((one) => one.documentId === documentId)
    if (!placed || placed.formField !== null) return []
    const { page = 0, ...rect } = placed.place ?? {}
    return [
      {
        name: `Signature-${signature.id}`,
        page,
        rect: placed.place ? (rect as FieldPlacement['rect']) : null,
      },
    ]
  })
}
