import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { thumbnailScale } from './geometry.ts'
import type { PageSource } from './page-source.ts'
import { usePageImage } from './use-page-image.ts'
import { useSeen } from './use-visible-pages.ts'
import type { ViewerPage } from './viewer-page.ts'

const width = 88

/** All pages as small images, to go to one. Each is loaded when it comes into sight. */
export function Thumbnails(props: {
  pages: readonly ViewerPage[]
  names: ReadonlyMap<string, string>
  current: number
  source: PageSource
  goTo: (position: number) => void
}) {
  const { t } = useLingui()
  const rail = useRef<HTMLElement>(null)
  useEffect(() => {
    // Only the rail moves: scrollIntoView would move whatever is around it too.
    const shown = rail.current?.querySelector('[aria-current]')?.getBoundingClientRect()
    const room = rail.current?.getBoundingClientRect()
    if (!rail.current || !shown || !room) return
    if (shown.top < room.top) rail.current.scrollTop -= room.top - shown.top
    else if (shown.bottom > room.bottom) rail.current.scrollTop += shown.bottom - room.bottom
  }, [props.current])
  return (
    <nav
      ref={rail}
      aria-label={t`Pages`}
      className="relative w-32 shrink-0 overflow-y-auto border-r border-line bg-paper py-4"
      tabIndex={-1}
    >
      <ol className="flex flex-col items-center gap-3">
        {props.pages.map((page) => (
          <li key={page.position} className="flex flex-col items-center">
            {page.index === 0 && props.names.size > 1 && (
              <span className="mb-2 w-28 truncate px-1 text-center text-xs text-ink-secondary">
                {props.names.get(page.documentId)}
              </span>
            )}
            <Thumbnail
              page={page}
              current={page.position === props.current}
              source={props.source}
              goTo={props.goTo}
            />
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Thumbnail(props: {
  page: ViewerPage
  current: boolean
  source: PageSource
  goTo: (position: number) => void
}) {
  const { page, current } = props
  const [ref, seen] = useSeen<HTMLButtonElement>()
  const image = usePageImage(props.source, page, thumbnailScale, seen)
  const number = page.index + 1
  return (
    <button
      ref={ref}
      type="button"
      aria-current={current ? 'page' : undefined}
      onClick={() => props.goTo(page.position)}
      className="cursor-pointer rounded p-1 text-xs text-ink-secondary hover:bg-hover"
    >
      <span
        className={classNames(
          'block overflow-hidden bg-sheet',
          current ? 'outline-2 outline-accent' : 'outline outline-line',
        )}
        style={{ width, height: Math.min(160, (width * page.height) / page.width) }}
      >
        {image.url && <img src={image.url} alt="" className="size-full object-contain" draggable={false} />}
      </span>
      <span className={classNames('mt-1 block tabular-nums', current && 'font-semibold text-accent')}>
        <span className="sr-only">
          <Trans>Page</Trans>{' '}
        </span>
        {number}
      </span>
    </button>
  )
}
