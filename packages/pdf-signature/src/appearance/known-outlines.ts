import type { FontFile } from './font-face.ts'
import { outlineOf } from './glyph-outline.ts'
import { shapeLine } from './shape-line.ts'

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** What fonts draw for texts: for each glyph the characters it stands for and its outline. */
export function knownOutlines(texts: readonly string[], files: readonly FontFile[]): ReadonlySet<string> {
  const known = new Set<string>()
  const pieces = texts.flatMap((text) => [
    ...text.split(/\r\n?|\n/),
    // Of words that a line ends in, and of a comb, whose letters are set one by one.
    ...text.split(/\s+/),
    ...[...graphemes.segment(text)].map(({ segment }) => segment),
  ])
  for (const piece of new Set(pieces))
    for (const { font, glyph, text } of shapeLine(piece, files).glyphs)
      known.add(`${text} ${outlineOf(font.font, glyph)}`)
  return known
}
