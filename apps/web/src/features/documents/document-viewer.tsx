import type { Document } from '@countersign/contract/documents.ts'
import { useLingui } from '@lingui/react/macro'
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'
import { Fragment, useEffect, useMemo, useState } from 'react'
import { imageScale, pageToFit, pagesToLoad } from './geometry.ts'
import type { PageSource } from './page-source.ts'
import { PageSheet } from './page-sheet.tsx'
import { Thumbnails } from './thumbnails.tsx'
import { useVisiblePages } from './use-visible-pages.ts'
import { useZoom } from './use-zoom.ts'
import type { ShownPage, ViewerPage } from './viewer-page.ts'
import { pageElementId, viewerPages } from './viewer-page.ts'
import { ViewerToolbar } from './viewer-toolbar.tsx'

export interface DocumentViewerProps {
  documents: readonly Document[]
  source: PageSource
  /** Stands above the first page and scrolls with it. */
  lead?: ReactNode
  /** What stands over a page: real controls, in reading order. */
  overlay?: (page: ShownPage) => ReactNode
  thumbnails?: boolean
  /** Told which page one is looking at. */
  onPage?: (page: ViewerPage) => void
}

/** Room above a page, in pixels. */
const gap = 16

/** Documents one below another: images of pages with their words over them, zoom, thumbnails, jump, keyboard. */
export function DocumentViewer(props: DocumentViewerProps) {
  const { documents, source, lead, overlay, thumbnails = true, onPage } = props
  const { t } = useLingui()
  const [container, setContainer] = useState<HTMLElement | null>(null)
  // A document never changes: the same ids are the same pages, whatever array they come in.
  const ids = documents.map((document) => document.id).join(' ')
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const pages = useMemo(() => viewerPages(documents), [ids])
  const fitted = useMemo(() => pageToFit(pages), [pages])
  const zoom = useZoom(container, fitted)
  const { visible, current } = useVisiblePages(container, zoom.measured ? ids : '')
  const wanted = new Set(pagesToLoad(visible, pages.length))
  const looked = pages[current]
  useEffect(() => {
    if (looked) onPage?.(looked)
    // Told when another page is looked at, not when the one who listens is made anew.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [looked])
  const scale = imageScale(zoom.pixels, window.devicePixelRatio)
  const names = new Map(documents.map((document) => [document.id, document.name]))
  const counts = new Map(documents.map((document) => [document.id, document.pages.length]))
  const starts = documents.map(({ id, name }) => ({
    id,
    name,
    position: pages.find((page) => page.documentId === id)?.position ?? 0,
  }))

  function goTo(position: number) {
    const page = pages[position]
    const element = page && document.getElementById(pageElementId(page))
    if (!container || !element) return
    container.scrollTop += element.getBoundingClientRect().top - container.getBoundingClientRect().top - gap
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const act = keyActions({ ...zoom, goTo, current })[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <ViewerToolbar {...zoom} current={current} pageCount={pages.length} goTo={goTo} documents={starts} />
      <div className="flex min-h-0 flex-1">
        {thumbnails && pages.length > 1 && (
          <div className="hidden min-h-0 lg:flex">
            <Thumbnails {...{ pages, names, current, source, goTo }} />
          </div>
        )}
        <div
          ref={setContainer}
          role="region"
          aria-label={t`Document`}
          tabIndex={0}
          onKeyDown={onKeyDown}
          className="relative min-w-0 flex-1 touch-pan-x touch-pan-y scroll-py-4 overflow-auto bg-hover px-4 focus-visible:-outline-offset-2"
          style={{ '--ppp': `${zoom.pixels}px` } as CSSProperties}
        >
          {lead}
          <div className="flex w-max min-w-full flex-col gap-4 py-4">
            {zoom.measured &&
              pages.map((page) => (
                <Fragment key={`${page.documentId}-${page.index}`}>
                  {page.index === 0 && documents.length > 1 && (
                    <h2 className="sticky left-0 mx-auto max-w-full truncate px-2 text-sm font-semibold">
                      {names.get(page.documentId)}
                    </h2>
                  )}
                  <PageSheet
                    page={page}
                    pageCount={counts.get(page.documentId) ?? 0}
                    source={source}
                    scale={scale}
                    wanted={wanted.has(page.position)}
                  >
                    {overlay?.({ ...page, pixelsPerPoint: zoom.pixels, near: wanted.has(page.position) })}
                  </PageSheet>
                </Fragment>
              ))}
          </div>
        </div>
      </div>
    </div>
  )
}

function keyActions(view: {
  step: (direction: 1 | -1) => void
  setZoom: (zoom: { fit: 'width' }) => void
  goTo: (position: number) => void
  current: number
}): Record<string, () => void> {
  return {
    '+': () => view.step(1),
    '=': () => view.step(1),
    '-': () => view.step(-1),
    '0': () => view.setZoom({ fit: 'width' }),
    ArrowRight: () => view.goTo(view.current + 1),
    ArrowLeft: () => view.goTo(view.current - 1),
  }
}
