import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PDFiumModule } from '@hyzyla/pdfium'
import { OutOfMemory, webAssemblyLimit } from '#api/platform/threads/memory-limit.ts'

// PDFium's C interface (public/fpdfview.h, fpdf_text.h, fpdf_formfill.h), the part of it that is used here. The
// package's own classes round page sizes down and never close what they open, so they are not used.

export interface PdfiumFunctions {
  malloc(size: number): number
  free(pointer: number): void
  FPDF_InitLibrary(): void
  FPDF_LoadMemDocument(content: number, size: number, password: number): number
  FPDF_GetPageCount(document: number): number
  FPDF_CloseDocument(document: number): void
  FPDF_LoadPage(document: number, index: number): number
  FPDF_ClosePage(page: number): void
  FPDF_GetPageWidthF(page: number): number
  FPDF_GetPageHeightF(page: number): number
  FPDF_PageToDevice(
    page: number,
    startX: number,
    startY: number,
    sizeX: number,
    sizeY: number,
    rotate: number,
    pageX: number,
    pageY: number,
    deviceX: number,
    deviceY: number,
  ): number
  FPDFBitmap_CreateEx(width: number, height: number, format: number, buffer: number, stride: number): number
  FPDFBitmap_FillRect(
    bitmap: number,
    left: number,
    top: number,
    width: number,
    height: number,
    colour: number,
  ): void
  FPDFBitmap_Destroy(bitmap: number): void
  FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    startX: number,
    startY: number,
    sizeX: number,
    sizeY: number,
    rotate: number,
    flags: number,
  ): void
  FPDFDOC_InitFormFillEnvironment(document: number, information: number): number
  FPDFDOC_ExitFormFillEnvironment(form: number): void
  FORM_OnAfterLoadPage(page: number, form: number): void
  FORM_OnBeforeClosePage(page: number, form: number): void
  FPDF_FFLDraw(
    form: number,
    bitmap: number,
    page: number,
    startX: number,
    startY: number,
    sizeX: number,
    sizeY: number,
    rotate: number,
    flags: number,
  ): void
  FPDFText_LoadPage(page: number): number
  FPDFText_ClosePage(text: number): void
  FPDFText_CountChars(text: number): number
  FPDFText_GetUnicode(text: number, index: number): number
  FPDFText_GetFontSize(text: number, index: number): number
  FPDFText_GetMatrix(text: number, index: number, matrix: number): number
  FPDFText_GetLooseCharBox(text: number, index: number, rectangle: number): number
}

export interface Pdfium {
  readonly call: PdfiumFunctions
  /** PDFium's memory; a new array each time it has grown. */
  readonly memory: () => Uint8Array
  /** It asked for more memory than it may have: what it shows from then on may lack something. */
  readonly isStarved: () => boolean
}

// WebAssembly as far as it is used here: the library of types that has it is the browser's.
type WebAssemblyImports = Record<string, Record<string, unknown>>
interface WebAssemblyInstance {
  readonly exports: object
}
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: WebAssemblyImports) => WebAssemblyInstance
}

let compiled: object | undefined

/** Starts a PDFium of its own, with its own memory. */
export async function startPdfium(): Promise<Pdfium> {
  compiled ??= new WebAssembly.Module(
    readFileSync(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))),
  )
  const module = compiled
  let starved = false
  const options = {
    instantiateWasm: (imports: WebAssemblyImports, done: (instance: WebAssemblyInstance) => void) => {
      limitMemory(imports, () => (starved = true))
      const instance = new WebAssembly.Instance(module, imports)
      done(instance)
      return instance.exports
    },
    // What it has to say about its memory goes nowhere: the caller sees the failure itself.
    printErr: () => {},
  }
  const started = await PDFiumModule(options)
  const call = started.wasmExports as unknown as PdfiumFunctions
  call.FPDF_InitLibrary()
  return { call, memory: () => started.HEAPU8, isStarved: () => starved }
}

/**
 * Throws where memory was refused: PDFium leaves out an image that it has no room for and says nothing, and nobody is to
 * sign a page that lacks something.
 */
export function refuseStarved({ isStarved }: Pdfium): void {
  if (isStarved()) throw new OutOfMemory('The page takes more memory than allowed')
}

/** Growing beyond what a hostile page may take fails, which ends the work at hand instead of the machine's memory. */
function limitMemory(imports: WebAssemblyImports, onRefused: () => void): void {
  const env = imports.env ?? {}
  const grow = env.emscripten_resize_heap as (size: number) => boolean
  // It grows by up to a fifth more than it asks for.
  env.emscripten_resize_heap = (size: number) => {
    if (size >>> 0 <= webAssemblyLimit() && grow(size)) return true
    onRefused()
    return false
  }
}
