import type { VisualSignature } from '@countersign/contract/visual-signatures.ts'
import { croppedPicture } from './cropped-picture.ts'
import { pictureSource, type Draft } from '../draft.ts'
import { drawnPicture } from './drawn-picture.ts'
import { fontFor } from '../handwriting/handwriting-fonts.ts'
import { typedPicture } from './signature-picture.ts'
import type { PictureChange } from '../visual-signature-calls.ts'

/** The picture that what is in the editor makes; null where it has none yet. */
export async function pictureOfDraft(
  draft: Draft,
  existing: VisualSignature | null,
): Promise<PictureChange | null> {
  const source = pictureSource(draft, existing)
  if (source === 'none' || source === 'as-kept') return source
  const blob = await blobOf(draft, source)
  return blob && { blob, removeBackground: source === 'upload' && draft.removeBackground }
}

async function blobOf(draft: Draft, source: string): Promise<Blob | null> {
  if (source === 'ink') return (await drawnPicture(draft.ink.strokes, draft.ink.isPen))?.blob ?? null
  if (source === 'typed')
    return (await typedPicture(draft.name, fontFor(draft.name, draft.font)))?.blob ?? null
  return source === 'upload' && draft.upload ? croppedPicture(draft.upload) : null
}
