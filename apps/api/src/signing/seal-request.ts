import type { FieldPlacement } from '@countersign/pdf-signature/place-fields.ts'
import type { Context } from '#api/context.ts'
import * as documents from '#api/documents/repository.ts'
import { peopleOf } from '#api/signature-requests/group-signature.ts'
import {
  isLastToSign,
  type RequestDocument,
  type Signature,
  type SignatureRequest,
} from '#api/signature-requests/signature-request.ts'
import type { Stored } from '#api/providers/document-store/port.ts'
import { appearanceLines } from './appearance-lines.ts'
import type { Signing } from './repository.ts'
import { checkSeal, type Sealed, sealDocument, type SealOrder } from './seal-document.ts'

/** A new version of one document, stored but not yet accepted. */
export interface DocumentSeal {
  readonly documentId: string
  /** The version it was made from: it can only take that one's place. */
  readonly baseVersionId: string
  readonly stored: Stored
  readonly fieldName: string
  readonly sealed: Omit<Sealed, 'tail'>
}

/** Of one request: more would take the threads from everybody else, and hold that many files in memory. */
const documentsAtOnce = 4

/** Seals each document of the request for one signer. */
export async function sealRequest(
  context: Context,
  request: SignatureRequest,
  signature: Signature,
  signing: Signing,
): Promise<DocumentSeal[]> {
  const bases = await documents.findAll(
    context.db,
    request.documents.map(({ versionId }) => versionId),
  )
  const waiting = [...request.documents]
  const seals: DocumentSeal[] = []
  const sealNext = async () => {
    for (let document = waiting.shift(); document; document = waiting.shift())
      try {
        seals.push(await sealOne(context, request, document, bases, signature, signing))
      } catch (error) {
        // One that fails is enough: the others need not be begun.
        waiting.length = 0
        throw error
      }
  }
  await Promise.all(Array.from({ length: documentsAtOnce }, sealNext))
  return request.documents.flatMap(({ id }) => seals.find(({ documentId }) => documentId === id) ?? [])
}

async function sealOne(
  context: Context,
  request: SignatureRequest,
  document: RequestDocument,
  bases: ReadonlyMap<string, documents.DocumentRow>,
  signature: Signature,
  signing: Signing,
): Promise<DocumentSeal> {
  const base = bases.get(document.versionId)
  if (!base) throw new Error(`document ${document.versionId} is gone`)
  const order = orderFor(request, document, signature, signing, await context.documentStore.read(base.sha256))
  const { tail, ...sealed } = await sealDocument(context, order)
  // What is stored counts for nothing before it is accepted, so it need not wait for the check.
  const [stored] = await Promise.all([
    context.documentStore.append(base.sha256, tail),
    checkSeal(context, order, tail),
  ])
  const { fieldName } = order
  return { documentId: document.id, baseVersionId: document.versionId, stored, fieldName, sealed }
}

function orderFor(
  request: SignatureRequest,
  document: RequestDocument,
  signature: Signature,
  signing: Signing,
  base: Uint8Array,
): SealOrder {
  const asked = peopleOf(signature).find(({ memberId }) => memberId === signing.member_id) ?? signature
  const visual = signing.visual?.[document.id] ?? null
  const image = signing.images[document.id] ?? (visual ? signing.images[visual.id] : undefined)
  const lines = appearanceLines({
    quality: request.quality,
    legislation: request.legislation,
    language: asked.language,
    name: signing.signing_name,
    group: signature.group && { name: signature.group.name, email: asked.email },
    reason: signing.signing_reason,
    time: signing.created_at,
    visual,
  })
  const signed = request.signatures
    .filter((one) => one.status === 'SIGNED')
    .toSorted((a, b) => Number(a.signedAt) - Number(b.signedAt))
  return {
    base,
    placements: document.versionId === document.id ? placements(request, document.id) : [],
    fieldName: fieldNameFor(signature, document.id),
    earlier: signed.map((one) => fieldNameFor(one, document.id)),
    signer: { name: signing.signing_name, email: asked.email },
    quality: request.quality === 'DEMO' ? 'DEMO' : 'SES',
    ...(signing.signing_reason ? { reason: signing.signing_reason } : {}),
    ...(visual?.location ? { location: visual.location } : {}),
    time: signing.created_at,
    visible: isVisible(signature, document.id)
      ? { lines, image: image ? Buffer.from(image, 'base64') : null }
      : null,
    isLast: isLastToSign(request, signature.id),
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

/** Every signer's field at once, before the first signature: later signers only fill in what is there. */
function placements(request: SignatureRequest, documentId: string): FieldPlacement[] {
  return request.signatures.flatMap((signature): FieldPlacement[] => {
    const placed = signature.documents.find((one) => one.documentId === documentId)
    if (placed?.formField != null) return []
    const { page = 0, ...rect } = placed?.place ?? {}
    return [
      {
        name: `Signature-${signature.id}`,
        page,
        rect: placed?.place ? (rect as FieldPlacement['rect']) : null,
      },
    ]
  })
}
