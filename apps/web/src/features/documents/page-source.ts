import type { PageText } from '@countersign/contract/documents.ts'

/** Where the images and the text of pages come from: an account's calls, or those of a direct-sign link. */
export interface PageSource {
  /** The scale of a small image of the first page, shown until the one for this screen is there. */
  readonly firstScale?: number | undefined
  image(documentId: string, page: number, scale: number, signal: AbortSignal): Promise<Blob>
  text(documentId: string, page: number, signal: AbortSignal): Promise<PageText>
}
