import { addDrawing } from '../appearance/appearance-stream.ts'
import type { AppearanceFrame } from '../appearance/appearance-stream.ts'
import { text } from '../appearance/draw-line.ts'
import type { SharedResources } from '../appearance/shared-resources.ts'
import type { PdfRef } from '../reader/objects.ts'
import { fillColour, strokeColour } from './characteristics.ts'

const INK = [0.1, 0.1, 0.14] as const
const EDGE = [0.35, 0.35, 0.4] as const

/** The appearances of a check box or radio button, on and off, drawn without a font. */
export function addButtonAppearances(
  shared: SharedResources,
  frame: AppearanceFrame,
  kind: 'checkbox' | 'radio',
): { on: PdfRef; off: PdfRef } {
  const side = Math.min(frame.width, frame.height)
  const line = Math.min(1, side * 0.08)
  const [left, bottom] = [(frame.width - side) / 2, (frame.height - side) / 2]
  const at = (x: number, y: number): string => `${text(left + x * side)} ${text(bottom + y * side)}`
  const inset = line / 2 / side
  const outline =
    kind === 'checkbox'
      ? `${at(inset, inset)} ${text(side - line)} ${text(side - line)} re`
      : circle(at, 0.5 - inset)
  const empty = `q ${text(line)} w ${strokeColour(EDGE)} ${outline} S Q\n`
  const mark =
    kind === 'checkbox'
      ? `q ${text(side * 0.11)} w 1 J 1 j ${strokeColour(INK)} ${at(0.22, 0.52)} m ${at(0.42, 0.3)} l ${at(0.78, 0.72)} l S Q\n`
      : `q ${fillColour(INK)} ${circle(at, 0.27)} f Q\n`
  return { on: addDrawing(shared, frame, empty + mark), off: addDrawing(shared, frame, empty) }
}

/** A circle about the middle as four curves; `radius` as part of the side. */
function circle(at: (x: number, y: number) => string, radius: number): string {
  const curve = radius * 0.5523
  const point = (x: number, y: number): string => at(0.5 + x, 0.5 + y)
  const quarter = (...points: readonly [number, number][]): string =>
    `${points.map(([x, y]) => point(x, y)).join(' ')} c`
  return [
    `${point(radius, 0)} m`,
    quarter([radius, curve], [curve, radius], [0, radius]),
    quarter([-curve, radius], [-radius, curve], [-radius, 0]),
    quarter([-radius, -curve], [-curve, -radius], [0, -radius]),
    quarter([curve, -radius], [radius, -curve], [radius, 0]),
    'h',
  ].join(' ')
}
