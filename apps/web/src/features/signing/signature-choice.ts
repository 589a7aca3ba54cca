import { createStore } from '#web/lib/store.ts'
import type { Hand } from './hands.ts'
import type { SignaturePicture } from './signature-picture.ts'
import { drawnPicture, typedPicture } from './signature-picture.ts'
import type { Ink } from './signature-pad.tsx'

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
  /** Null: no picture, the service sets the name. */
  readonly picture: SignaturePicture | null
}

/** Why a choice is not a signature yet. */
export type MissingPart = 'name' | 'ink'

export function missingPart(choice: SignatureChoice): MissingPart | null {
  if (choice.kind === 'typed' && choice.name.trim() === '') return 'name'
  if (choice.kind === 'drawn' && choice.ink.strokes.length === 0) return 'ink'
  return null
}

export async function pictureOfChoice(choice: SignatureChoice): Promise<SignaturePicture | null> {
  if (choice.kind === 'typed') return typedPicture(choice.name, choice.hand)
  if (choice.kind === 'drawn') return drawnPicture(choice.ink.strokes, choice.ink.isPen)
  return null
}
