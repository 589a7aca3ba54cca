import { PdfError } from '../pdf-error.ts'
import { entryOf, resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { decodeStream } from '../reader/filters.ts'
import { isStream } from '../reader/objects.ts'
import type { PdfDict, PdfObject } from '../reader/objects.ts'

/**
 * Whether the form lays out its pages itself when it is opened (XFA 3.3, dynamic forms): what the file has as pages is
 * then a placeholder, and a signature of it would be one of something nobody saw.
 */
export function isDynamicForm(document: PdfDocument, catalog: PdfDict, form: PdfDict): boolean {
  if (entryOf(document, catalog, 'NeedsRendering') === true) return true // ISO 32000-2 Table 29
  const held = entryOf(document, form, 'XFA')
  const packets = Array.isArray(held) ? held.filter((_, index) => index % 2 === 1) : [held]
  return packets.some((packet) => asksToRender(document, packet))
}

/** The configuration says so in `dynamicRender`. */
function asksToRender(document: PdfDocument, packet: PdfObject): boolean {
  const value = resolve(document, packet)
  if (!isStream(value)) return false
  try {
    const text = decodeStream(value, document.budget, (object) => resolve(document, object))
    return /<dynamicRender\s*>\s*required\s*</.test(Buffer.from(text).toString('latin1'))
  } catch (error) {
    if (error instanceof PdfError && error.code !== 'too_complex') return false
    throw error
  }
}
