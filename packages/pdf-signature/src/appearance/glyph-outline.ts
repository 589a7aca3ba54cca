import type { Font } from 'harfbuzzjs'

/** The path of a glyph, for an em of 1000 units: the same for the same outline, whatever else a font has. */
export function outlineOf(font: Font, glyph: number): string {
  const scale = 1000 / font.face.upem
  return font
    .glyphToJson(glyph)
    .map(({ type, values }) => `${type}${values.map((value) => Math.round(value * scale)).join(',')}`)
    .join('')
}
