import { sharp } from './sharp.ts'

export interface ImageOrder {
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly format: 'webp' | 'png' | 'jpeg' | 'avif'
  readonly quality: number
  readonly fit: 'cover' | 'contain' | 'fill' | 'inside' | 'outside'
  readonly position: 'center' | 'top' | 'right' | 'bottom' | 'left'
}

/** Runs in a worker thread: one of our own images in the size, shape and format that is asked for. */
export async function transform({
  bytes,
  width,
  height,
  format,
  quality,
  fit,
  position,
}: ImageOrder & { readonly bytes: Uint8Array }): Promise<Uint8Array> {
  const image = sharp(bytes, { limitInputPixels: 40_000_000, failOn: 'error' })
  const sized = image.resize({
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    fit,
    position,
    // Larger than it is drawn, an image of pixels only weighs more.
    withoutEnlargement: true,
  })
  // JPEG knows no transparency.
  const ground = format === 'jpeg' ? sized.flatten({ background: '#ffffff' }) : sized
  return new Uint8Array(await ground.toFormat(format, { quality }).toBuffer())
}
