import type { DocumentTag, DocumentTags, PageText } from '@countersign/contract/documents.ts'
import type { PageSize } from '#api/platform/db/tables.ts'
import { Transferred } from '#api/platform/threads/transferred.ts'
import {
  forgetPdfium,
  openDocument,
  type OpenDocument,
  ownPdfium,
  pdfiumFor,
  withPage,
} from './open-document.ts'
import { findTags } from './page-tags.ts'
import { type PageRuns, readRuns } from './page-text.ts'
import { refuseStarved } from './pdfium.ts'
import { encodeLossless } from '../webp/lossless.ts'

/** A page of a stored document, and how large it is to be seen. */
export interface PageAt {
  readonly file: string
  readonly sha256: string
  /** Of the file, where only its beginning is meant. */
  readonly size?: number
  readonly page: number
  readonly width: number
  readonly height: number
}

export interface TagSearch {
  readonly file: string
  readonly sha256: string
  /** Sizes in points as displayed. */
  readonly pages: readonly PageSize[]
}

/** Milliseconds; well within what a task may take. */
const tagTime = 5000
const tagsAtMost = 500

// fpdfview.h: BGRx turned round is RGBx; annotations are part of what is seen and signed.
const bitmapFormat = 3
const drawAnnotations = 0x01
const reverseByteOrder = 0x10
const white = 0xff_ff_ff_ff

/** Gets PDFium ready. */
export async function load(): Promise<void> {
  await ownPdfium()
}

/** The image of a page, `width` by `height` pixels, as WebP. */
export async function renderPageImage(at: PageAt): Promise<Transferred<Uint8Array<ArrayBuffer>>> {
  const image = await work(at, (open, page) => render(open, page, at.width, at.height))
  return new Transferred(image, [image.buffer])
}

/** The text of a page that is `width` by `height` points as displayed. */
export function readPageText(at: PageAt): Promise<PageText> {
  return work(at, (open, page): PageRuns => readRuns(open.pdfium, page, at.width, at.height))
}

/** The text tags of a document, page by page, as far as the time goes. */
export async function findTagsOfPages({ file, sha256, pages }: TagSearch): Promise<DocumentTags> {
  const ends = performance.now() + tagTime
  const items: DocumentTag[] = []
  let read = 0
  for (const page of pages) {
    if (performance.now() > ends || items.length >= tagsAtMost) break
    const at = { file, sha256, page: page.index, width: page.width, height: page.height }
    items.push(...(await work(at, (open, opened) => findTags(open.pdfium, opened, page))))
    read += 1
  }
  return { items: items.slice(0, tagsAtMost), pages_read: read }
}

async function work<Result>(
  at: PageAt,
  withOpen: (open: OpenDocument, page: number) => Promise<Result> | Result,
): Promise<Result> {
  const pdfium = await pdfiumFor(at.sha256)
  try {
    const open = await openDocument(at.file, at.sha256, at.size)
    const result = await withPage(open, at.page, (page) => withOpen(open, page))
    refuseStarved(pdfium)
    return result
  } catch (error) {
    forgetPdfium()
    refuseStarved(pdfium)
    throw error
  }
}

async function render(
  { pdfium, form }: OpenDocument,
  page: number,
  width: number,
  height: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { call, memory } = pdfium
  const size = width * height * 4
  const buffer = call.malloc(size)
  const bitmap = buffer && call.FPDFBitmap_CreateEx(width, height, bitmapFormat, buffer, width * 4)
  if (bitmap === 0) throw new Error('The image does not fit into memory')
  try {
    call.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
    call.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, drawAnnotations | reverseByteOrder)
    if (form !== 0) call.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, reverseByteOrder)
    // No call of PDFium before it is encoded: its memory stays where it is.
    const pixels = memory().subarray(buffer, buffer + size)
    const words = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height)
    return encodeLossless(words, width, height) ?? (await encodePicture(pixels, width, height))
  } finally {
    call.FPDFBitmap_Destroy(bitmap)
    call.free(buffer)
  }
}

/** A photograph or a scan. */
async function encodePicture(
  pixels: Uint8Array,
  width: number,
  height: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { sharp } = await import('#api/documents/images/sharp.ts')
  const picture = sharp(pixels, { raw: { width, height, channels: 4 } })
  return new Uint8Array(await picture.webp({ quality: 80, effort: 0 }).toBuffer())
}
