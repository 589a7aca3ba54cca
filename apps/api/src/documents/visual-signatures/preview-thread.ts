import { sharp } from '#api/documents/images/sharp.ts'
import {
  forgetPdfium,
  type OpenDocument,
  ownPdfium,
  withPage,
} from '#api/documents/documents/pages/open-document.ts'
import { refuseStarved } from '#api/documents/documents/pages/pdfium.ts'
import { Transferred } from '#api/platform/threads/transferred.ts'

export interface RenderField {
  readonly pdf: Uint8Array
  /** In pixels. */
  readonly width: number
  readonly height: number
}

// fpdfview.h: BGRx turned round is RGBx; the signature's widget is an annotation.
const bitmapFormat = 3
const drawAnnotations = 0x01
const reverseByteOrder = 0x10
const white = 0xff_ff_ff_ff
// FPDF_FORMFILLINFO: version 1 (without XFA) and a row of callbacks, none of which is set.
const formInformationSize = 256

/** The one page of a PDF as PNG, seen as the viewer shows it. */
export async function renderField({ pdf, width, height }: RenderField) {
  try {
    const pixels = await render(pdf, width, height)
    const picture = sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha()
    const png = new Uint8Array(await picture.png({ compressionLevel: 6 }).toBuffer())
    return new Transferred(png, [png.buffer])
  } catch (error) {
    forgetPdfium()
    throw error
  }
}

async function render(pdf: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  const pdfium = await ownPdfium()
  const { call, memory } = pdfium
  const [content, information, buffer] = [pdf.byteLength, formInformationSize, width * height * 4].map(
    (size) => call.malloc(size),
  )
  if (!content || !information || !buffer) throw new Error('The field does not fit into memory')
  memory().set(pdf, content)
  const document = call.FPDF_LoadMemDocument(content, pdf.byteLength, 0)
  if (document === 0) throw new Error('PDFium cannot open the field')
  memory().fill(0, information, information + formInformationSize)
  memory()[information] = 1
  const form = call.FPDFDOC_InitFormFillEnvironment(document, information)
  const open: OpenDocument = { pdfium, sha256: '', size: pdf.byteLength, document, form, pointers: [] }
  const pixels = await withPage(open, 0, (page) => {
    const bitmap = call.FPDFBitmap_CreateEx(width, height, bitmapFormat, buffer, width * 4)
    call.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
    call.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, drawAnnotations | reverseByteOrder)
    if (form !== 0) call.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, reverseByteOrder)
    call.FPDFBitmap_Destroy(bitmap)
    return memory().slice(buffer, buffer + width * height * 4)
  })
  if (form !== 0) call.FPDFDOC_ExitFormFillEnvironment(form)
  call.FPDF_CloseDocument(document)
  for (const pointer of [content, information, buffer]) call.free(pointer)
  refuseStarved(pdfium)
  return pixels
}
