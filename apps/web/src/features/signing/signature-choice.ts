import { isPlainName } from '@countersign/contract/plain-name.ts'
import { createStore } from '#web/lib/store.ts'
import type { Hand } from '#web/features/visual-signatures/hand.ts'
import { handFor } from '#web/features/visual-signatures/hands.ts'
import type { Ink } from '#web/features/visual-signatures/ink.ts'
import type { SignaturePicture } from '#web/features/visual-signatures/signature-picture.ts'
import { drawnPicture, typedPicture } from '#web/features/visual-signatures/signature-picture.ts'

/** How one signs: a name in a hand, a drawing, or the plain name that the service sets. */
export type SignatureKind = 'typed' | 'drawn' | 'text'

export interface SignatureChoice {
  readonly kind: SignatureKind
  readonly name: string
  readonly hand: Hand
  readonly ink: Ink
}

/** Kept while the page is open, so that the next document is signed the same way. */
export const rememberedChoice = createStore<SignatureChoice | null>(null)

export interface ChosenSignature {
  /** What one sees of it in its place. Null: no picture, the service sets the name. */
  readonly picture: Blob | null
  /** The id of a kept one. */
  readonly kept: string | null
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
export type MissingPart = 'name' | 'ink'

export function missingPart(choice: SignatureChoice): MissingPart | null {
  if (choice.kind === 'typed' && !isPlainName(choice.name)) return 'name'
  if (choice.kind === 'drawn' && choice.ink.strokes.length === 0) return 'ink'
  return null
}

export async function pictureOfChoice(choice: SignatureChoice): Promise<SignaturePicture | null> {
  if (choice.kind === 'typed') return typedPicture(choice.name, handFor(choice.name, choice.hand))
  if (choice.kind === 'drawn') return drawnPicture(choice.ink.strokes, choice.ink.isPen)
  return null
}
