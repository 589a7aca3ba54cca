import { signatureImageLimit } from '@countersign/contract/signing.ts'
import { wrongField } from '#api/platform/refusal.ts'
import type { SignOrder } from '../sign.ts'

type Content = AsyncIterable<Uint8Array> | Uint8Array
type DocumentSignature = SignOrder['signatureRequests'][number]['documentSignatures'][number]

/** The order with its images, which were taken out of the body while it arrived. They are read one after the other. */
export async function withImages(
  order: SignOrder,
  contentOf: (member: string) => Content,
): Promise<SignOrder> {
  const signatureRequests: SignOrder['signatureRequests'][number][] = []
  for (const [index, request] of order.signatureRequests.entries()) {
    const documentSignatures: DocumentSignature[] = []
    for (const [place, given] of request.documentSignatures.entries()) {
      const field = `signatureRequests.${index}.documentSignatures.${place}.visualSignature.image.content`
      documentSignatures.push(await withImage(given, contentOf, field))
    }
    signatureRequests.push({ ...request, documentSignatures })
  }
  return { ...order, signatureRequests }
}

async function withImage(
  given: DocumentSignature,
  contentOf: (member: string) => Content,
  field: string,
): Promise<DocumentSignature> {
  const { visualSignature: visual } = given
  if (!visual?.image) return given
  const content = await base64Of(contentOf(visual.image.content), field)
  return { ...given, visualSignature: { ...visual, image: { ...visual.image, content } } }
}

async function base64Of(content: Content, field: string): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of content instanceof Uint8Array ? [content] : content) {
    size += part.length
    if (size > signatureImageLimit) throw wrongField(field, 'too_big', 'The image is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('base64')
}
