import { arrayEntry, entryOf, resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import type { PdfDict } from '../reader/objects.ts'
import { descendantOf, descriptorOf, isHelvetica, isMonospaced } from './viewer-fonts.ts'

type Widths = (code: number) => number

/** Of Helvetica, from the space on (Adobe Core 14 AFM files). */
const helvetica = (
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 ' +
  '584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 ' +
  '278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 ' +
  '500 500 500 334 260 334 584'
)
  .split(' ')
  .map(Number)

const monospaced = 600
/** A letter of other fonts is hardly narrower than that of Helvetica: what doesn't fit by these widths doesn't fit. */
const narrower = 0.8
const unknownWidth = 250

/** What the font states, as viewers follow it (ISO 32000-2 §9.6.2.1); of fonts that state none about what they have. */
export function simpleWidths(
  document: PdfDocument,
  font: PdfDict,
  encoded: (code: number) => string | undefined,
): Widths {
  const stated = arrayEntry(document, font, 'Widths')
  const first = entryOf(document, font, 'FirstChar')
  const start = typeof first === 'number' ? first : 0
  const descriptor = descriptorOf(document, font)
  const missing = descriptor && entryOf(document, descriptor, 'MissingWidth')
  const usual = isMonospaced(document, font) ? () => monospaced : standardWidths(isHelvetica(document, font))
  return (code) => {
    const width = resolve(document, stated?.[code - start])
    if (typeof width === 'number') return width
    return stated && typeof missing === 'number' ? missing : usual(encoded(code))
  }
}

const standardWidths =
  (isItself: boolean) =>
  (text = ''): number => {
    const width = helvetica[text.normalize('NFD').charCodeAt(0) - 32]
    return width === undefined ? unknownWidth : width * (isItself ? 1 : narrower)
  }

const codesAtMost = 65_536
/** ISO 32000-2 Annex C. */
const highestCode = 65_535

/** ISO 32000-2 §9.7.4.3. */
export function compositeWidths(document: PdfDocument, font: PdfDict): Widths {
  const descendant = descendantOf(document, font)
  const usual = descendant ? entryOf(document, descendant, 'DW') : null
  const widths = new Map<number, number>()
  const list = (descendant && arrayEntry(document, descendant, 'W')) ?? []
  // Ranges may state the same codes again and again.
  let left = codesAtMost
  for (let at = 0; at < list.length && left > 0;) {
    const [first, second, third] = [at, at + 1, at + 2].map((index) => resolve(document, list[index]))
    if (typeof first !== 'number') break
    if (Array.isArray(second)) {
      for (const [index, item] of second.slice(0, left).entries()) {
        const width = resolve(document, item)
        if (typeof width === 'number') widths.set(first + index, width)
      }
      left -= Math.max(1, second.length)
      at += 2
    } else if (typeof second === 'number' && typeof third === 'number') {
      const last = Math.min(second, first + left - 1)
      // Numbers that are much further from 0 than any code can't be counted up from.
      if (first >= 0 && first <= highestCode)
        for (let code = first; code <= last; code++) widths.set(code, third)
      left -= Math.max(1, last - first + 1)
      at += 3
    } else break
  }
  return (code) => widths.get(code) ?? (typeof usual === 'number' ? usual : 1000)
}
