import { directionRuns } from '../../appearance/bidi.ts'
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
  let rest = text.normalize('NFKC')
  for (const tokens of drawn) {
    const piece = firstOf(rest, tokens.join('').length)
    if (piece === undefined || !isLine(tokens, piece)) return false
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

/** Whether the glyphs of a line are a text, turned where it runs from right to left (UAX #9). */
function isLine(tokens: readonly string[], text: string): boolean {
  let at = 0
  for (const run of directionRuns(text.replaceAll('\n', ' ').trim())) {
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
