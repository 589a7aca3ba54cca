import { getStroke } from 'perfect-freehand'
import { paint, type SignaturePicture } from './signature-picture.ts'
import { boundsOf, pathOf, pictureOf, type Stroke } from '../signature-size.ts'

/** The outlines of strokes, drawn with the pen's pressure, or with the speed where a device knows none. */
export function outlinesOf(strokes: readonly Stroke[], isPen: boolean): number[][][] {
  const options = { size: 8, thinning: 0.6, smoothing: 0.6, streamline: 0.45, simulatePressure: !isPen }
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
