import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import type { PageSource } from './page-source.ts'
import { TextLayer } from './text-layer.tsx'
import { pageTextQuery, usePageImage } from './use-page-image.ts'
import type { ViewerPage } from './viewer-page.ts'
import { pageElementId } from './viewer-page.ts'

/** One page: its image, its words over it, and over both what the screen draws there. It has its size at once. */
export function PageSheet(props: {
  page: ViewerPage
  pageCount: number
  source: PageSource
  scale: number
  /** Is it in sight, or nearly? Only then it has an image and words. */
  wanted: boolean
  /** Degrees to the right. */
  turned: number
  children?: ReactNode
}) {
  const { page, source, scale, turned } = props
  const { t } = useLingui()
  const number = page.index + 1
  const [width, height] = [page.width, page.height].map((points) => `calc(var(--ppp) * ${points})`)
  return (
    <div
      role="group"
      id={pageElementId(page)}
      data-position={page.position}
      aria-label={t`Page ${number} of ${props.pageCount}`}
      className="relative mx-auto bg-document shadow-float"
      style={turned % 180 ? { width: height, height: width } : { width, height }}
    >
      <div
        className={classNames('on-white-paper absolute', turned ? 'top-1/2 left-1/2' : 'inset-0')}
        style={
          turned ? { width, height, transform: `translate(-50%, -50%) rotate(${turned}deg)` } : undefined
        }
      >
        {props.wanted ? (
          <PageContent page={page} source={source} scale={scale} />
        ) : (
          <p className="absolute inset-x-0 top-1/2 hidden px-4 text-center text-sm print:block">
            <Trans>Only the pages on screen are printed. Scroll to page {number} to print it.</Trans>
          </p>
        )}
        {props.children}
      </div>
    </div>
  )
}

function PageContent({ page, source, scale }: { page: ViewerPage; source: PageSource; scale: number }) {
  const { t } = useLingui()
  const image = usePageImage(source, page, scale, true)
  const text = useQuery(pageTextQuery(source, page))
  const [painted, setPainted] = useState(false)
  const number = page.index + 1
  const hasText = (text.data?.runs.length ?? 0) > 0
  if (image.failed) return <FailedPage again={() => void image.again()} />
  return (
    <>
      {image.url && (
        <img
          src={image.url}
          alt={hasText || text.isPending ? '' : t`Page ${number}, image only`}
          className="absolute inset-0 size-full select-none"
          draggable={false}
          onLoad={() => setPainted(true)}
        />
      )}
      {!painted && (
        <span aria-hidden="true" className="absolute inset-[10%] animate-pulse rounded bg-line/50" />
      )}
      {text.data && <TextLayer text={text.data} />}
    </>
  )
}

function FailedPage({ again }: { again: () => void }) {
  return (
    <div
      role="alert"
      className="absolute inset-0 flex flex-col items-center gap-3 bg-sheet px-4 pt-[15%] text-center text-ink"
    >
      <p>
        <Trans>This page can’t be displayed. The document isn’t affected.</Trans>
      </p>
      <Button type="secondary" onClick={again}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}
