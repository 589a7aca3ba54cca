import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
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
  wanted: boolean
  children?: ReactNode
}) {
  const { page, source, wanted } = props
  const { t } = useLingui()
  const image = usePageImage(source, page, props.scale, wanted)
  const text = usePageText(source, page, wanted)
  const number = page.index + 1
  const hasText = (text.data?.runs.length ?? 0) > 0
  return (
    <section
      id={pageElementId(page)}
      data-position={page.position}
      data-loaded={image.url !== null}
      aria-label={t`Page ${number} of ${props.pageCount}`}
      className="relative mx-auto bg-sheet shadow-float"
      style={{ width: `calc(var(--ppp) * ${page.width})`, height: `calc(var(--ppp) * ${page.height})` }}
    >
      {image.url && (
        <img
          src={image.url}
          alt={hasText || text.isPending ? '' : t`Page ${number} as a picture without text`}
          className="absolute inset-0 size-full select-none"
          draggable={false}
        />
      )}
      {wanted && text.data && <TextLayer text={text.data} />}
      {wanted && image.failed && <FailedPage again={() => void image.again()} />}
      {props.children}
    </section>
  )
}

function FailedPage({ again }: { again: () => void }) {
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-3 bg-sheet p-4 text-center text-ink">
      <p>
        <Trans>This page could not be shown. The document itself is safe.</Trans>
      </p>
      <button
        type="button"
        className="min-h-11 rounded border border-line-field px-4 font-medium text-accent hover:bg-hover"
        onClick={again}
      >
        <Trans>Try again</Trans>
      </button>
    </div>
  )
}
