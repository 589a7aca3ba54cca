import { arrayEntry, dictEntry, entryOf, resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { isDict, isName, isStream } from '../reader/objects.ts'
import type { PdfDict, PdfStream } from '../reader/objects.ts'

/** The descriptor of a font, a composite one's by that of its descendant (ISO 32000-2 §9.7.1). */
export function descriptorOf(document: PdfDocument, font: PdfDict): PdfDict | undefined {
  const descendant = descendantOf(document, font)
  return dictEntry(document, descendant ?? font, 'FontDescriptor')
}

export function descendantOf(document: PdfDocument, font: PdfDict): PdfDict | undefined {
  const first = resolve(document, arrayEntry(document, font, 'DescendantFonts')?.[0])
  return isDict(first) ? first : undefined
}

/** The program of a font that has one of its own: its glyphs may show anything. */
export function fontProgram(document: PdfDocument, font: PdfDict): PdfStream | undefined {
  const descriptor = descriptorOf(document, font)
  const programs = ['FontFile', 'FontFile2', 'FontFile3'].map((key) =>
    descriptor ? entryOf(document, descriptor, key) : null,
  )
  return programs.find((program) => isStream(program))
}

export const isEmbedded = (document: PdfDocument, font: PdfDict): boolean =>
  fontProgram(document, font) !== undefined

const symbols = /^(?:Symbol|ZapfDingbats|Wingdings|Webdings)/i

/** A font of signs: what it shows for a letter is none. */
export const isSymbolFont = (document: PdfDocument, font: PdfDict): boolean =>
  symbols.test(nameOf(document, font))

// The standard fonts of text (ISO 32000-2 §9.6.2.2), and others that viewers have or replace by these.
const texts =
  /^(?:Helvetica|Times|Courier|Arial|TimesNewRoman|CourierNew|Verdana|Tahoma|Calibri|Cambria|Georgia|MyriadPro|MinionPro|Liberation|DejaVu)/i

/** Whether viewers draw it with letters of their own. */
export const isViewersText = (document: PdfDocument, font: PdfDict): boolean =>
  !isEmbedded(document, font) && texts.test(nameOf(document, font))

function nameOf(document: PdfDocument, font: PdfDict): string {
  const label = entryOf(document, font, 'BaseFont')
  return isName(label) ? label.name.replace(/^[A-Z]{6}\+/, '').replaceAll(/[ ,]/g, '') : ''
}

export const isMonospaced = (document: PdfDocument, font: PdfDict): boolean =>
  /^courier/i.test(nameOf(document, font))

export const isHelvetica = (document: PdfDocument, font: PdfDict): boolean =>
  /^(?:helvetica|arial)/i.test(nameOf(document, font))
