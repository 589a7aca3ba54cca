import type { Document } from '@countersign/contract/documents.ts'

/** A page among all pages the viewer shows, one document below another. */
export interface ViewerPage {
  readonly documentId: string
  /** Within its document, from 0. */
  readonly index: number
  /** Among all pages shown, from 0. */
  readonly position: number
  /** Points. */
  readonly width: number
  readonly height: number
}

/** What is drawn over a page gets told its zoom, to be in CSS pixels where it is in points. */
export interface ShownPage extends ViewerPage {
  readonly pixelsPerPoint: number
  /** Is it in sight, or nearly? What is drawn over thousands of pages need be there for these alone. */
  readonly near: boolean
}

export function viewerPages(documents: readonly Document[]): ViewerPage[] {
  const all = documents.flatMap((document) =>
    document.pages.map(({ index, width, height }) => ({ documentId: document.id, index, width, height })),
  )
  return all.map((page, position) => ({ ...page, position }))
}

export function pageElementId(page: Pick<ViewerPage, 'documentId' | 'index'>): string {
  return `page-${page.documentId}-${page.index}`
}
