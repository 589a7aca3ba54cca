import { isPlainName } from '@countersign/contract/plain-name.ts'
import { createStore } from '#web/lib/browser/store.ts'
import type { HandwritingFont } from '#web/features/visual-signatures/handwriting/handwriting-font.ts'
import { fontFor } from '#web/features/visual-signatures/handwriting/handwriting-fonts.ts'
import type { Draft } from '#web/features/visual-signatures/draft.ts'
import type { Ink } from '#web/features/visual-signatures/handwriting/ink.ts'
import { typedPicture } from '#web/features/visual-signatures/pictures/signature-picture.ts'

/** How one signs: a name in a font, a drawing, a photograph of one, or the plain name that the service sets. */
export type SignatureKind = 'typed' | 'drawn' | 'uploaded' | 'text'

export interface SignatureChoice extends Pick<Draft, 'upload' | 'removeBackground'> {
  readonly kind: SignatureKind
  readonly name: string
  readonly font: HandwritingFont
  readonly ink: Ink
}

/** Kept while the page is open, so that the next document is signed the same way. */
export const rememberedChoice = createStore<SignatureChoice | null>(null)

export interface ChosenSignature {
  /** What one sees of it in its place. Null: no picture, the service sets the name. */
  readonly picture: Blob | null
  /** Of a photograph or a scan: the service takes the paper away. */
  readonly removeBackground?: boolean
  /** The id of a kept one. */
  readonly savedId: string | null
  /** The name of a seal: it signs in its organisation’s name. */
  readonly seal?: string
}

/** What the dialog is left with. */
export interface DialogAnswer {
  readonly signature: ChosenSignature
  /** One has seen it, and what one signs: sign at once. */
  readonly signNow: boolean
}

/** Why a choice is not a signature yet. */
export type MissingPart = 'name' | 'ink' | 'upload'

export function missingPart(choice: SignatureChoice): MissingPart | null {
  if (choice.kind === 'typed' && !isPlainName(choice.name)) return 'name'
  if (choice.kind === 'drawn' && choice.ink.strokes.length === 0) return 'ink'
  if (choice.kind === 'uploaded' && !choice.upload) return 'upload'
  return null
}

/** What draws and what crops was loaded when its tab was opened. */
export async function pictureOfChoice(choice: SignatureChoice): Promise<Blob | null> {
  if (choice.kind === 'typed')
    return (await typedPicture(choice.name, fontFor(choice.name, choice.font)))?.blob ?? null
  if (choice.kind === 'drawn') {
    const { drawnPicture } = await import('#web/features/visual-signatures/pictures/drawn-picture.ts')
    return (await drawnPicture(choice.ink.strokes, choice.ink.isPen))?.blob ?? null
  }
  if (choice.kind === 'uploaded' && choice.upload) {
    const { pictureForSigning } = await import('#web/features/visual-signatures/pictures/cropped-picture.ts')
    return pictureForSigning(choice.upload)
  }
  return null
}
