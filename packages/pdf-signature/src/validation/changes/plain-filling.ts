import { flags, flagsOf, maxLengthOf } from '../../fields/field-attributes.ts'
import { inputKind } from '../../fields/input-kind.ts'
import type { DrawnEdge } from '../../inspection/drawn-edges.ts'
import { drawnText } from '../../inspection/drawn-text.ts'
import { arrayEntry, dictEntry, entryOf, resolve } from '../../reader/document.ts'
import type { PdfDocument } from '../../reader/document.ts'
import type { FormField } from '../../reader/form-fields.ts'
import type { PdfDict, PdfStream } from '../../reader/objects.ts'
import { rectOf } from '../../reader/page-geometry.ts'
import type { UserRect } from '../../reader/page-geometry.ts'
import { isVisible } from './appearance-changes.ts'
import type { Comparison } from './comparison.ts'
import { sameObject } from './references.ts'
import { appearancesOf } from './shown-values.ts'

/**
 * Whether a field that was filled in shows what viewers make of a value, and nothing else: text, a background, a border. By
 * anything else it could show what looks like content of the page. What a check box or a place for a picture shows has rules of
 * its own.
 */
export function isPlainlyFilled({ before, after }: Comparison, field: FormField, now: FormField): boolean {
  const shown = now.widgets.filter(({ dict }) => isVisible(after, dict))
  const kind = inputKind(after, now)
  if (kind === undefined) return shown.length === 0
  if (kind !== 'text' && kind !== 'dropdown') return true
  return shown.every(({ ref, dict }) => {
    const old = field.widgets.find((one) => one.ref?.num === ref?.num)
    const had = old ? appearancesOf(before, old.dict) : []
    return appearancesOf(after, dict).every(
      (drawing) => had.some((one) => sameObject(one, drawing)) || isPlain(after, dict, drawing),
    )
  })
}

function isPlain(document: PdfDocument, widget: PdfDict, drawing: PdfStream): boolean {
  const edges = drawnText(document, drawing)?.edges
  const frame = edges && frameOf(document, widget, drawing)
  if (!frame) return false
  const inside = edges.filter((edge) => !isAlong(edge, frame))
  return edges.length - inside.length <= edgesOfFrame && inside.every((edge) => isBetweenCells(edge, frame))
}

/** Of a background, a border, and the light and dark sides of one that is raised. */
const edgesOfFrame = 24

interface Frame {
  readonly box: UserRect
  /** How far from the sides of the box a border may reach, across and up. */
  readonly margins: readonly [number, number]
  /** How many cells a comb has (ISO 32000-2 Table 231). */
  readonly cells: number
}

function frameOf(document: PdfDocument, widget: PdfDict, drawing: PdfStream): Frame | undefined {
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
    margins: [margin(width, turned ? up : across), margin(height, turned ? across : up)],
    cells: isComb ? (maxLengthOf(document, widget) ?? 0) : 0,
  }
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

/** Whether a drawing is shown turned by a quarter; undefined where it is skewed. */
function isTurned(document: PdfDocument, { dict }: PdfStream): boolean | undefined {
  const [a = 1, b = 0, c = 0, d = 1] = (arrayEntry(document, dict, 'Matrix') ?? []).map((item) =>
    resolve(document, item),
  )
  if (b === 0 && c === 0) return false
  return a === 0 && d === 0 ? true : undefined
}

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
