import { fitInto, type Size } from './crop.ts'
import type { Upload } from '../draft.ts'

/** Four times the field's size: sharp in print, and quick to send. */
const largestUpload = { width: 1200, height: 560 }

/** The part of an image that counts, as PNG. */
export async function croppedPicture({ bitmap, crop }: Upload, largest: Size = largestUpload): Promise<Blob> {
  const { width, height } = fitInto(crop, largest)
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw a picture.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, crop.left, crop.top, crop.width, crop.height, 0, 0, width, height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('This browser cannot make a picture.')
  return blob
}

/** As much of a signing call as one picture may take: 1,400,000 characters of base64. */
const bytesAtMost = 1_000_000

/** The same, made smaller until a signing call takes it: the grain of a photograph hardly packs. */
export async function pictureForSigning(upload: Upload): Promise<Blob> {
  let { width, height } = largestUpload
  let blob = await croppedPicture(upload)
  while (blob.size > bytesAtMost) {
    ;[width, height] = [width * 0.75, height * 0.75]
    blob = await croppedPicture(upload, { width, height })
  }
  return blob
}
