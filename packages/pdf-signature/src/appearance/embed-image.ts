import { PdfError } from '../pdf-error.ts'
import { allowsTransparency } from '../inspection/archival-part.ts'
import { dict, name, stream } from '../reader/objects.ts'
import type { PdfObject, PdfRef } from '../reader/objects.ts'
import { add } from '../writer/revision.ts'
import type { Revision } from '../writer/revision.ts'
import { compressed } from './embed-font.ts'
import { isJpeg, readJpegHeader } from './jpeg.ts'
import { decodePng, isPng } from './png.ts'
import type { Pixels } from './png.ts'

export interface EmbeddedImage {
  readonly ref: PdfRef
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/**
 * Embeds a PNG (its alpha as a soft mask; on white where PDF/A allows none) or a JPEG as it is.
 * Throws `image_invalid`.
 */
export function embedImage(revision: Revision, bytes: Uint8Array): EmbeddedImage {
  if (isPng(bytes)) return embedPng(revision, bytes)
  if (isJpeg(bytes)) return embedJpeg(revision, bytes)
  throw new PdfError('image_invalid', 'The image is neither PNG nor JPEG')
}

function embedPng(revision: Revision, bytes: Uint8Array): EmbeddedImage {
  const pixels = decodePng(bytes)
  const { width, height, components, color, alpha } =
    pixels.alpha && !allowsTransparency(revision.document) ? onWhite(pixels) : pixels
  const frame = {
    Type: name('XObject'),
    Subtype: name('Image'),
    Width: width,
    Height: height,
    BitsPerComponent: 8,
  }
  const space = components === 3 ? standardRgb() : standardGray()
  const mask = alpha && add(revision, compressed({ ...frame, ColorSpace: name('DeviceGray') }, alpha))
  const ref = add(
    revision,
    compressed({ ...frame, ColorSpace: space, ...(mask ? { SMask: mask } : {}) }, color),
  )
  return { ref, width, height }
}

function onWhite({ alpha, ...pixels }: Pixels): Pixels {
  if (!alpha) return pixels
  const color = pixels.color.map((sample, index) => {
    const opacity = (alpha[Math.floor(index / pixels.components)] ?? 255) / 255
    return Math.round(255 + (sample - 255) * opacity)
  })
  return { ...pixels, color }
}

function embedJpeg(revision: Revision, bytes: Uint8Array): EmbeddedImage {
  const { width, height, components, inverted } = readJpegHeader(bytes)
  const spaces = { 1: standardGray(), 3: standardRgb(), 4: name('DeviceCMYK') }
  const entries: Record<string, PdfObject> = {
    Type: name('XObject'),
    Subtype: name('Image'),
    Width: width,
    Height: height,
    BitsPerComponent: 8,
    ColorSpace: spaces[components],
    Filter: name('DCTDecode'),
    ...(inverted ? { Decode: [1, 0, 1, 0, 1, 0, 1, 0] } : {}),
  }
  return { ref: add(revision, stream(entries, bytes)), width, height }
}

const WHITE = [0.9505, 1, 1.089] // D65

/** sRGB by its measures: PDF/A wants colours that do not depend on the device, and this needs no profile. */
export function standardRgb(): PdfObject {
  const matrix = [0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505]
  return [name('CalRGB'), dict({ WhitePoint: WHITE, Gamma: [2.2, 2.2, 2.2], Matrix: matrix })]
}

function standardGray(): PdfObject {
  return [name('CalGray'), dict({ WhitePoint: WHITE, Gamma: 2.2 })]
}
