import { createHash } from 'node:crypto'
import { dictEntry, entryOf } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { isName } from '../reader/objects.ts'
import type { PdfDict } from '../reader/objects.ts'

/** The state a button has when it is off (ISO 32000-2 §12.7.5.2.3). */
export const OFF = 'Off'

/** The state in which a check box or radio button is on: the one of its normal appearances that is not `Off`. */
export function onState(document: PdfDocument, widget: PdfDict): string | undefined {
  const appearances = dictEntry(document, widget, 'AP')
  const normal = appearances && dictEntry(document, appearances, 'N')
  for (const state of normal?.entries.keys() ?? []) if (state !== OFF) return state
  return undefined
}

/** The state that a widget shows. */
export function shownState(document: PdfDocument, widget: PdfDict): string {
  const state = entryOf(document, widget, 'AS')
  return isName(state) ? state.name : OFF
}

/** Names are UTF-8 where they are text (ISO 32000-2 §7.3.5); older files have one byte a character. */
export function textOfState(state: string): string {
  const bytes = Buffer.from(state, 'latin1')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return state
  }
}

export const stateOfText = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

/** ISO 32000-1 Annex C: of a name, in bytes. */
const longestName = 127

export const isTooLongForState = (value: string): boolean => Buffer.byteLength(value) > longestName

/** The state, as text, of a new button for an option; a value that is too long for a name has one that follows from it. */
export const stateForOption = (value: string): string =>
  isTooLongForState(value) ? createHash('sha256').update(value).digest('hex') : value
