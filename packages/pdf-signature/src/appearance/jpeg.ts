import { PdfError } from '../pdf-error.ts'
import { MAX_PIXELS } from './png.ts'

export interface JpegHeader {
  readonly width: number
  readonly height: number
  readonly components: 1 | 3 | 4
  /** Adobe's encoders write CMYK inverted. */
  readonly inverted: boolean
}

export const isJpeg = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff

/** Reads size and components from the frame header (ITU-T T.81 §B.2.2). Throws `image_invalid`. */
export function readJpegHeader(bytes: Uint8Array): JpegHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let inverted = false
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== 0xff) break
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === 0xee) inverted = Buffer.from(bytes.subarray(at + 4, at + 9)).toString('latin1') === 'Adobe'
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) {
      const header = {
        height: view.getUint16(at + 5),
        width: view.getUint16(at + 7),
        components: bytes[at + 9] ?? 0,
      }
      return checked(header, inverted)
    }
    at += 2 + view.getUint16(at + 2)
  }
  throw new PdfError('image_invalid', 'The JPEG has no frame')
}

function checked(
  { width, height, components }: { width: number; height: number; components: number },
  inverted: boolean,
): JpegHeader {
  const isKnown = components === 1 || components === 3 || components === 4
  if (!isKnown || width === 0 || height === 0 || width * height > MAX_PIXELS * 4) {
    throw new PdfError('image_invalid', 'The JPEG has an unknown format or too many pixels')
  }
  return { width, height, components, inverted: inverted && components === 4 }
}
