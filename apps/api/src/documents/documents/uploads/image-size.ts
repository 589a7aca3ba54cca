import sharp from 'sharp'

/** Some of these may be decoded at once: an A4 page at 400 dpi and most photos. */
const ordinary = 16_000_000
/** Phones take up to 108 megapixels, and A3 at 600 dpi is 70. */
const atMost = 110_000_000
/**
 * Cameras and scanners write rows, one after the other. Of progressive JPEG and interlaced PNG, where the rows come in passes,
 * the decoder keeps the whole image.
 */
const inPasses = { ordinary: 4_000_000, atMost: 50_000_000 }

export type ImageSize = 'ordinary' | 'large' | 'too_large'

/** By its header, before anything is decoded: native memory is counted by no limit of a thread. Null where it can't be read. */
export async function measureImage(content: Uint8Array): Promise<ImageSize | null> {
  try {
    const header = await sharp(content, { limitInputPixels: false }).metadata()
    const pixels = header.width * header.height
    const limits = header.isProgressive ? inPasses : { ordinary, atMost }
    if (pixels > limits.atMost) return 'too_large'
    return pixels > limits.ordinary ? 'large' : 'ordinary'
  } catch {
    return null
  }
}
