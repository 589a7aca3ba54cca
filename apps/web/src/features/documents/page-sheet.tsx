import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { PageSource } from './page-source.ts'
import { TextLayer } from './text-layer.tsx'
import { usePageImage, usePageText } from './use-page-image.ts'
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
  children?: ReactNode
}) {
  const { page, source, scale } = props
  const { t } = useLingui()
  const number = page.index + 1
  return (
    <div
      role="group"
      id={pageElementId(page)}
      data-position={page.position}
      aria-label={t`Page ${number} of ${props.pageCount}`}
      className="relative mx-auto bg-sheet shadow-float"
      style={{ width: `calc(var(--ppp) * ${page.width})`, height: `calc(var(--ppp) * ${page.height})` }}
    >
      {props.wanted && <PageContent page={page} source={source} scale={scale} />}
      {props.children}
    </div>
  )
}

function PageContent({ page, source, scale }: { page: ViewerPage; source: PageSource; scale: number }) {
  const { t } = useLingui()
  const image = usePageImage(source, page, scale, true)
  const text = usePageText(source, page)
  const [painted, setPainted] = useState(false)
  const number = page.index + 1
  const hasText = (text.data?.runs.length ?? 0) > 0
  if (image.failed) return <FailedPage again={() => void image.again()} />
  return (
    <>
      {image.url && (
        <img
          src={image.url}
          alt={hasText || text.isPending ? '' : t`Page ${number} as a picture without text`}
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
        <Trans>This page could not be shown. The document itself is safe.</Trans>
      </p>
      <Button type="secondary" onClick={again}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}
