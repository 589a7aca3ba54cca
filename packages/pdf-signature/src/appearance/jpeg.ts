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

interface JpegSegment {
  readonly marker: number
  /** Of at least six bytes. */
  readonly content: Uint8Array
}

/** The segments up to the first that can't be followed (ITU-T T.81 §B.1.1.4). */
export function* jpegSegments(bytes: Uint8Array): Generator<JpegSegment> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at++
      continue
    }
    yield { marker, content: bytes.subarray(at + 4) }
    at += 2 + view.getUint16(at + 2)
  }
}

/** The frame that a segment is the header of (ITU-T T.81 §B.2.2); undefined where it is another kind of segment. */
export function frameOf({ marker, content }: JpegSegment) {
  if (marker < 0xc0 || marker > 0xcf || [0xc4, 0xc8, 0xcc].includes(marker)) return undefined
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength)
  return {
    height: view.getUint16(1),
    width: view.getUint16(3),
    components: view.getUint8(5),
    isProgressive: (marker & 3) === 2,
  }
}

/** Reads size and components from the frame header. Throws `image_invalid`. */
export function readJpegHeader(bytes: Uint8Array): JpegHeader {
  let inverted = false
  for (const segment of jpegSegments(bytes)) {
    if (segment.marker === 0xee)
      inverted = Buffer.from(segment.content.subarray(0, 5)).toString('latin1') === 'Adobe'
    const frame = frameOf(segment)
    if (frame) return checked(frame, inverted)
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
