import type { VisualSignature } from '@countersign/contract/integration/shapes.ts'
import { checkImage } from '#api/signing/signing/appearance/check-image.ts'
import type { SenderImage } from '#api/signing/signing/appearance/sender-image-repository.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import type { Context } from '#api/providers/context.ts'
import type { GivenSigner } from './signer-input.ts'

/** An image for a signer's signature, by the signer's place in the call; null where a place was given without one. */
export interface GivenImage {
  readonly signer: number
  /** Null: of the one document. */
  readonly documentId: string | null
  readonly png: Buffer | null
}

/** The images that come with signers, checked before anything is locked. A place that isn't mentioned keeps its own. */
export async function readImages(
  context: Context,
  signers: readonly GivenSigner[],
  path: (signer: number) => string = (signer) => `signatures.${signer}`,
): Promise<GivenImage[]> {
  const images: GivenImage[] = []
  for (const [signer, given] of signers.entries())
    for (const { documentId, visual, field } of visualsOf(given))
      if (visual !== undefined)
        images.push({
          signer,
          documentId,
          png: await read(context, visual, [path(signer), field].filter(Boolean).join('.')),
        })
  return images
}

interface GivenVisual {
  readonly documentId: string | null
  readonly visual: VisualSignature | null | undefined
  readonly field: string
}

function visualsOf(given: GivenSigner): GivenVisual[] {
  if ('visual_signature' in given)
    return [{ documentId: null, visual: given.visual_signature, field: 'visual_signature' }]
  if (!('document_signatures' in given)) return []
  return (given.document_signatures ?? []).map(({ document_id, visual_signature }, index) => ({
    documentId: document_id,
    visual: visual_signature,
    field: `document_signatures.${index}.visual_signature`,
  }))
}

async function read(context: Context, visual: VisualSignature | null, field: string): Promise<Buffer | null> {
  if (!visual?.image) return null
  return checkImage(context, Buffer.from(visual.image.content, 'base64'), `${field}.image.content`)
}

/** The same, of the request that came of the call: its last signers are those of the call, in their order. */
export function imagesOf(
  images: readonly GivenImage[],
  { documents, signatures }: Pick<SignatureRequest, 'documents' | 'signatures'>,
): (Omit<SenderImage, 'png'> & { readonly png: Buffer | null })[] {
  return images.flatMap(({ signer, documentId, png }) => {
    const signature = signatures[signer]
    const document = documentId ?? documents[0]?.id
    return signature && document
      ? [{ signatureId: signature.id, documentId: document, email: signature.email, png }]
      : []
  })
}
