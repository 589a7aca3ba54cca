import type { Pdfium } from './pdfium.ts'

/** Enough to read by, little enough to be quick. */
const pixelsAtMost = 120_000

/** A small image of a page, four bytes for each pixel. */
export interface Raster {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

export interface RasterPages {
  readonly count: number
  /** What is seen of a page, from 0; null where it cannot be shown. */
  raster(page: number): Raster | null
  /** What the page itself draws, without fields and annotations. */
  content(page: number): Raster | null
  close(): void
}

/** Opens a file for small images of its pages; null where PDFium cannot open it. */
export function openRasters(pdfium: Pdfium, content: Uint8Array): RasterPages | null {
  const { call, memory } = pdfium
  const pointer = call.malloc(content.length)
  if (pointer === 0) return null
  memory().set(content, pointer)
  const document = call.FPDF_LoadMemDocument(pointer, content.length, 0)
  if (document === 0) {
    call.free(pointer)
    return null
  }
  // What a field shows is drawn by the form alone.
  const information = call.malloc(formInformationSize)
  memory().fill(0, information, information + formInformationSize)
  memory()[information] = 1
  const form = call.FPDFDOC_InitFormFillEnvironment(document, information)
  return {
    count: call.FPDF_GetPageCount(document),
    raster: (page) => rasterOf(pdfium, document, form, page),
    content: (page) => rasterOf(pdfium, document, 0, page, 0),
    close: () => {
      if (form !== 0) call.FPDFDOC_ExitFormFillEnvironment(form)
      call.FPDF_CloseDocument(document)
      call.free(information)
      call.free(pointer)
    },
  }
}

// fpdfview.h: BGRx; annotations are part of what is seen and signed.
const bitmapFormat = 3
const drawAnnotations = 0x01
const white = 0xff_ff_ff_ff
// FPDF_FORMFILLINFO: a version, 1 being the one without XFA, and a row of callbacks, none of which is set.
const formInformationSize = 256

function rasterOf(
  { call, memory }: Pdfium,
  document: number,
  form: number,
  index: number,
  drawn = drawAnnotations,
): Raster | null {
  const page = call.FPDF_LoadPage(document, index)
  if (page === 0) return null
  if (form !== 0) call.FORM_OnAfterLoadPage(page, form)
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
    call.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, drawn)
    if (form !== 0) call.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, 0)
    return { width, height, pixels: memory().slice(buffer, buffer + size) }
  } finally {
    if (bitmap !== 0) call.FPDFBitmap_Destroy(bitmap)
    call.free(buffer)
    if (form !== 0) call.FORM_OnBeforeClosePage(page, form)
    call.FPDF_ClosePage(page)
  }
}
