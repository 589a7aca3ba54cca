import { sharp } from '#api/documents/images/sharp.ts'
import { Transferred } from '#api/platform/threads/transferred.ts'

/** Of the width and of the height, in pixels. */
const widest = 2000
// The decoder knows dozens of formats; nothing but PNG (its first bytes: ISO/IEC 15948 §5.2) gets as far as it.
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export type CheckedImage = { readonly png: Uint8Array<ArrayBuffer> | null }

/** The image decoded and written again: whatever else was in the file stays outside. Null where it isn't a PNG of that size. */
export async function checkPng(given: Uint8Array): Promise<Transferred<CheckedImage> | CheckedImage> {
  if (!Buffer.from(given.subarray(0, pngSignature.length)).equals(pngSignature)) return { png: null }
  try {
    const image = sharp(given, { limitInputPixels: widest * widest, failOn: 'warning' })
    const { format, width, height } = await image.metadata()
    if (format !== 'png' || width > widest || height > widest) return { png: null }
    const written = image.toColourspace('srgb').ensureAlpha().png({ compressionLevel: 6, palette: false })
    const png = new Uint8Array(await written.toBuffer())
    return new Transferred({ png }, [png.buffer])
  } catch {
    return { png: null }
  }
}
