import type { Metadata, Sharp } from 'sharp'
import { sharp } from '#api/documents/images/sharp.ts'
import { imageKindOf } from '#api/documents/images/image-kind.ts'
import { sizeOf } from '#api/documents/images/image-size.ts'
import type { ImageInput } from '#api/documents/images/run-image-task.ts'
import { Transferred } from '#api/platform/threads/transferred.ts'
import { type Box, boxOf, type Pixels, scaled, visibleBox, withMargin } from './pixels.ts'
import { removePaper } from './remove-paper.ts'

export interface PictureInput extends ImageInput {
  readonly content: Uint8Array
  readonly removeBackground: boolean
}
export type PictureProblem = 'unreadable' | 'too_many_pixels' | 'too_complex' | 'blank'
export type ReadPicture = { readonly png: Uint8Array<ArrayBuffer> } | { readonly problem: PictureProblem }

const pixelsAtMost = 40_000_000
const largest = { width: 1200, height: 560 }
/** The first look is for where the ink is, the second for the ink. */
const firstLook = { width: 1000, height: 1000 }
const secondLook = { width: 1800, height: 1100 }
/** A large picture is decoded once, which takes seconds and up to ten bytes a pixel: both looks are then of what it was reduced to. */
const reduced = { width: 3600, height: 3600 }
/** Native code doesn't end with its thread. */
const seconds = 30

/**
 * A picture as it is kept: upright, cropped to what is to be seen with a small margin, PNG with alpha and nothing else
 * in it. Of a picture that moves the first frame counts.
 */
export async function readPicture({ content, removeBackground, decodeLarge = false }: PictureInput) {
  const opened = await open(content)
  if ('problem' in opened) return opened
  if (opened.isLarge && !decodeLarge) return { isLarge: true as const }
  try {
    const found = opened.isLarge ? pictureOf(await pixelsOf(opened.picture(), reduced)) : opened
    const whole = await pixelsOf(found.picture(), firstLook)
    const ink = removeBackground ? removePaper(onWhite(whole)) : whole
    const box = ink && (removeBackground ? inkBox(ink) : visibleBox(ink))
    if (!box) return { problem: 'blank' as const }
    const region = scaled(withMargin(box, 0.06, 6, whole), whole, found)
    const near = await pixelsOf(found.picture().extract(region), secondLook)
    const clean = removeBackground ? removePaper(onWhite(near)) : near
    const edge = clean && (removeBackground ? inkBox(clean) : visibleBox(clean))
    if (!edge) return { problem: 'blank' as const }
    const png = new Uint8Array(await written(clean, withMargin(edge, 0.02, 3, clean)))
    return new Transferred({ png }, [png.buffer])
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('timeout'))
      return { problem: 'too_complex' as const }
    // The header was right, the rest is not.
    return { problem: 'unreadable' as const }
  }
}

interface Picture {
  /** Upright. */
  readonly width: number
  readonly height: number
  readonly picture: () => Sharp
}

async function open(
  content: Uint8Array,
): Promise<(Picture & { readonly isLarge: boolean }) | { readonly problem: PictureProblem }> {
  const kind = imageKindOf(content)
  // The decoder knows dozens of formats; nothing but these gets as far as it.
  if (!kind) return { problem: 'unreadable' }
  let header: Metadata
  try {
    header = await sharp(content, { limitInputPixels: false }).metadata()
  } catch {
    return { problem: 'unreadable' }
  }
  const { format, width, height, orientation = 1 } = header
  if (format !== kind || !width || !height) return { problem: 'unreadable' }
  if (width * height > pixelsAtMost) return { problem: 'too_many_pixels' }
  const isTurned = orientation >= 5
  return {
    isLarge: sizeOf(header, content) !== 'ordinary',
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    picture: () =>
      sharp(content, { limitInputPixels: pixelsAtMost, failOn: 'error' }).timeout({ seconds }).autoOrient(),
  }
}

function pictureOf({ data, width, height }: Pixels): Picture {
  return { width, height, picture: () => sharp(data, { raw: { width, height, channels: 4 } }) }
}

async function pixelsOf(picture: Sharp, within: { width: number; height: number }): Promise<Pixels> {
  const { data, info } = await picture
    .resize({ ...within, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

function onWhite({ data, width, height }: Pixels): Pixels {
  const flat = data.map((value, index) => {
    const alpha = (data[index | 3] ?? 255) / 255
    return (index & 3) === 3 ? 255 : Math.round(value * alpha + 255 * (1 - alpha))
  })
  return { data: flat, width, height }
}

function inkBox(ink: Pixels): Box | null {
  return boxOf(ink, (index) => (ink.data[index * 4 + 3] ?? 0) > 24)
}

function written({ data, width, height }: Pixels, box: Box): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 4 } })
    .extract(box)
    .resize({ ...largest, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 7, palette: false })
    .toBuffer()
}
