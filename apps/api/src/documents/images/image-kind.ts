export type ImageKind = 'png' | 'jpeg' | 'webp'

/** By the first bytes: PNG (ISO/IEC 15948 §5.2), JPEG (ITU-T T.81 §B.1.1.3), WebP (RFC 9649 §2.4). */
export function imageKindOf(content: Uint8Array): ImageKind | null {
  const start = Buffer.from(content.subarray(0, 12)).toString('latin1')
  if (start.startsWith('\u0089PNG\r\n\u001a\n')) return 'png'
  if (start.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg'
  return start.startsWith('RIFF') && start.slice(8) === 'WEBP' ? 'webp' : null
}
