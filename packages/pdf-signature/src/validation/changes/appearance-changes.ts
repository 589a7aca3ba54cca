import { entryOf } from '../../reader/document.ts'
import type { PdfDocument } from '../../reader/document.ts'
import { isDict, isRef, isStream } from '../../reader/objects.ts'
import type { PdfDict, PdfObject } from '../../reader/objects.ts'
import { rectOf } from '../../reader/page-geometry.ts'
import { explainNew, isNew, isOwn } from './comparison.ts'
import type { Comparison } from './comparison.ts'

const HIDDEN = 2
const PRINT = 4
const NO_VIEW = 32

/** Whether a widget can be seen: it has a size, and its flags hide it neither on screen nor on paper (ISO 32000-2 Table 167). */
export function isVisible(document: PdfDocument, widget: PdfDict): boolean {
  const rect = rectOf(document, widget.entries.get('Rect'))
  const flags = entryOf(document, widget, 'F')
  const isHidden =
    typeof flags === 'number' && ((flags & HIDDEN) !== 0 || (flags & (NO_VIEW | PRINT)) === NO_VIEW)
  return rect !== undefined && rect[2] - rect[0] > 0 && rect[3] - rect[1] > 0 && !isHidden
}

/**
 * Explains the appearance of a widget that may be redrawn: new streams, and those it had if nothing else shows them.
 * `num` is the widget's; one without a number of its own has none that may be redrawn in place.
 * True when one it had was written again.
 */
export function explainAppearance(
  comparison: Comparison,
  widget: number | undefined,
  old: PdfDict,
  now: PdfDict,
): boolean {
  const had = streamsOf(comparison.before, old.entries.get('AP'))
  let isRedrawn = false
  for (const num of streamsOf(comparison.after, now.entries.get('AP'))) {
    if (!comparison.changed.has(num) || comparison.explained.has(num)) continue
    const owner = { kind: 'appearance', of: widget ?? 0 } as const
    const isKept = widget !== undefined && had.has(num) && isOwn(comparison, num, owner)
    if (!isKept && !isNew(comparison, num)) continue
    const value = comparison.after.load(num)
    comparison.explained.add(num)
    if (isStream(value)) explainNew(comparison, value.dict)
    isRedrawn = true
  }
  explainNew(comparison, now.entries.get('AP'))
  return isRedrawn
}

/** Numbers of the objects an appearance dictionary holds: itself, those of its states, and their streams. */
function streamsOf(document: PdfDocument, appearance: PdfObject | undefined): Set<number> {
  const numbers = new Set<number>()
  const visit = (value: PdfObject | undefined, depth: number): void => {
    if (isRef(value) && numbers.has(value.num)) return
    const target = isRef(value) ? document.load(value.num) : value
    if (isRef(value)) numbers.add(value.num)
    if (isDict(target) && depth < 3) for (const entry of target.entries.values()) visit(entry, depth + 1)
  }
  visit(appearance, 0)
  return numbers
}
