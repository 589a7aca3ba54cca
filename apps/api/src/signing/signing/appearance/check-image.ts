import sharp from 'sharp'
import { wrongField } from '#api/platform/refusal.ts'

const widest = 2000
// The decoder knows dozens of formats; nothing but PNG (its first bytes: ISO/IEC 15948 §5.2) gets as far as it.
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A signature image as it was drawn or typed, decoded and written again: whatever else was in the file stays outside. */
export async function checkImage(given: Buffer, field: string): Promise<Buffer> {
  try {
    if (!given.subarray(0, pngSignature.length).equals(pngSignature)) throw new Error('not a PNG')
    const image = sharp(given, { limitInputPixels: widest * widest, failOn: 'warning' })
    const { format, width, height } = await image.metadata()
    if (format !== 'png' || width > widest || height > widest) throw new Error('not a PNG of a sensible size')
    return await image
      .toColourspace('srgb')
      .ensureAlpha()
      .png({ compressionLevel: 6, palette: false })
      .toBuffer()
  } catch {
    throw wrongField(
      field,
      'not_an_image',
      `The image must be a PNG of at most ${widest} by ${widest} pixels`,
    )
  }
}
