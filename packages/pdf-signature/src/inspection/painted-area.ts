import type { UserRect } from '../reader/page-geometry.ts'
import type { Point } from './text-position.ts'

/** What a path of straight lines encloses, in the space of the drawing. */
export interface PaintedArea {
  readonly box: UserRect
  /** Part of the box that is painted: little of it for a frame. Undefined where that can't be told. */
  readonly part: number | undefined
}

/** Of more parts it isn't told which lie within which. */
const partsAtMost = 2

/** By its corners; `isEvenOdd`: what is enclosed twice is left out (ISO 32000-2 §8.5.3.3.3). */
export function coverageOf(
  parts: readonly (readonly Point[])[],
  isEvenOdd: boolean,
): PaintedArea | undefined {
  const areas = parts.map(signedArea).filter((area) => area !== 0)
  const box = boxAround(parts.flat())
  const whole = (box[2] - box[0]) * (box[3] - box[1])
  if (areas.length === 0 || whole === 0) return undefined
  const [first = 0, second = 0] = areas
  const isRing = isEvenOdd || Math.sign(first) !== Math.sign(second)
  const [larger, smaller] = [
    Math.max(Math.abs(first), Math.abs(second)),
    Math.min(Math.abs(first), Math.abs(second)),
  ]
  const part = areas.length > partsAtMost ? undefined : (isRing ? larger - smaller : larger) / whole
  return { box, part }
}

function signedArea(corners: readonly Point[]): number {
  return corners.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [x, y]
    return sum + (x * nextY - nextX * y) / 2
  }, 0)
}

/** A path may have more corners than a call takes arguments. */
function boxAround(points: readonly Point[]): UserRect {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points) {
    left = Math.min(left, x)
    bottom = Math.min(bottom, y)
    right = Math.max(right, x)
    top = Math.max(top, y)
  }
  return [left, bottom, right, top]
}
