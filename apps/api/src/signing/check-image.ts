import sharp from 'sharp'
import { wrongField } from '#api/refusal.ts'

const widest = 2000

/** A signature image as it was drawn or typed, decoded and written anew: whatever else was in the file stays outside. */
export async function checkImage(base64: string, field: string): Promise<Buffer> {
  const given = Buffer.from(base64, 'base64')
  try {
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
