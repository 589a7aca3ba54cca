import { openDeciphered } from '../encryption/decipher.ts'
import { dictEntry, entryOf, isEncrypted, openDocument, resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { decodeStream } from '../reader/filters.ts'
import { listFormFields } from '../reader/form-fields.ts'
import { isStream, isString } from '../reader/objects.ts'
import type { PdfDict } from '../reader/objects.ts'
import type { PdfBytes } from '../reader/source.ts'
import { decodeTextString } from '../text-string.ts'

/** What a text field takes, by the functions for it that viewers have. */
export type FieldFormat = 'date' | 'number'

/**
 * The text fields of a file that take dates or numbers, by their full names: the scripts that check or format what is typed
 * (`/AA` `/K` and `/F`, ISO 32000-2 Table 199) begin with Acrobat's own function for it. They are read, never run.
 * Throws what opening a file throws.
 */
export function listFieldFormats(bytes: PdfBytes): ReadonlyMap<string, FieldFormat> {
  const opened = openDocument(bytes)
  const document = isEncrypted(opened) ? openDeciphered(opened) : opened
  if (!document) return new Map()
  return new Map(
    listFormFields(document).flatMap(({ name, dict, widgets }) => {
      const format = [dict, ...widgets.map((widget) => widget.dict)]
        .map((holder) => formatOf(document, holder))
        .find((one) => one !== undefined)
      return format ? [[name, format] as const] : []
    }),
  )
}

function formatOf(document: PdfDocument, holder: PdfDict): FieldFormat | undefined {
  const actions = dictEntry(document, holder, 'AA')
  if (!actions) return undefined
  for (const trigger of ['F', 'K']) {
    const action = dictEntry(document, actions, trigger)
    const [, called] = /^\s*AF(Date|Number|Percent)_/.exec(action ? scriptOf(document, action) : '') ?? []
    if (called) return called === 'Date' ? 'date' : 'number'
  }
  return undefined
}

function scriptOf(document: PdfDocument, action: PdfDict): string {
  const script = entryOf(document, action, 'JS')
  if (isString(script)) return decodeTextString(script.bytes)
  if (!isStream(script)) return ''
  return decodeTextString(decodeStream(script, document.budget, (object) => resolve(document, object)))
}
