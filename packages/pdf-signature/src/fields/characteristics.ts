import { rounded, text } from '../appearance/draw-line.ts'
import { arrayEntry, dictEntry, entryOf, resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { isName } from '../reader/objects.ts'
import type { PdfDict } from '../reader/objects.ts'
import { colourOf } from './default-appearance.ts'
import type { Colour } from './default-appearance.ts'

/** What a widget says of its background and border (ISO 32000-2 Tables 168 and 192). */
export interface Characteristics {
  readonly background?: Colour
  readonly border?: Colour
  /** Of the border, in points; 0 where none is drawn. */
  readonly width: number
  readonly style: 'solid' | 'dashed' | 'underline'
  readonly dash: readonly number[]
}

export function characteristicsOf(document: PdfDocument, widget: PdfDict): Characteristics {
  const stated = dictEntry(document, widget, 'MK')
  const style = dictEntry(document, widget, 'BS')
  const background = stated && colourIn(document, stated, 'BG')
  const border = stated && colourIn(document, stated, 'BC')
  const width = style
    ? entryOf(document, style, 'W')
    : resolve(document, arrayEntry(document, widget, 'Border')?.[2])
  const kind = style ? entryOf(document, style, 'S') : null
  const isNamed = (letter: string): boolean => isName(kind) && kind.name === letter
  return {
    ...(background ? { background } : {}),
    ...(border ? { border } : {}),
    width: border ? (typeof width === 'number' && width >= 0 ? Math.min(width, 20) : 1) : 0,
    style: isNamed('D') ? 'dashed' : isNamed('U') ? 'underline' : 'solid',
    dash: style ? numbersIn(document, style, 'D') : [],
  }
}

const colourIn = (document: PdfDocument, dict: PdfDict, key: string): Colour | undefined =>
  colourOf(numbersIn(document, dict, key))

function numbersIn(document: PdfDocument, dict: PdfDict, key: string): number[] {
  return (arrayEntry(document, dict, key) ?? [])
    .slice(0, 8)
    .map((item) => resolve(document, item))
    .filter((item) => typeof item === 'number')
}

/** Background and border of a field of that size, and the lines between the cells of a comb. */
export function drawFrame(
  { background, border, width, style, dash }: Characteristics,
  size: { readonly width: number; readonly height: number },
  cells = 0,
): string {
  const fill = background
    ? `q ${fillColour(background)} 0 0 ${text(size.width)} ${text(size.height)} re f Q\n`
    : ''
  if (!border || width === 0) return fill
  const half = rounded(width / 2)
  const box = `${text(half)} ${text(half)} ${text(size.width - width)} ${text(size.height - width)} re`
  const path = style === 'underline' ? `0 ${text(half)} m ${text(size.width)} ${text(half)} l` : box
  const dashes = style === 'dashed' ? `[${(dash.length > 0 ? dash : [3]).map(text).join(' ')}] 0 d ` : ''
  const between = Array.from({ length: Math.max(0, cells - 1) }, (_, index) => {
    const x = text(((index + 1) * size.width) / cells)
    return ` ${x} 0 m ${x} ${text(size.height)} l`
  })
  return `${fill}q ${dashes}${text(width)} w ${strokeColour(border)} ${path}${between.join('')} S Q\n`
}

/** The colour space is that of all appearances: /C (see `embed-image.ts`). */
export const fillColour = (colour: Colour): string => `/C cs ${colour.map(text).join(' ')} sc`
export const strokeColour = (colour: Colour): string => `/C CS ${colour.map(text).join(' ')} SC`
