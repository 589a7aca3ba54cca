import { frameOf, jpegSegments } from '@countersign/pdf-signature/appearance/jpeg.ts'
import type { Metadata } from 'sharp'
import { sharp } from './sharp.ts'

/** Some of these may be decoded at once: an A4 page at 400 dpi and most photos. */
const ordinary = 16_000_000
/** Phones take up to 108 megapixels, and A3 at 600 dpi is 70. */
const atMost = 110_000_000
/**
 * Cameras and scanners write rows, one after the other. Of progressive JPEG and interlaced PNG, where the rows come in passes,
 * and of WebP the decoder keeps the whole image.
 */
const keptWhole = { ordinary: 4_000_000, atMost: 50_000_000 }

export type ImageSize = 'ordinary' | 'large' | 'too_large'

/** By its header, before anything is decoded: native memory is counted by no limit of a thread. Null where it can't be read. */
export async function measureImage(content: Uint8Array): Promise<ImageSize | null> {
  try {
    return sizeOf(await sharp(content, { limitInputPixels: false }).metadata(), content)
  } catch {
    return null
  }
}

export function sizeOf(header: Metadata, content: Uint8Array): ImageSize {
  const pixels = header.width * header.height
  const limits = isKeptWhole(header, content) ? keptWhole : { ordinary, atMost }
  if (pixels > limits.atMost) return 'too_large'
  return pixels > limits.ordinary ? 'large' : 'ordinary'
}

function isKeptWhole({ isProgressive, format, gainMap }: Metadata, content: Uint8Array): boolean {
  if (isProgressive || format === 'webp') return true
  // Of a photo with a gain map (Ultra HDR) the decoder doesn't tell.
  return gainMap !== undefined && isJpegInPasses(content)
}

/**
 * Whether the first image of a JPEG comes in several scans, for which the decoder keeps all of it: progressive, or component by
 * component (ITU-T T.81 §B.2.2, §B.2.3). True where its segments can't be followed.
 */
function isJpegInPasses(content: Uint8Array): boolean {
  let components = 0
  for (const segment of jpegSegments(content)) {
    const frame = frameOf(segment)
    if (frame?.isProgressive) return true
    if (frame) ({ components } = frame)
    // The scan's header says how many components are in it.
    if (segment.marker === 0xda) return segment.content[0] !== components
  }
  return true
}
