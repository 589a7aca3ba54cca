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

/** In thousandths of the em: less than anybody sees. */
const SAME_PLACE = 0.02

const hex4 = (code: number): string => code.toString(16).padStart(4, '0')
const hex = (value: string): string => Buffer.from(value, 'utf16le').swap16().toString('hex')

/**
 * Each glyph is put where shaping placed it; those that follow each other as their font has it are one string. /ActualText keeps the line whole for search and for reading aloud; not
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
  const written: string[] = []
  /** Codes that follow each other as the font itself would set them, and where the next one would be. */
  let run = { codes: '', next: Number.NaN, rise: Number.NaN }
  const endRun = (): void => {
    if (run.codes !== '') written.push(`<${run.codes}> Tj\n`)
    run = { codes: '', next: Number.NaN, rise: Number.NaN }
  }
  for (const placed of line.glyphs) {
    const { x: offset, y: rise, text: stated, font } = placed
    const { font: own, code } = useGlyph(shared, placed)
    used.add(own)
    // A code that can stand for one of the letters only that are drawn with it.
    const isOther = line.hasRightToLeft && stated !== '' && own.codes.byCode.get(code)?.text !== stated
    const follows =
      own === current && !isOther && rise === run.rise && Math.abs(offset - run.next) < SAME_PLACE
    if (!follows) {
      endRun()
      const select = own === current ? '' : `/${own.label} ${text(size)} Tf `
      const [left, base] = [x + (offset * size) / 1000, y + (rise * size) / 1000]
      const start = `${select}1 0 0 1 ${text(left)} ${text(base)} Tm `
      if (isOther) written.push(spanOf(stated, `${start}<${hex4(code)}> Tj\n`))
      else written.push(start)
    }
    current = own
    if (!isOther) run = { codes: run.codes + hex4(code), next: offset + font.advance(placed.glyph), rise }
  }
  endRun()
  const drawn = `BT ${colour}\n${written.join('')}ET\n`
  return line.hasRightToLeft ? drawn : spanOf(line.text, drawn)
}

const spanOf = (actual: string, drawn: string): string =>
  `/Span <</ActualText <${hex(`\ufeff${actual}`)}>>> BDC\n${drawn}EMC\n`
