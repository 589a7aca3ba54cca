import sharp, { type Metadata } from 'sharp'

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
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength)
  let components = 0
  for (let at = 2; at + 9 < content.length;) {
    if (content[at] !== 0xff) return true
    const marker = content[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (isFrame(marker)) {
      if ((marker & 3) === 2) return true
      components = content[at + 9] ?? 0
    }
    // The scan's header says how many components are in it.
    if (marker === 0xda) return content[at + 4] !== components
    at += 2 + view.getUint16(at + 2)
  }
  return true
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}
