import { openFont, type FontFile } from '@countersign/pdf-signature/appearance/font-face.ts'
import { loadAppearanceFonts } from '#api/documents/appearance/appearance-fonts.ts'
import { renameFamily } from './font-family.ts'

/** What stands for a character that no font has. */
export const replacement = '\uFFFD'

export interface ProtocolFont {
  readonly family: string
  readonly bytes: Uint8Array
  /** Its code points. */
  readonly characters: ReadonlySet<number>
}

/**
 * The fonts that show this text, each a family of its own and static: typst takes one font a family, and sets variable
 * fonts in their thinnest weight. The first one shows Latin and is always there.
 */
export async function protocolFonts(text: string): Promise<ProtocolFont[]> {
  const fonts = await loadAppearanceFonts()
  const wanted = new Set<FontFile>()
  for (const cluster of new Set(['A', replacement, ...clustersOf(text)])) {
    // A slice's range may name characters that the font does not have after all.
    const font = fonts.find(
      (file) => hasAll(cluster, (point) => file.covers?.(point) !== false) && shows(openFont(file), cluster),
    )
    if (font) wanted.add(font)
  }
  return [...wanted].map((font) => protocolFont(font, `${font.name} ${fonts.indexOf(font)}`))
}

/**
 * The text as these fonts show it. What a reader sees as one character is set in one font, so that a digit with a mark
 * that no font has is replaced with its mark, here and nowhere else. PDF/A takes no private characters where each must be
 * read (ISO 19005-2 §6.2.11.7.3).
 */
export function shownWith(fonts: readonly ProtocolFont[], text: string): string {
  if (/^[\x20-\x7E]*$/.test(text)) return text
  return Array.from(clustersOf(text), (cluster) =>
    fonts.some((font) => shows(font, cluster)) ? cluster : replacement,
  ).join('')
}

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

function* clustersOf(text: string): Generator<string> {
  for (const { segment } of clusters.segment(text)) yield segment
}

const shows = ({ characters }: Pick<ProtocolFont, 'characters'>, cluster: string): boolean =>
  hasAll(cluster, (point) => characters.has(point)) ||
  // A font that has é needs no accent of its own.
  hasAll(cluster.normalize('NFC'), (point) => characters.has(point))

/** What is never seen (line breaks, joiners, choice of a variant) needs no glyph. */
const unseen = /[\p{Default_Ignorable_Code_Point}\n\r\t]/u

const hasAll = (cluster: string, has: (point: number) => boolean): boolean =>
  Array.from(cluster).every(
    (character) =>
      unseen.test(character) || (!/\p{Co}/u.test(character) && has(character.codePointAt(0) ?? 0)),
  )

const renamed = new WeakMap<FontFile, ProtocolFont>()

function protocolFont(font: FontFile, family: string): ProtocolFont {
  const known = renamed.get(font)
  if (known) return known
  const { bytes, characters } = openFont(font)
  const made = { family, bytes: renameFamily(bytes, family), characters }
  renamed.set(font, made)
  return made
}
