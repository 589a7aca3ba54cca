import { imageKindOf } from '#api/documents/images/image-kind.ts'
import { sharp } from '#api/documents/images/sharp.ts'
import { Transferred } from '#api/platform/threads/transferred.ts'

/** Of the width and of the height, in pixels. */
const widest = 2000

export type CheckedImage = { readonly png: Uint8Array<ArrayBuffer> | null }

/** The image decoded and written again: whatever else was in the file stays outside. Null where it isn't a PNG of that size. */
export async function checkPng(given: Uint8Array): Promise<Transferred<CheckedImage> | CheckedImage> {
  // The decoder knows dozens of formats; nothing but PNG gets as far as it.
  if (imageKindOf(given) !== 'png') return { png: null }
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
