import { PdfError } from '../pdf-error.ts'
import { catalogOf, entryOf, resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { decodeStream } from '../reader/filters.ts'
import { isStream } from '../reader/objects.ts'

/** The part of PDF/A (ISO 19005) that the file says it keeps to, if any. */
export function archivalPart(document: PdfDocument): number | undefined {
  const metadata = entryOf(document, catalogOf(document).dict, 'Metadata')
  if (!isStream(metadata)) return undefined
  try {
    const text = decodeStream(metadata, document.budget, (object) => resolve(document, object))
    // As an attribute or as an element of its own (ISO 19005-1 §6.7.11).
    const stated = /pdfaid:part(?:\s*=\s*["']|>)\s*(\d)/.exec(Buffer.from(text).toString('latin1'))?.[1]
    return stated === undefined ? undefined : Number(stated)
  } catch (error) {
    if (error instanceof PdfError && error.code !== 'too_complex') return undefined
    throw error
  }
}
