import { imageKindOf } from '#api/documents/images/image-kind.ts'

export type ContentKind = 'pdf' | 'png' | 'jpeg'

/** So many bytes tell what a file is: readers find a PDF's header within them (ISO 32000-2 §7.5.2, Annex I). */
export const sniffLength = 1024

/** What a file is by its first bytes, whatever its name says; null for anything that is not taken. */
export function sniff(start: Uint8Array): ContentKind | null {
  const head = Buffer.from(start.buffer, start.byteOffset, Math.min(start.byteLength, sniffLength))
  const image = imageKindOf(head)
  if (image === 'png' || image === 'jpeg') return image
  return head.includes('%PDF-', 0, 'latin1') ? 'pdf' : null
}
