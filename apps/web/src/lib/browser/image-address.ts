import { transformImage } from '@countersign/contract/images.ts'
import { addressOf } from '../calls/request.ts'

/** The breakpoints of images, in CSS pixels (specification, section 9), and the densities of screens they are made for. */
export const imageBreakpoints = { xs: 320, sm: 640, md: 768, lg: 1024, xl: 1280, xxl: 1536 } as const
const densities = [1, 2] as const

export interface ImageShape {
  width?: number
  height?: number
  format?: 'webp' | 'png' | 'jpeg' | 'avif'
  quality?: number
  fit?: 'cover' | 'contain' | 'fill' | 'inside' | 'outside'
  position?: 'center' | 'top' | 'right' | 'bottom' | 'left'
}

/** `welcome` is /img/welcome.webp; a path that has an extension already is taken as it is. */
export function sourceOf(name: string): string {
  return /\/.*\.\w+$/.test(name) ? name : `/img/${name}.webp`
}

/** Where the image comes from in this size, shape and format. */
export function imageAddress(name: string, shape: ImageShape): string {
  return addressOf(transformImage.path, undefined, { source: sourceOf(name), ...shape })
}

/** One address for each width that a screen may want, up to the largest one the image is shown in. */
export function sourceSet(name: string, shape: ImageShape & { width: number }): string {
  const widths = new Set(
    [...Object.values(imageBreakpoints).filter((width) => width < shape.width), shape.width].flatMap(
      (width) => densities.map((density) => width * density),
    ),
  )
  return [...widths]
    .toSorted((a, b) => a - b)
    .map((width) => `${imageAddress(name, scaled(shape, width))} ${width}w`)
    .join(', ')
}

function scaled(shape: ImageShape & { width: number }, width: number): ImageShape {
  const { height, ...rest } = shape
  return { ...rest, width, ...(height ? { height: Math.round((height * width) / shape.width) } : {}) }
}
