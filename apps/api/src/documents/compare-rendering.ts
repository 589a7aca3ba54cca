import { createHash } from 'node:crypto'
import { type Pdfium, refuseStarved, startPdfium } from './pdfium.ts'

/** So many pages are looked at: of more, the first and the last and those evenly between. */
const pagesAtMost = 30
/** Enough to read by, little enough to be quick. */
const pixelsAtMost = 120_000

/** A part of a page, in points as displayed, from the top left. */
export interface PagePart {
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Whether two files look the same to PDFium, page by page, but for some parts of them. Where it cannot show a page of
 * the first, there is nothing to compare the second with; but each page of the second must be shown.
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
  const now = openPages(pdfium, after, besides)
  if (!now) return false
  const pictures = new Map(chosen(now.count).map((page) => [page, now.picture(page)]))
  now.close()
  const then = openPages(pdfium, before, besides)
  if (!then) return true
  const shown = chosen(then.count)
  if (now.count < then.count && shown.some((page) => page >= now.count && then.picture(page) !== null))
    return false
  return [...pictures].every(([page, picture]) => {
    if (picture === null) return false
    const earlier = page < then.count ? then.picture(page) : null
    return earlier === null || earlier === picture
  })
}

function chosen(count: number): number[] {
  const step = Math.max(1, (count - 1) / (pagesAtMost - 1))
  return Array.from({ length: Math.min(count, pagesAtMost) }, (_, index) => Math.round(index * step))
}

interface Pages {
  readonly count: number
  /** A digest of what is seen of a page; null where it cannot be shown. */
  picture(page: number): string | null
  close(): void
}

function openPages(pdfium: Pdfium, content: Uint8Array, besides: readonly PagePart[]): Pages | null {
  const { call, memory } = pdfium
  const pointer = call.malloc(content.length)
  if (pointer === 0) return null
  memory().set(content, pointer)
  const document = call.FPDF_LoadMemDocument(pointer, content.length, 0)
  if (document === 0) return null
  return {
    count: call.FPDF_GetPageCount(document),
    picture: (page) => pictureOf(pdfium, document, page, besides),
    close: () => {
      call.FPDF_CloseDocument(document)
      call.free(pointer)
    },
  }
}

// fpdfview.h: BGRx; annotations are part of what is seen and signed.
const bitmapFormat = 3
const drawAnnotations = 0x01
const white = 0xff_ff_ff_ff

function pictureOf(
  { call, memory }: Pdfium,
  document: number,
  index: number,
  besides: readonly PagePart[],
): string | null {
  const page = call.FPDF_LoadPage(document, index)
  if (page === 0) return null
  const across = call.FPDF_GetPageWidthF(page)
  const down = call.FPDF_GetPageHeightF(page)
  const factor = Math.min(1, Math.sqrt(pixelsAtMost / (across * down)))
  const width = Math.max(1, Math.floor(across * factor))
  const height = Math.max(1, Math.min(pixelsAtMost, Math.floor(down * factor)))
  const size = width * height * 4
  const buffer = call.malloc(size)
  const bitmap = buffer && call.FPDFBitmap_CreateEx(width, height, bitmapFormat, buffer, width * 4)
  try {
    if (bitmap === 0) return null
    call.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
    call.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, drawAnnotations)
    for (const part of besides.filter(({ page }) => page === index)) {
      const [left, top] = [Math.floor(part.x * factor) - 1, Math.floor(part.y * factor) - 1]
      const right = Math.ceil((part.x + part.width) * factor) + 1
      const bottom = Math.ceil((part.y + part.height) * factor) + 1
      call.FPDFBitmap_FillRect(bitmap, left, top, right - left, bottom - top, white)
    }
    const pixels = memory().subarray(buffer, buffer + size)
    return `${width}x${height} ${createHash('sha256').update(pixels).digest('base64')}`
  } finally {
    if (bitmap !== 0) call.FPDFBitmap_Destroy(bitmap)
    call.free(buffer)
    call.FPDF_ClosePage(page)
  }
}
