import { signatureImageLimit } from '@countersign/contract/signing.ts'
import { wrongField } from '#api/platform/refusal.ts'

type Content = AsyncIterable<Uint8Array> | Uint8Array

/** The bytes of a member of the body that is an image: they were taken out of it while it arrived. */
export type ContentOf = (member: string) => Content

/** Of an order that didn't come in a call's body: its images are in it. */
export const base64Content: ContentOf = (member) => Buffer.from(member, 'base64')

export async function readImage(content: Content, field: string): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of content instanceof Uint8Array ? [content] : content) {
    size += part.length
    if (size > signatureImageLimit) throw wrongField(field, 'too_big', 'The image is too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
