import type { Sharp } from 'sharp'
import { sharp } from '#api/documents/images/sharp.ts'
import { type EmbeddedImage, pdfOfImage } from './image-pdf.ts'

/** One of more than so many pixels on a side is made smaller (A4 at 400 dpi). A JPEG is decoded to half or less where that does. */
const edgeLimit = 4700
/**
 * Native code does not end with its thread, which may have three times its ten seconds on a busy machine. Of an image that has
 * to be turned this stops the last step alone: how long the others take is bounded by its pixels.
 */
const seconds = 30

/**
 * A PDF of one A4 page that shows an image whose size was checked: upright, without transparency, and without what a
 * camera wrote into it.
 */
export async function imageToPdf(
  content: Uint8Array,
): Promise<Uint8Array<ArrayBuffer> | 'damaged' | 'too_complex'> {
  try {
    const { format } = await sharp(content, { limitInputPixels: false }).metadata()
    const upright = sharp(content, { limitInputPixels: false })
      .timeout({ seconds })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize({ width: edgeLimit, height: edgeLimit, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
    return pdfOfImage(format === 'jpeg' ? await asJpeg(upright) : await asPng(upright))
  } catch (error) {
    return error instanceof Error && error.message.startsWith('timeout') ? 'too_complex' : 'damaged'
  }
}

/** For code tables of its own the encoder would keep the whole image, for a few percent of the file. */
async function asJpeg(image: Sharp): Promise<EmbeddedImage> {
  const { data, info } = await image
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4', optimizeCoding: false })
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, colours: info.channels, filter: '/DCTDecode', data }
}

/** The compressed rows of a PNG are what a PDF takes as well (ISO 32000-2 §7.4.4.4: predictor 15). */
async function asPng(image: Sharp): Promise<EmbeddedImage> {
  const { data: png, info } = await image
    .png({ compressionLevel: 6, palette: false })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const rows: Buffer[] = []
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') rows.push(png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  const parameters = `/Predictor 15 /Colors ${channels} /BitsPerComponent 8 /Columns ${width}`
  return {
    width,
    height,
    colours: channels,
    filter: `/FlateDecode /DecodeParms << ${parameters} >>`,
    data: Buffer.concat(rows),
  }
}
