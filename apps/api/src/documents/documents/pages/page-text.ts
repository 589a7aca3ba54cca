import type { PageText } from '@countersign/contract/documents.ts'
import type { Pdfium } from './pdfium.ts'

export type PageRuns = PageText

export interface Character {
  readonly text: string
  readonly fontSize: number
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** What one page may say; more is left out. */
const characterLimit = 200_000

/** The text of a page in reading order: one run for what stands together on a line. Sizes and places in points as displayed. */
export function readRuns(pdfium: Pdfium, page: number, width: number, height: number): PageRuns {
  const runs = readLines(pdfium, page, width, height)
  return { width, height, runs: runs.flatMap((one) => asRun(one) ?? []).filter(isOn(width, height)) }
}

/** The letters of the page, those that stand together on a line together. */
export function readLines(pdfium: Pdfium, page: number, width: number, height: number): Character[][] {
  const display = displayTransform(pdfium, page, width, height)
  const runs: Character[][] = []
  let run: Character[] = []
  let before: Character | undefined
  for (const character of characters(pdfium, page, display)) {
    if (character === 'break' || (before && character.text !== ' ' && !continues(before, character))) {
      runs.push(run)
      run = []
      before = undefined
    }
    if (character === 'break') continue
    run.push(character)
    // Where a space that PDFium made up ends says nothing.
    if (character.text !== ' ') before = character
  }
  runs.push(run)
  return runs
}

function isOn(width: number, height: number) {
  return (run: PageRuns['runs'][number]) =>
    run.x < width && run.y < height && run.x + run.width > 0 && run.y + run.height > 0
}

function asRun(given: Character[]): PageRuns['runs'][number] | null {
  const text = given
    .map((character) => character.text)
    .join('')
    .trim()
  if (text === '') return null
  const run = given.filter((character) => character.text !== ' ')
  const left = Math.min(...run.map((character) => character.left))
  const top = Math.min(...run.map((character) => character.top))
  const right = Math.max(...run.map((character) => character.right))
  const bottom = Math.max(...run.map((character) => character.bottom))
  return {
    text,
    x: rounded(left),
    y: rounded(top),
    width: rounded(right - left),
    height: rounded(bottom - top),
    font_size: rounded(Math.max(...run.map((character) => character.fontSize))),
  }
}

function rounded(points: number): number {
  return Math.round(points * 100) / 100
}

/** Does it are beside the one before, close by? Text that is turned runs down or up. */
function continues(before: Character, next: Character): boolean {
  const size = Math.max(before.fontSize, next.fontSize, 1)
  const across = gap(before.left, before.right, next.left, next.right)
  const down = gap(before.top, before.bottom, next.top, next.bottom)
  return Math.max(across, down) < size * 1.5 && Math.min(across, down) < 0
}

/** How far two stretches are apart; negative where they overlap. */
function gap(start: number, end: number, otherStart: number, otherEnd: number): number {
  return Math.max(otherStart - end, start - otherEnd)
}

function* characters(
  { call, memory }: Pdfium,
  page: number,
  display: Display,
): Generator<Character | 'break'> {
  const text = call.FPDFText_LoadPage(page)
  if (text === 0) throw new Error('PDFium cannot read the text of the page')
  const box = call.malloc(24)
  try {
    const count = Math.min(call.FPDFText_CountChars(text), characterLimit)
    for (let index = 0; index < count; index += 1) {
      const code = call.FPDFText_GetUnicode(text, index)
      if (code === 0x0a || code === 0x0d) yield 'break'
      const spelled = spell(code)
      if (spelled === '' || call.FPDFText_GetLooseCharBox(text, index, box) === 0) continue
      const view = new DataView(memory().buffer, box, 24)
      // FS_RECTF: left, top, right, bottom.
      const [x0, y0] = display.place(view.getFloat32(0, true), view.getFloat32(4, true))
      const [x1, y1] = display.place(view.getFloat32(8, true), view.getFloat32(12, true))
      // FS_MATRIX: a, b, c, d, e, f. Its second column tells how much higher than written a letter is drawn.
      const drawn =
        call.FPDFText_GetMatrix(text, index, box) === 0
          ? 1
          : Math.hypot(view.getFloat32(8, true), view.getFloat32(12, true))
      yield {
        text: spelled,
        fontSize: call.FPDFText_GetFontSize(text, index) * drawn * display.scale,
        left: Math.min(x0, x1),
        top: Math.min(y0, y1),
        right: Math.max(x0, x1),
        bottom: Math.max(y0, y1),
      }
    }
  } finally {
    call.free(box)
    call.FPDFText_ClosePage(text)
  }
}

function spell(code: number): string {
  // PDFium's mark for the hyphen at the end of a line.
  if (code === 0x02) return '-'
  if (code === 0xa0) return ' '
  if (code < 0x20 || code === 0xfffe || code === 0xffff || code > 0x10_ff_ff) return ''
  return code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code)
}

interface Display {
  /** Points as displayed for a unit of the page's own. */
  readonly scale: number
  place(x: number, y: number): readonly [number, number]
}

/** From the page's own coordinates to points as displayed: PDFium tells where three points come to lie. */
function displayTransform({ call, memory }: Pdfium, page: number, width: number, height: number): Display {
  // It answers in whole pixels, so it is asked for a page of a great many.
  const fine = 64
  const far = 1000
  const out = call.malloc(8)
  const at = (x: number, y: number): [number, number] => {
    const size: [number, number] = [Math.round(width * fine), Math.round(height * fine)]
    call.FPDF_PageToDevice(page, 0, 0, ...size, 0, x, y, out, out + 4)
    const view = new DataView(memory().buffer, out, 8)
    return [view.getInt32(0, true) / fine, view.getInt32(4, true) / fine]
  }
  const [originX, originY] = at(0, 0)
  const [xx, xy] = at(far, 0)
  const [yx, yy] = at(0, far)
  call.free(out)
  return {
    scale: Math.hypot(yx - originX, yy - originY) / far,
    place: (x, y) => [
      originX + ((xx - originX) * x + (yx - originX) * y) / far,
      originY + ((xy - originY) * x + (yy - originY) * y) / far,
    ],
  }
}
