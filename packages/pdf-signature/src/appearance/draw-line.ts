import { numberText } from '../writer/serialise.ts'
import type { ShapedLine } from './shape-line.ts'
import { useGlyph } from './shared-resources.ts'
import type { SharedFont, SharedResources } from './shared-resources.ts'

/** A line where it is drawn, in points from the lower left corner of its appearance. */
export interface DrawnLine {
  readonly line: ShapedLine
  readonly x: number
  readonly y: number
  readonly size: number
}

export const rounded = (value: number): number => Math.round(value * 1000) / 1000
/** A number as it is written into an appearance. */
export const text = (value: number): string => numberText(rounded(value))

const hex = (value: string): string => Buffer.from(value, 'utf16le').swap16().toString('hex')

/**
 * Each glyph is put where shaping placed it. /ActualText keeps the line whole for search and for reading aloud; not
 * where it runs from right to left, because readers turn that round by themselves, and some would do it twice.
 * `used` collects the fonts.
 */
export function drawLine(
  { line, x, y, size }: DrawnLine,
  colour: string,
  shared: SharedResources,
  used: Set<SharedFont>,
): string {
  let current: SharedFont | undefined
  const glyphs = line.glyphs.map((placed) => {
    const { x: offset, y: rise, text: stated } = placed
    const { font: own, code } = useGlyph(shared, placed)
    used.add(own)
    const select = own === current ? '' : `/${own.label} ${text(size)} Tf `
    current = own
    const [left, base] = [x + (offset * size) / 1000, y + (rise * size) / 1000]
    const shown = `${select}1 0 0 1 ${text(left)} ${text(base)} Tm <${code.toString(16).padStart(4, '0')}> Tj\n`
    // A code that can stand for one of the letters only that are drawn with it.
    const isOther = line.hasRightToLeft && stated !== '' && own.codes.byCode.get(code)?.text !== stated
    return isOther ? spanOf(stated, shown) : shown
  })
  const drawn = `BT ${colour}\n${glyphs.join('')}ET\n`
  return line.hasRightToLeft ? drawn : spanOf(line.text, drawn)
}

const spanOf = (actual: string, drawn: string): string =>
  `/Span <</ActualText <${hex(`\ufeff${actual}`)}>>> BDC\n${drawn}EMC\n`
