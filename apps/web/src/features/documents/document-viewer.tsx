import type { Document } from '@countersign/contract/documents.ts'
import { useLingui } from '@lingui/react/macro'
import type { CSSProperties, ReactNode } from 'react'
import { Fragment, Suspense, useEffect, useMemo, useState } from 'react'
import { imageScale, pageToFit, pagesToLoad } from './geometry.ts'
import type { PageSource } from './page-source.ts'
import { PageSheet } from './page-sheet.tsx'
import { useVisiblePages } from './use-visible-pages.ts'
import { useZoom } from './use-zoom.ts'
import type { ShownPage, ViewerPage } from './viewer-page.ts'
import { pageElementId, viewerPages } from './viewer-page.ts'
import type { Draw } from './draw.ts'
import { later } from '#web/ui/later.tsx'

const Thumbnails = later(async () => ({ default: (await import('./thumbnails.tsx')).Thumbnails }))
const ViewerToolbar = later(async () => {
  const [{ ViewerToolbar: Toolbar }] = await Promise.all([
    import('./tools/viewer-toolbar.tsx'),
    import('./tools/words.ts').then(({ loadToolWords }) => loadToolWords()),
  ])
  return { default: Toolbar }
})

export interface DocumentViewerProps {
  documents: readonly Document[]
  source: PageSource
  /** Shown above the first page and scrolls with it. */
  lead?: ReactNode
  /** What stands over a page: real controls, in reading order. */
  overlay?: (page: ShownPage) => ReactNode
  thumbnails?: boolean
  /** One reads: the text can be found, and the view turned. */
  reads?: boolean
  /** Told which page one is looking at. */
  onPage?: (page: ViewerPage) => void
}

/** Room above a page, in pixels. */
const gap = 16

/** Documents one below another: images of pages with their words over them, zoom, thumbnails, jump, keyboard. */
export function DocumentViewer(props: DocumentViewerProps) {
  const { documents, source, lead, overlay, thumbnails = true, reads = false, onPage } = props
  const { t } = useLingui()
  const [container, setContainer] = useState<HTMLElement | null>(null)
  // A document never changes: the same ids are the same pages, whatever array they come in.
  const ids = documents.map((document) => document.id).join(' ')
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const pages = useMemo(() => viewerPages(documents), [ids])
  /** Degrees to the right. The view alone is turned, never the file. */
  const [turned, setTurned] = useState(0)
  const [draw, setDraw] = useState<Draw | null>(null)
  const fitted = useMemo(() => pageToFit(turned % 180 ? pages.map(onItsSide) : pages), [pages, turned])
  const zoom = useZoom(container, fitted)
  const { visible, current } = useVisiblePages(container, zoom.measured ? ids : '')
  const wanted = new Set(pagesToLoad(visible, pages.length))
  const looked = pages[current]
  useEffect(() => {
    if (looked) onPage?.(looked)
    // Told when another page is looked at, not when the one who listens is made again.
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

  function turn() {
    setTurned((turned + 90) % 360)
    requestAnimationFrame(() => goTo(current))
  }

  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <Suspense fallback={<div className="min-h-12 shrink-0 border-b border-line bg-sheet" />}>
        <ViewerToolbar
          {...zoom}
          {...{ container, pages, source, current, goTo, reads }}
          documents={starts}
          turn={reads ? turn : null}
          onDraw={setDraw}
        />
      </Suspense>
      <div className="flex min-h-0 flex-1">
        {thumbnails && pages.length > 1 && (
          <div className="hidden min-h-0 lg:flex">
            <Suspense fallback={<div className="w-32 shrink-0 border-r border-line bg-paper" />}>
              <Thumbnails {...{ pages, names, current, source, goTo }} />
            </Suspense>
          </div>
        )}
        <div
          ref={setContainer}
          role="region"
          aria-label={t`Document`}
          tabIndex={0}
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
                    turned={turned}
                  >
                    {overlay?.({ ...page, pixelsPerPoint: zoom.pixels, near: wanted.has(page.position) })}
                    {draw?.(page)}
                  </PageSheet>
                </Fragment>
              ))}
          </div>
        </div>
      </div>
    </div>
  )
}

const onItsSide = ({ width, height }: ViewerPage) => ({ width: height, height: width })
