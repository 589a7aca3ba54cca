import { flags, flagsOf, maxLengthOf } from '../../fields/field-attributes.ts'
import type { DrawnEdge } from '../../inspection/drawn-edges.ts'
import { arrayEntry, dictEntry, entryOf, resolve } from '../../reader/document.ts'
import type { PdfDocument } from '../../reader/document.ts'
import type { PdfDict, PdfStream } from '../../reader/objects.ts'
import { rectOf } from '../../reader/page-geometry.ts'
import type { UserRect } from '../../reader/page-geometry.ts'

/** The box that a field draws itself in. */
export interface Frame {
  readonly box: UserRect
  /** How far from the sides of the box a border may reach, across and up. */
  readonly margins: readonly [number, number]
  /** Points of the page for a unit of the drawing, the shorter way. */
  readonly scale: number
  /** How many cells a comb has (ISO 32000-2 Table 231). */
  readonly cells: number
}

/** Undefined where it is shown skewed, or as in a mirror. */
export function frameOf(document: PdfDocument, widget: PdfDict, drawing: PdfStream): Frame | undefined {
  const box = rectOf(document, drawing.dict.entries.get('BBox'))
  const rect = rectOf(document, widget.entries.get('Rect'))
  const turned = isTurned(document, drawing)
  if (!box || !rect || turned === undefined) return undefined
  const [width, height] = [box[2] - box[0], box[3] - box[1]]
  const [across, up] = [rect[2] - rect[0], rect[3] - rect[1]]
  const border = marginOf(document, widget)
  const margin = (size: number, shown: number) => Math.min((border * size) / shown, size * largestPart)
  const isComb = (flagsOf(document, widget) & flags.comb) !== 0
  return {
    box,
    scale: Math.min((turned ? up : across) / width, (turned ? across : up) / height),
    margins: [margin(width, turned ? up : across), margin(height, turned ? across : up)],
    cells: isComb ? (maxLengthOf(document, widget) ?? 0) : 0,
  }
}

/** Of a background, a border, and the light and dark sides of one that is raised. */
const edgesOfFrame = 24

/** Whether edges are those of a background, a border and the cells of a comb. */
export function areOfFrame(edges: readonly DrawnEdge[], frame: Frame): boolean {
  const inside = edges.filter((edge) => !isAlong(edge, frame))
  return edges.length - inside.length <= edgesOfFrame && inside.every((edge) => isBetweenCells(edge, frame))
}

/** Of a small field the border and the space beside it take more. */
const largestPart = 0.35
const [leastMargin, largestMargin] = [3, 7]

/** A border that is raised is drawn twice as wide as it says it is. */
function marginOf(document: PdfDocument, widget: PdfDict): number {
  const style = dictEntry(document, widget, 'BS')
  const stated = style
    ? entryOf(document, style, 'W')
    : resolve(document, arrayEntry(document, widget, 'Border')?.[2])
  const width = typeof stated === 'number' ? stated : 1
  return Math.min(largestMargin, Math.max(leastMargin, 2 * width + 1))
}

/** Whether a drawing is shown turned by a quarter; undefined where it is skewed, or shown as in a mirror. */
function isTurned(document: PdfDocument, drawing: PdfStream): boolean | undefined {
  const [a = 1, b = 0, c = 0, d = 1] = matrixOf(document, drawing)
  if (a * d - b * c <= 0) return undefined
  if (b === 0 && c === 0) return false
  return a === 0 && d === 0 ? true : undefined
}

export const matrixOf = (document: PdfDocument, { dict }: PdfStream): number[] =>
  (arrayEntry(document, dict, 'Matrix') ?? []).map((item) => {
    const value = resolve(document, item)
    return typeof value === 'number' ? value : 0
  })

/** Whether it runs along one side of the box, or outside of it: no two such edges have anything between them but that. */
function isAlong({ from, to, reach }: DrawnEdge, { box, margins: [across, up] }: Frame): boolean {
  const [left, bottom, right, top] = box
  const most = (axis: 0 | 1): number => Math.max(from[axis], to[axis]) + reach
  const least = (axis: 0 | 1): number => Math.min(from[axis], to[axis]) - reach
  return (
    most(0) <= left + across || least(0) >= right - across || most(1) <= bottom + up || least(1) >= top - up
  )
}

/** Points: viewers don't agree on whether the border belongs to the first and the last cell. */
const cellTolerance = 2

function isBetweenCells({ from, to, reach, isStroked }: DrawnEdge, { box, cells }: Frame): boolean {
  const [left, , right] = box
  const at = ((from[0] - left) / (right - left)) * cells
  const isLine = isStroked && Math.abs(from[0] - to[0]) < 0.1 && reach <= cellTolerance
  return isLine && Math.abs(at - Math.round(at)) * ((right - left) / cells) <= cellTolerance
}
