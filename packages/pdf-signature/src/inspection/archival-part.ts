import { PdfError } from '../pdf-error.ts'
import { arrayEntry, catalogOf, entryOf, resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { decodeStream } from '../reader/filters.ts'
import { isDict, isName, isStream } from '../reader/objects.ts'

/** The part of PDF/A (ISO 19005) that the file says it keeps to, if any. */
export function archivalPart(document: PdfDocument): number | undefined {
  const part = stated(document, partOf)
  return part === undefined ? undefined : Number(part)
}

/** Whether each glyph has to say what it stands for: levels A and U (ISO 19005-1 §6.3.8, ISO 19005-2 §6.2.11.7.2). */
export function requiresUnicode(document: PdfDocument): boolean {
  const level = stated(document, levelOf)
  return level === 'A' || level === 'U'
}

// As an attribute or as an element of its own (ISO 19005-1 §6.7.11).
const partOf = /pdfaid:part(?:\s*=\s*["']|>)\s*(\d)/
const levelOf = /pdfaid:conformance(?:\s*=\s*["']|>)\s*([A-Z])/

const stated = (document: PdfDocument, property: RegExp): string | undefined =>
  property.exec(metadataOf(document))?.[1]

const known = new WeakMap<PdfDocument, string>()

/** Read once for each open document: each picture of a signer asks for it, and it may be long. */
function metadataOf(document: PdfDocument): string {
  const text = known.get(document) ?? readMetadata(document) ?? ''
  known.set(document, text)
  return text
}

function readMetadata(document: PdfDocument): string | undefined {
  const metadata = entryOf(document, catalogOf(document).dict, 'Metadata')
  if (!isStream(metadata)) return undefined
  try {
    const text = decodeStream(metadata, document.budget, (object) => resolve(document, object))
    return Buffer.from(text).toString('latin1')
  } catch (error) {
    if (error instanceof PdfError && error.code !== 'too_complex') return undefined
    throw error
  }
}

/**
 * Whether a picture may be partly transparent: never in PDF/A-1 (ISO 19005-1 §6.4); later parts need a colour space to blend in,
 * which the file's output intent gives (ISO 19005-2 §6.2.10).
 */
export function allowsTransparency(document: PdfDocument): boolean {
  const part = archivalPart(document)
  if (part === undefined) return true
  return part > 1 && hasOutputIntent(document)
}

function hasOutputIntent(document: PdfDocument): boolean {
  const intents = arrayEntry(document, catalogOf(document).dict, 'OutputIntents') ?? []
  return intents.some((item) => {
    const intent = resolve(document, item)
    const type = isDict(intent) ? entryOf(document, intent, 'S') : null
    return isName(type) && type.name === 'GTS_PDFA1'
  })
}
