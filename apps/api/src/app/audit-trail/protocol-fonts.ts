import { openFont, type FontFile } from '@countersign/pdf-signature/appearance/font-face.ts'
import { loadAppearanceFonts } from '#api/documents/appearance/appearance-fonts.ts'
import { renameFamily } from './font-family.ts'

/** What stands for a character that no font has. */
export const replacement = '\uFFFD'

export interface ProtocolFont {
  readonly family: string
  readonly bytes: Uint8Array
}

/**
 * The fonts that show this text, each a family of its own and static: typst takes one font a family, and sets variable
 * fonts in their thinnest weight. The first one shows Latin and is always there.
 */
export async function protocolFonts(text: string): Promise<ProtocolFont[]> {
  const fonts = await loadAppearanceFonts()
  const wanted = new Set<FontFile>()
  for (const character of new Set(`A${replacement}${text}`)) {
    const point = character.codePointAt(0) ?? 0
    // A slice's range may name characters that the font does not have after all.
    const font = fonts.find((file) => file.covers?.(point) && openFont(file).characters.has(point))
    if (font) wanted.add(font)
  }
  return [...wanted].map((font) => protocolFont(font, `${font.name} ${fonts.indexOf(font)}`))
}

const renamed = new WeakMap<FontFile, ProtocolFont>()

function protocolFont(font: FontFile, family: string): ProtocolFont {
  const known = renamed.get(font)
  if (known) return known
  const made = { family, bytes: renameFamily(openFont(font).bytes, family) }
  renamed.set(font, made)
  return made
}
