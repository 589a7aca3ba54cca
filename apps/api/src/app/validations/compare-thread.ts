import { readFile } from 'node:fs/promises'
import type {
  ComparedPages,
  ExplainedArea,
  PagesToCompare,
} from '@countersign/pdf-signature/validation/changes/page-images.ts'
import { samplePages } from '#api/documents/documents/pages/compare-rendering.ts'
import { openRasters, type Raster, type RasterPages } from '#api/documents/documents/pages/page-raster.ts'
import { refuseStarved, startPdfium } from '#api/documents/documents/pages/pdfium.ts'
import { coversContent, differsOutside } from './compare-rasters.ts'

export interface CompareOrder {
  readonly file: string
  readonly revision: PagesToCompare
  /** How many of the pages were compared in earlier turns. */
  readonly from: number
}

export interface CompareTurn {
  readonly found: ComparedPages
  /** Where the next turn continues; undefined after the last page. */
  readonly next?: number
}

/** Milliseconds of a turn: well within what a task may take without being put among the slow ones. */
const turnTime = 400
const pagesAtMost = 200

/** Compares pages of a signed revision of a file with those it has now, for one turn. */
export async function comparePages({ file, revision, from }: CompareOrder): Promise<CompareTurn> {
  const ends = performance.now() + turnTime
  const content = await readFile(file)
  const pdfium = await startPdfium()
  const now = openRasters(pdfium, content)
  const signed = openRasters(pdfium, content.subarray(0, revision.end))
  const found = { signature: revision.signature, compared: [], differing: [], covered: [] } as PageComparison
  let at = from
  if (now && signed) {
    const pages = pagesOf(revision, Math.max(signed.count, now.count))
    for (; at < pages.length && (at === from || performance.now() < ends); at++)
      comparePage(found, revision.areas, pages[at] ?? 0, { signed, now })
    refuseStarved(pdfium)
    if (at < pages.length) return { found, next: at }
  }
  refuseStarved(pdfium)
  return { found }
}

interface PageComparison {
  readonly signature: number
  readonly compared: number[]
  readonly differing: number[]
  readonly covered: ComparedPages['covered'][number][]
}

function comparePage(
  found: PageComparison,
  areas: readonly ExplainedArea[],
  page: number,
  { signed, now }: { readonly signed: RasterPages; readonly now: RasterPages },
): void {
  const [before, after] = [rasterIn(signed, page), rasterIn(now, page)]
  if (!before && !after) return
  const number = page + 1
  found.compared.push(number)
  const here = areas.filter((area) => area.page === number)
  if (!before || !after || differsOutside(before, after, here)) found.differing.push(number)
  if (!before || !after) return
  // A field may replace what it showed itself, but not what the page shows beneath it.
  const content = here.some(({ filledField }) => filledField !== undefined) ? signed.content(page) : null
  for (const area of here) {
    if (area.signedField !== undefined && coversContent(before, after, area))
      found.covered.push({ field: area.signedField, page: number })
    if (area.filledField !== undefined && content && coversContent(before, after, area, content))
      found.covered.push({ field: area.filledField, page: number, isFilled: true })
  }
}

const rasterIn = (pages: RasterPages, page: number): Raster | null =>
  page < pages.count ? pages.raster(page) : null

/** Those that something was drawn on come first. */
function pagesOf({ areas }: PagesToCompare, count: number): number[] {
  const changed = areas.map(({ page }) => page - 1).filter((page) => page < count)
  return [...new Set([...changed, ...samplePages(count, pagesAtMost)])].slice(0, pagesAtMost)
}
