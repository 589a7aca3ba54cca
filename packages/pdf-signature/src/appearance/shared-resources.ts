import type { PlacedGlyph } from './shape-line.ts'
import type { PdfRef } from '../reader/objects.ts'
import { add } from '../writer/revision.ts'
import type { Revision } from '../writer/revision.ts'
import { embedFont } from './embed-font.ts'
import { embedImage } from './embed-image.ts'
import type { EmbeddedImage } from './embed-image.ts'
import type { OpenFont } from './font-face.ts'
import { codeOf, newFontCodes } from './font-codes.ts'
import type { FontCodes } from './font-codes.ts'

/** A font whose glyphs are still being collected; `ref` is where it will be. */
export interface SharedFont {
  readonly ref: PdfRef
  /** Its name in resources, the same in all appearances of the revision. */
  readonly label: string
  readonly codes: FontCodes
}

/** What the appearances of one revision share: each font is subset and embedded once, and so is each picture. */
export interface SharedResources {
  readonly revision: Revision
  readonly fonts: Map<OpenFont, SharedFont>
  readonly images: Map<Uint8Array, EmbeddedImage>
}

export const shareResources = (revision: Revision): SharedResources => ({
  revision,
  fonts: new Map(),
  images: new Map(),
})

/** The font, with that glyph among those that are embedded, and its code for these characters. */
export function useGlyph(
  shared: SharedResources,
  { font, glyph, text }: Pick<PlacedGlyph, 'font' | 'glyph' | 'text'>,
): { readonly font: SharedFont; readonly code: number } {
  let known = shared.fonts.get(font)
  if (!known) {
    known = { ref: add(shared.revision, null), label: `F${shared.fonts.size + 1}`, codes: newFontCodes() }
    shared.fonts.set(font, known)
  }
  return { font: known, code: codeOf(known.codes, font, glyph, text) }
}

/** Throws `image_invalid`. */
export function useImage(shared: SharedResources, bytes: Uint8Array): EmbeddedImage {
  const known = shared.images.get(bytes)
  if (known) return known
  const image = embedImage(shared.revision, bytes)
  shared.images.set(bytes, image)
  return image
}

/** Writes the fonts, once everything is drawn. Throws `font_invalid`. */
export function embedSharedFonts({ revision, fonts }: SharedResources): void {
  for (const [font, { ref, codes }] of fonts) embedFont(revision, ref, font, codes)
}
