import { directionOf, directionRuns } from '../../appearance/bidi.ts'
import type { ParagraphDirection } from '../../appearance/bidi.ts'
import type { DrawnLines } from '../../inspection/drawn-text.ts'

// Neither spaces, which lines end with and cells have between them, nor what is not drawn.
const notDrawn = /[\p{White_Space}\p{Cf}\p{Cc}\u034f\ufe00-\ufe0f]/gu
const plain = (text: string): string => text.normalize('NFKC').replace(notDrawn, '')

/**
 * Whether lines, as glyphs draw them from left to right, are a text. Ligatures and presentation forms count as the letters
 * they stand for (NFKC).
 */
export function matchesText(lines: DrawnLines, text: string): boolean {
  const drawn = lines.map((tokens) => tokens.map(plain).filter((token) => token !== ''))
  const wanted = plain(text)
  if (drawn.flat().join('') === wanted) return true
  // Lines are pieces of the text in its order; within a line, runs are in the order in which they are seen.
  const whole = text.normalize('NFKC')
  const directionAt = paragraphDirections(whole)
  let rest = whole
  for (const tokens of drawn) {
    const piece = firstOf(rest, tokens.join('').length)
    if (piece === undefined) return false
    const start = whole.length - rest.length + piece.length - piece.trimStart().length
    // Some producers take each line for a paragraph, as this service once did.
    if (!isLine(tokens, piece, directionAt(start)) && !isLine(tokens, piece)) return false
    rest = rest.slice(piece.length)
  }
  return plain(rest) === ''
}

/** The beginning of a text with that many characters that are drawn. */
function firstOf(text: string, count: number): string | undefined {
  let [end, found] = [0, 0]
  while (found < count && end < text.length) found += plain(text[end++] ?? '').length
  return found === count ? text.slice(0, end) : undefined
}

/** The direction of the paragraph that has the character at a place; asked for from the beginning to the end. */
function paragraphDirections(text: string): (at: number) => ParagraphDirection {
  let paragraph: { readonly end: number; readonly direction: ParagraphDirection } = {
    end: -1,
    direction: 'ltr',
  }
  return (at) => {
    if (at > paragraph.end) {
      const next = text.indexOf('\n', at)
      const end = next < 0 ? text.length : next
      paragraph = { end, direction: directionOf(text.slice(text.lastIndexOf('\n', at) + 1, end)) }
    }
    return paragraph.direction
  }
}

/** Whether the glyphs of a line are a text, turned where it runs from right to left (UAX #9). */
function isLine(tokens: readonly string[], text: string, direction?: ParagraphDirection): boolean {
  let at = 0
  for (const run of directionRuns(text.replaceAll('\n', ' ').trim(), direction)) {
    const wanted = mirrored(plain(run.text))
    let taken: string[] = []
    for (let length = 0; length < wanted.length && at < tokens.length; at++) {
      taken.push(tokens[at] ?? '')
      length += tokens[at]?.length ?? 0
    }
    if (run.rightToLeft) taken = taken.toReversed()
    if (mirrored(taken.join('')) !== wanted) return false
  }
  return at === tokens.length
}

/** Brackets are drawn turned where text runs from right to left, and fonts differ in what they say of that. */
const mirrored = (text: string): string =>
  text.replace(/[)\]}>»›]/g, (bracket) => '([{<«‹'[')]}>»›'.indexOf(bracket)] ?? bracket)
