import type { Task } from '#api/platform/threads/task.ts'

const fieldThread = new URL('./field-thread.ts', import.meta.url)
const previewThread = new URL('./preview-thread.ts', import.meta.url)
const pictureThread = new URL('./picture-thread.ts', import.meta.url)

export const findMissing: Task<readonly string[], string[][]> = { module: fieldThread, name: 'findMissing' }

export interface DrawField {
  /** In points. */
  readonly width: number
  readonly height: number
  readonly lines: readonly string[]
  /** PNG. */
  readonly image: Uint8Array | null
  readonly time: Date
}
export const drawField: Task<DrawField, Uint8Array<ArrayBuffer>> = { module: fieldThread, name: 'drawField' }

export interface RenderField {
  readonly pdf: Uint8Array
  /** In pixels. */
  readonly width: number
  readonly height: number
}
/** Answers PNG. */
export const renderField: Task<RenderField, Uint8Array<ArrayBuffer>> = {
  module: previewThread,
  name: 'renderField',
}

export interface GivenPicture {
  readonly content: Uint8Array
  readonly removeBackground: boolean
}
export type PictureProblem = 'unreadable' | 'too_many_pixels' | 'blank'
export type ReadPicture = { readonly png: Uint8Array<ArrayBuffer> } | { readonly problem: PictureProblem }
export const readPicture: Task<GivenPicture, ReadPicture> = { module: pictureThread, name: 'readPicture' }
