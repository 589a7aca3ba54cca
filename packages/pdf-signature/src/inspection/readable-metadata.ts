import { PdfError } from '../pdf-error.ts'
import { entryOf, resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { decodeStream } from '../reader/filters.ts'
import { isStream } from '../reader/objects.ts'
import type { PdfDict } from '../reader/objects.ts'
import { TrustListError } from '../trust-lists/trust-list-error.ts'
import { readXml } from '../trust-lists/xml-reader.ts'

/** Whether the catalogue's metadata can be read as XMP: a stream that decodes to XML (ISO 32000-2 §14.3.2, ISO 16684-1). */
export function hasReadableMetadata(document: PdfDocument, catalog: PdfDict): boolean {
  try {
    const metadata = entryOf(document, catalog, 'Metadata')
    if (!isStream(metadata)) return false
    readXml(textOf(decodeStream(metadata, document.budget, (object) => resolve(document, object))))
    return true
  } catch (error) {
    if (error instanceof TrustListError) return false
    if (error instanceof PdfError && error.code !== 'too_complex') return false
    throw error
  }
}

/** XMP may be written in UTF-16 as well, and is padded with white space and sometimes zeros. */
function textOf(bytes: Uint8Array): Uint8Array {
  const [first, second] = bytes
  const isWide = (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe)
  if (!isWide) return bytes.subarray(0, bytes.findLastIndex((code) => code !== 0) + 1)
  const label = first === 0xfe ? 'utf-16be' : 'utf-16le'
  const text = new TextDecoder(label).decode(bytes)
  return Buffer.from(text.replace(/encoding=["'][^"']*["']/, ''), 'utf8')
}
