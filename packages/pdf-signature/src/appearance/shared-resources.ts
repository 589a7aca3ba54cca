import type { PdfRef } from '../reader/objects.ts'
import { add } from '../writer/revision.ts'
import type { Revision } from '../writer/revision.ts'
import { embedFont } from './embed-font.ts'
import { embedImage } from './embed-image.ts'
import type { EmbeddedImage } from './embed-image.ts'
import type { OpenFont } from './font-face.ts'

/** A font whose glyphs are still being collected; `ref` is where it will be. */
export interface SharedFont {
  readonly ref: PdfRef
  /** Its name in resources, the same in all appearances of the revision. */
  readonly label: string
  /** The characters each glyph stands for. */
  readonly glyphs: Map<number, string>
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

/** The font, with that glyph among those that are embedded. */
export function useGlyph(shared: SharedResources, font: OpenFont, glyph: number, text: string): SharedFont {
  let known = shared.fonts.get(font)
  if (!known) {
    known = { ref: add(shared.revision, null), label: `F${shared.fonts.size + 1}`, glyphs: new Map() }
    shared.fonts.set(font, known)
  }
  if (!known.glyphs.get(glyph)) known.glyphs.set(glyph, text)
  return known
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
  for (const [font, { ref, glyphs }] of fonts) embedFont(revision, ref, font, glyphs)
}
