import type { OpenFont } from './font-face.ts'

/** What a code of an embedded font draws, and the characters it stands for. */
export interface FontCode {
  readonly glyph: number
  readonly text: string
}

/** The codes in use, by their number and by what they mean. */
export interface FontCodes {
  readonly byCode: Map<number, FontCode>
  readonly known: Map<string, number>
}

export const newFontCodes = (): FontCodes => ({ byCode: new Map(), known: new Map() })

const LARGEST = 0xffff

/**
 * The code of a glyph that stands for these characters. Fonts draw different letters with one glyph: Arabic ones that
 * differ in their dots alone, Greek Ω and the sign of the ohm. Each meaning has a code of its own, so that what is
 * extracted is what was typed (ISO 32000-2 §9.10.3); the first has the glyph's own number. Codes of a font with CFF
 * outlines are its glyphs': there one glyph stands for the first characters it was used for.
 */
export function codeOf({ byCode, known }: FontCodes, font: OpenFont, glyph: number, text: string): number {
  const meaning = `${glyph} ${text}`
  const held = known.get(meaning)
  if (held !== undefined) return held
  const code = byCode.has(glyph) ? nextCode(byCode, font) : glyph
  if (code === undefined) return glyph
  byCode.set(code, { glyph, text })
  known.set(meaning, code)
  return code
}

/** The first number after the glyphs that is free; none where codes and glyphs are the same. */
function nextCode(byCode: ReadonlyMap<number, FontCode>, font: OpenFont): number | undefined {
  if (font.outlines !== 'truetype') return undefined
  let code = font.glyphCount
  while (byCode.has(code)) code += 1
  return code <= LARGEST ? code : undefined
}
