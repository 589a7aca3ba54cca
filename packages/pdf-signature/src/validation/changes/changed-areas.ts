import { spend } from '../../reader/budget.ts'
import { arrayEntry } from '../../reader/document.ts'
import type { PdfDocument } from '../../reader/document.ts'
import { isDict, isRef } from '../../reader/objects.ts'
import { pageGeometry, rectOf, toDisplayRect } from '../../reader/page-geometry.ts'
import { listPages } from '../../reader/page-tree.ts'
import type { Page } from '../../reader/page-tree.ts'
import { isVisible } from './appearance-changes.ts'
import type { Change, ChangedArea } from '../reports/report.ts'

/** An annotation belongs to one page (ISO 32000-2 Table 31): more places than these are nobody's intent. */
const pagesAtMost = 20

interface Places {
  readonly pages: readonly Page[]
  /** Indexes of the pages that list an annotation, by its object number. */
  readonly of: ReadonlyMap<number, readonly number[]>
}

const known = new WeakMap<PdfDocument, Places>()

function placesOf(document: PdfDocument): Places {
  const found = known.get(document) ?? readPlaces(document)
  known.set(document, found)
  return found
}

function readPlaces(document: PdfDocument): Places {
  const pages = listPages(document)
  const of = new Map<number, number[]>()
  for (const [index, { dict }] of pages.entries())
    for (const item of arrayEntry(document, dict, 'Annots') ?? []) {
      spend(document.budget, 5) // many pages may share one long list
      if (!isRef(item)) continue
      const places = of.get(item.num)
      if (places && places.length < pagesAtMost) places.push(index)
      else if (places) continue
      else of.set(item.num, [index])
    }
  return { pages, of }
}

/** Where annotations are seen, as parts of the pages that show them; nothing for those that are hidden. */
export function areasOf(document: PdfDocument, annotations: readonly number[]): Pick<Change, 'areas'> {
  const areas = [...new Set(annotations)].flatMap((num) => {
    const annotation = document.load(num)
    if (!isDict(annotation) || !isVisible(document, annotation)) return []
    const rect = rectOf(document, annotation.entries.get('Rect'))
    if (!rect) return []
    const { pages, of } = placesOf(document)
    return (of.get(num) ?? []).flatMap((index): ChangedArea[] => {
      const page = pages[index]
      if (!page) return []
      const geometry = pageGeometry(document, page)
      const { x, y, width, height } = toDisplayRect(geometry, rect)
      const area = {
        page: index + 1,
        left: part(x, geometry.width),
        top: part(y, geometry.height),
        right: part(x + width, geometry.width),
        bottom: part(y + height, geometry.height),
      }
      return area.right > area.left && area.bottom > area.top ? [area] : []
    })
  })
  return areas.length > 0 ? { areas } : {}
}

const part = (value: number, whole: number): number => Math.min(1, Math.max(0, value / whole))
