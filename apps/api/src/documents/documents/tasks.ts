import type { DocumentTags, PageText } from '@countersign/contract/documents.ts'
import type { Task } from '#api/platform/threads/task.ts'
import type { InspectionResult, InspectUpload } from './uploads/inspect-thread.ts'
import type { LargeImage } from '#api/documents/images/run-image-task.ts'
import type { PageAt, TagSearch } from './pages/render-thread.ts'

const renderThread = new URL('./pages/render-thread.ts', import.meta.url)
const inspectThread = new URL('./uploads/inspect-thread.ts', import.meta.url)

/** Width and height in pixels; answers WebP. */
export const renderPageImage: Task<PageAt, Uint8Array<ArrayBuffer>> = {
  module: renderThread,
  name: 'renderPageImage',
}

/** Width and height in points as displayed. */
export const readPageText: Task<PageAt, PageText> = { module: renderThread, name: 'readPageText' }

/** Reads pages one after the other, as many as the time allows. */
export const findDocumentTags: Task<TagSearch, DocumentTags> = {
  module: renderThread,
  name: 'findTagsOfPages',
}

/** Reads an upload, and turns it into a PDF that can be signed where it is not one yet. */
export const inspectUpload: Task<InspectUpload, InspectionResult | LargeImage> = {
  module: inspectThread,
  name: 'inspectUpload',
}
