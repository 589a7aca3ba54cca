export type PictureRefusal = 'type' | 'size' | 'broken'

const types = ['image/png', 'image/jpeg', 'image/webp']
export const acceptedTypes = types.join(',')
const bytesAtMost = 10 * 1024 * 1024
const pixelsAtMost = 40_000_000

/** The picture of a file, turned as its camera says; or why it cannot be used. */
export async function openPicture(file: File): Promise<ImageBitmap | PictureRefusal> {
  if (!types.includes(file.type)) return 'type'
  if (file.size > bytesAtMost) return 'size'
  try {
    const bitmap = await createImageBitmap(file)
    return bitmap.width * bitmap.height > pixelsAtMost ? 'size' : bitmap
  } catch {
    return 'broken'
  }
}
