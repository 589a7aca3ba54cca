import type { LargeImage } from '#api/documents/images/run-image-task.ts'
import type { Task } from '#api/platform/threads/task.ts'
import type { DrawField } from './field-thread.ts'
import type { PictureInput, ReadPicture } from './picture-thread.ts'
import type { RenderField } from './preview-thread.ts'

const fieldThread = new URL('./field-thread.ts', import.meta.url)
const previewThread = new URL('./preview-thread.ts', import.meta.url)
const pictureThread = new URL('./picture-thread.ts', import.meta.url)

export const findMissing: Task<readonly string[], string[][]> = { module: fieldThread, name: 'findMissing' }

export const drawField: Task<DrawField, Uint8Array<ArrayBuffer>> = { module: fieldThread, name: 'drawField' }

/** Answers PNG. */
export const renderField: Task<RenderField, Uint8Array<ArrayBuffer>> = {
  module: previewThread,
  name: 'renderField',
}

export const readPicture: Task<PictureInput, ReadPicture | LargeImage> = {
  module: pictureThread,
  name: 'readPicture',
}
