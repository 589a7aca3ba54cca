import type { HandwritingFont } from '../handwriting/handwriting-font.ts'
import { cssFont, loadFont } from '../handwriting/handwriting-fonts.ts'
import { typedPictureOf } from '../signature-size.ts'

/** A signature as it goes into the document: PNG, transparent background, at most 600 × 200 pixels. */
export interface SignaturePicture {
  readonly blob: Blob
  readonly width: number
  readonly height: number
}

/** Ink, on white paper and on any screen. Part of the picture, not of the interface. */
const ink = '#10204a'

export async function typedPicture(name: string, font: HandwritingFont): Promise<SignaturePicture | null> {
  const text = name.trim().normalize('NFC')
  if (text === '') return null
  await loadFont(font, text)
  const measuring = contextOf(1, 1)
  measuring.font = cssFont(font, 100)
  const measured = measuring.measureText(text)
  const { width, height, fontSize, x, y } = typedPictureOf({
    left: measured.actualBoundingBoxLeft,
    right: measured.actualBoundingBoxRight,
    ascent: measured.actualBoundingBoxAscent,
    descent: measured.actualBoundingBoxDescent,
  })
  return paint(width, height, (context) => {
    context.font = cssFont(font, fontSize)
    context.fillText(text, x, y)
  })
}

function contextOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw a picture.')
  return context
}

export async function paint(
  width: number,
  height: number,
  draw: (context: CanvasRenderingContext2D) => void,
) {
  const context = contextOf(width, height)
  context.fillStyle = ink
  draw(context)
  const blob = await new Promise<Blob | null>((resolve) => context.canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('This browser cannot make a picture.')
  return { blob, width, height }
}
