import { getStroke } from 'perfect-freehand'
import type { Hand } from './hand.ts'
import { fontOf, loadHand } from './hands.ts'
import type { Stroke } from './signature-size.ts'
import { boundsOf, pathOf, pictureOf, typedPictureOf } from './signature-size.ts'

/** A signature as it goes into the document: PNG, transparent background, at most 600 × 200 pixels. */
export interface SignaturePicture {
  readonly blob: Blob
  readonly width: number
  readonly height: number
}

/** Ink, on white paper and on any screen. Part of the picture, not of the interface. */
const ink = '#10204a'

/** The outlines of strokes, drawn with the pen's pressure, or with the speed where a device knows none. */
export function outlinesOf(strokes: readonly Stroke[], isPen: boolean): number[][][] {
  const options = { size: 5, thinning: 0.6, smoothing: 0.6, streamline: 0.45, simulatePressure: !isPen }
  return strokes.map((stroke) =>
    getStroke(
      stroke.map(([x, y, pressure]) => [x, y, pressure]),
      options,
    ),
  )
}

export async function drawnPicture(
  strokes: readonly Stroke[],
  isPen: boolean,
): Promise<SignaturePicture | null> {
  const outlines = outlinesOf(strokes, isPen)
  const bounds = boundsOf(outlines)
  if (!bounds) return null
  const { width, height, scale, dx, dy } = pictureOf(bounds)
  return paint(width, height, (context) => {
    context.scale(scale, scale)
    context.translate(dx, dy)
    for (const outline of outlines) context.fill(new Path2D(pathOf(outline)))
  })
}

export async function typedPicture(name: string, hand: Hand): Promise<SignaturePicture | null> {
  const text = name.trim().normalize('NFC')
  if (text === '') return null
  await loadHand(hand, text)
  const measuring = contextOf(1, 1)
  measuring.font = fontOf(hand, 100)
  const measured = measuring.measureText(text)
  const { width, height, fontSize, x, y } = typedPictureOf({
    left: measured.actualBoundingBoxLeft,
    right: measured.actualBoundingBoxRight,
    ascent: measured.actualBoundingBoxAscent,
    descent: measured.actualBoundingBoxDescent,
  })
  return paint(width, height, (context) => {
    context.font = fontOf(hand, fontSize)
    context.fillText(text, x, y)
  })
}

function contextOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw a picture.')
  return context
}

async function paint(width: number, height: number, draw: (context: CanvasRenderingContext2D) => void) {
  const context = contextOf(width, height)
  context.fillStyle = ink
  draw(context)
  const blob = await new Promise<Blob | null>((resolve) => context.canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('This browser cannot make a picture.')
  return { blob, width, height }
}
