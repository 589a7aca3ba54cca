import type { VisualSignature } from '@countersign/contract/visual-signatures.ts'
import { fitInto } from './crop.ts'
import { pictureSource, type Draft, type Upload } from './draft.ts'
import { handFor } from './hands.ts'
import { drawnPicture, typedPicture } from './signature-picture.ts'
import type { PictureChange } from './visual-signature-calls.ts'

/** Four times the field's size: sharp in print, and quick to send. */
const largestUpload = { width: 1200, height: 560 }

/** The picture that what stands in the editor makes; null where it has none yet. */
export async function pictureOfDraft(
  draft: Draft,
  kept: VisualSignature | null,
): Promise<PictureChange | null> {
  const source = pictureSource(draft, kept)
  if (source === 'none' || source === 'as-kept') return source
  const blob = await blobOf(draft, source)
  return blob && { blob, removeBackground: source === 'upload' && draft.removeBackground }
}

async function blobOf(draft: Draft, source: string): Promise<Blob | null> {
  if (source === 'ink') return (await drawnPicture(draft.ink.strokes, draft.ink.isPen))?.blob ?? null
  if (source === 'hand')
    return (await typedPicture(draft.name, handFor(draft.name, draft.hand)))?.blob ?? null
  return source === 'upload' && draft.upload ? croppedPicture(draft.upload) : null
}

async function croppedPicture({ bitmap, crop }: Upload): Promise<Blob> {
  const { width, height } = fitInto(crop, largestUpload)
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw a picture.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, crop.left, crop.top, crop.width, crop.height, 0, 0, width, height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('This browser cannot make a picture.')
  return blob
}
