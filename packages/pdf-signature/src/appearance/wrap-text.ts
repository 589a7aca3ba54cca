import { directionOf } from './bidi.ts'
import type { ParagraphDirection } from './bidi.ts'
import type { Shape } from './shape-line.ts'

/** What is not broken: a word, or where it is longer than a row, one of its characters. Widths in thousandths of the em. */
interface Piece {
  readonly text: string
  readonly width: number
}

interface Word extends Piece {
  readonly characters: () => readonly Piece[]
}

/** A text that is measured once, for whatever widths are tried. */
export interface MeasuredPiece extends Piece {
  readonly words: readonly Word[]
  readonly hasRightToLeft: boolean
  readonly direction: ParagraphDirection | undefined
}

export interface Row extends Piece {
  /** Of the text it is a part of, whatever it begins with itself (UAX #9 P3); undefined where all runs from left to right. */
  readonly direction: ParagraphDirection | undefined
  /** Part of a text that is longer than a row. */
  readonly isPiece: boolean
  /** May are with others. */
  readonly isOpen: boolean
}

export const between = ' · '
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

export function measure(text: string, shape: Shape): MeasuredPiece {
  const piece = (part: string): Piece => ({ text: part, width: shape(part).width })
  const words = text.split(/\s+/u).map((word): Word => {
    let characters: Piece[] | undefined
    return {
      ...piece(word),
      characters: () => (characters ??= [...graphemes.segment(word)].map(({ segment }) => piece(segment))),
    }
  })
  const { hasRightToLeft } = shape(text)
  return { ...piece(text), words, hasRightToLeft, direction: hasRightToLeft ? directionOf(text) : undefined }
}

/** As many of the texts on a row as it takes; one that is longer than a row is wrapped on its own. */
export function runTogether(
  texts: readonly MeasuredPiece[],
  room: number,
  gaps: { readonly between: number; readonly space: number },
): Row[] {
  const rows: Row[] = []
  for (const text of texts) {
    const last = rows.at(-1)
    if (text.width > room) {
      rows.push(...wrap(text, room, gaps.space))
      continue
    }
    const width = (last?.width ?? 0) + gaps.between + text.width
    // One that runs from right to left would take what is beside it along.
    const isOpen = !text.hasRightToLeft
    if (last?.isOpen && isOpen && width <= room)
      rows[rows.length - 1] = { ...last, text: last.text + between + text.text, width }
    else
      rows.push({
        text: text.text,
        width: text.width,
        direction: text.direction,
        isPiece: false,
        isOpen,
      })
  }
  return rows
}

/** Breaks between words, and within a word that is longer than a row. */
function wrap({ words, direction }: MeasuredPiece, room: number, space: number): Row[] {
  const rows: Row[] = []
  let [row, used] = ['', 0]
  const close = () => rows.push({ text: row, width: used, direction, isPiece: true, isOpen: false })
  const put = ({ text, width }: Piece, gap: number) => {
    if (row !== '' && used + gap + width > room) {
      close()
      ;[row, used] = [text, width]
    } else {
      const isFirst = row === ''
      row += (isFirst || gap === 0 ? '' : ' ') + text
      used += (isFirst ? 0 : gap) + width
    }
  }
  for (const word of words) {
    if (word.width <= room) put(word, space)
    else word.characters().forEach((character, index) => put(character, index === 0 ? space : 0))
  }
  if (row !== '') close()
  return rows
}
