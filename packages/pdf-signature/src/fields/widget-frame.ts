import type { AppearanceFrame } from '../appearance/appearance-stream.ts'
import { arrayEntry, dictEntry, entryOf } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { isRef } from '../reader/objects.ts'
import type { PdfDict, PdfRef } from '../reader/objects.ts'
import { pageGeometry, rectOf, rotationOf } from '../reader/page-geometry.ts'
import type { PageGeometry } from '../reader/page-geometry.ts'
import { listPages, pageAt } from '../reader/page-tree.ts'
import type { Page } from '../reader/page-tree.ts'

/** The widget's size as displayed; its /MK /R says how it is turned, or else it is to be upright on its page. */
export function frameOf(document: PdfDocument, ref: PdfRef, widget: PdfDict): AppearanceFrame | undefined {
  const rect = rectOf(document, widget.entries.get('Rect'))
  if (!rect) return undefined
  const geometry = geometryOf(document, ref, widget)
  const style = dictEntry(document, widget, 'MK')
  const stated = style && entryOf(document, style, 'R')
  const turn = typeof stated === 'number' ? rotationOf(stated) : (geometry?.rotate ?? 0)
  const unit = geometry?.userUnit ?? 1
  const [across, up] = [(rect[2] - rect[0]) * unit, (rect[3] - rect[1]) * unit]
  const turned = turn === 90 || turn === 270
  return { width: turned ? up : across, height: turned ? across : up, turn }
}

/**
 * Of the page that lists the widget, which is the one that shows it. /P is optional (ISO 32000-2 Table 166): of pages that were taken
 * out of another file it may name one that is not there, or another.
 */
function geometryOf(document: PdfDocument, ref: PdfRef, widget: PdfDict): PageGeometry | undefined {
  const lists = (page: Page): boolean =>
    (arrayEntry(document, page.dict, 'Annots') ?? []).some((item) => isRef(item) && item.num === ref.num)
  const stated = widget.entries.get('P')
  const named = isRef(stated) ? pageAt(document, stated) : undefined
  const page = named && lists(named) ? named : listPages(document).find(lists)
  return page && pageGeometry(document, page)
}

/**
 * Hidden, not shown on screen (ISO 32000-2 Table 167), or part of optional content (§8.11.3.3): nobody would see what is filled in or
 * signed there, or not everywhere.
 */
export function isHiddenWidget(document: PdfDocument, widget: PdfDict): boolean {
  const bits = entryOf(document, widget, 'F')
  const isFlagged = typeof bits === 'number' && (bits & (HIDDEN | NO_VIEW)) !== 0
  return isFlagged || widget.entries.has('OC')
}

const HIDDEN = 2
const NO_VIEW = 32
