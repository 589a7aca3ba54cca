export type ContentKind = 'pdf' | 'png' | 'jpeg'

/** So many bytes tell what a file is: readers find a PDF's header within them (ISO 32000-2 §7.5.2, Annex I). */
export const sniffLength = 1024

const signatures: readonly [ContentKind, Buffer][] = [
  ['png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['jpeg', Buffer.from([0xff, 0xd8, 0xff])],
]

/** What a file is by its first bytes, whatever its name says; null for anything that is not taken. */
export function sniff(start: Uint8Array): ContentKind | null {
  const head = Buffer.from(start.buffer, start.byteOffset, Math.min(start.byteLength, sniffLength))
  const image = signatures.find(([, signature]) => head.subarray(0, signature.length).equals(signature))
  if (image) return image[0]
  return head.includes('%PDF-', 0, 'latin1') ? 'pdf' : null
}
