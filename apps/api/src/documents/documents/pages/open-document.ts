import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { holdFile } from '#api/platform/threads/memory-limit.ts'
import { type Pdfium, startPdfium } from './pdfium.ts'

export interface OpenDocument {
  readonly pdfium: Pdfium
  readonly sha256: string
  /** Of the file, in bytes. */
  readonly size: number
  readonly document: number
  readonly form: number
  readonly pointers: readonly number[]
}

/** A PDFium that has held so much is not used for the next document: its memory never shrinks. */
const memoryToKeep = 64 * 1024 * 1024
// FPDF_FORMFILLINFO: a version and a row of callbacks, none of which is set.
const formInformationSize = 256

let starting: Promise<Pdfium> | undefined
let open: OpenDocument | undefined

/** This thread's open document; another one than last time is read, checked against its hash, and takes its place.
 * `part`: only so many bytes of the file, which is what it was up to a revision. */
export async function openDocument(file: string, sha256: string, part?: number): Promise<OpenDocument> {
  const pdfium = await pdfiumFor(sha256)
  open ??= load(pdfium, file, sha256, part)
  return open
}

/** The PDFium that is to work on this document, with no other open in it. */
export async function pdfiumFor(sha256: string): Promise<Pdfium> {
  if (open && open.sha256 !== sha256) {
    close(open)
    open = undefined
    if ((await ownPdfium()).memory().byteLength > memoryToKeep) starting = undefined
  }
  return ownPdfium()
}

/** This thread's PDFium. */
export function ownPdfium(): Promise<Pdfium> {
  starting ??= startPdfium()
  return starting
}

/** After a failure in the middle of its work PDFium's state is unknown: the next task gets a new one. */
export function forgetPdfium(): void {
  starting = undefined
  if (open) holdFile(-open.size)
  open = undefined
}

function load(pdfium: Pdfium, file: string, sha256: string, part?: number): OpenDocument {
  const size = part ?? statSync(file).size
  holdFile(size)
  try {
    return read(pdfium, file, sha256, size)
  } catch (error) {
    holdFile(-size)
    throw error
  }
}

function read(pdfium: Pdfium, file: string, sha256: string, size: number): OpenDocument {
  const { call, memory } = pdfium
  const descriptor = openSync(file, 'r')
  let content = 0
  try {
    content = call.malloc(size)
    if (content === 0) throw new Error('The document does not fit into memory')
    for (let at = 0; at < size;) {
      const got = readSync(descriptor, memory(), content + at, size - at, at)
      if (got === 0) throw new Error('The file ended early')
      at += got
    }
  } finally {
    closeSync(descriptor)
  }
  const bytes = memory().subarray(content, content + size)
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Error('The file is damaged')
  const document = call.FPDF_LoadMemDocument(content, size, 0)
  if (document === 0) {
    call.free(content)
    throw new Error('PDFium cannot open the document')
  }
  const information = call.malloc(formInformationSize)
  memory().fill(0, information, information + formInformationSize)
  // Version 1 is the one without XFA (fpdf_formfill.h).
  memory()[information] = 1
  const form = call.FPDFDOC_InitFormFillEnvironment(document, information)
  return { pdfium, sha256, size, document, form, pointers: [content, information] }
}

function close({ pdfium: { call }, size, document, form, pointers }: OpenDocument): void {
  if (form !== 0) call.FPDFDOC_ExitFormFillEnvironment(form)
  call.FPDF_CloseDocument(document)
  for (const pointer of pointers) call.free(pointer)
  holdFile(-size)
}

/** Does something with a page, and closes it. */
export async function withPage<Result>(
  { pdfium: { call }, document, form }: OpenDocument,
  index: number,
  work: (page: number) => Promise<Result> | Result,
): Promise<Result> {
  const page = call.FPDF_LoadPage(document, index)
  if (page === 0) throw new Error(`PDFium cannot open page ${index}`)
  if (form !== 0) call.FORM_OnAfterLoadPage(page, form)
  try {
    return await work(page)
  } finally {
    if (form !== 0) call.FORM_OnBeforeClosePage(page, form)
    call.FPDF_ClosePage(page)
  }
}
