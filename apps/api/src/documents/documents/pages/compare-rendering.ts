import { openRasters, type Raster } from './page-raster.ts'
import { type Pdfium, refuseStarved, startPdfium } from './pdfium.ts'

/** So many pages are looked at: of more, the first and the last and those evenly between. */
const pagesAtMost = 30

/** A part of a page as displayed, counted from 0, from the top left: 0 to 1 of its width and of its height. */
export interface PagePart {
  readonly page: number
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/**
 * Whether two files look the same to PDFium, page by page, but for some parts of them. Where it cannot show a page of the first, there is nothing to
 * compare the second with; but each page of the second must be shown.
 */
export async function looksTheSame(
  before: Uint8Array,
  after: Uint8Array,
  besides: readonly PagePart[] = [],
): Promise<boolean> {
  const pdfium = await startPdfium()
  const isSame = compare(pdfium, before, after, besides)
  // Without room an image is left out of both, and a file is not opened at all.
  refuseStarved(pdfium)
  return isSame
}

function compare(
  pdfium: Pdfium,
  before: Uint8Array,
  after: Uint8Array,
  besides: readonly PagePart[],
): boolean {
  // One after the other, in the room for one; the broken one last: what it leaves behind touches nothing.
  const now = openRasters(pdfium, after)
  if (!now) return false
  const rasters = new Map(samplePages(now.count, pagesAtMost).map((page) => [page, now.raster(page)]))
  now.close()
  const then = openRasters(pdfium, before)
  if (!then) return true
  const shown = samplePages(then.count, pagesAtMost)
  if (now.count < then.count && shown.some((page) => page >= now.count && then.raster(page) !== null))
    return false
  return [...rasters].every(([page, raster]) => {
    if (raster === null) return false
    const earlier = page < then.count ? then.raster(page) : null
    if (earlier === null) return true
    for (const part of besides.filter((one) => one.page === page)) {
      blank(earlier, part)
      blank(raster, part)
    }
    return sameRaster(earlier, raster)
  })
}

function blank({ width, height, pixels }: Raster, part: PagePart): void {
  const left = Math.max(0, Math.floor(part.left * width) - 1)
  const right = Math.min(width, Math.ceil(part.right * width) + 1)
  const bottom = Math.min(height, Math.ceil(part.bottom * height) + 1)
  for (let y = Math.max(0, Math.floor(part.top * height) - 1); y < bottom; y++)
    pixels.fill(255, (y * width + left) * 4, (y * width + right) * 4)
}

function sameRaster(a: Raster, b: Raster): boolean {
  return a.width === b.width && a.height === b.height && Buffer.compare(a.pixels, b.pixels) === 0
}

/** So many pages of a file at most: the first, the last and those evenly between. */
export function samplePages(count: number, atMost: number): number[] {
  const step = Math.max(1, (count - 1) / (atMost - 1))
  return Array.from({ length: Math.min(count, atMost) }, (_, index) => Math.round(index * step))
}
