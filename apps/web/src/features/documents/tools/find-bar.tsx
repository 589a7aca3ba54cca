import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { PageSource } from '../page-source.ts'
import type { ViewerPage } from '../viewer-page.ts'
import type { Draw } from '../draw.ts'
import { Marks } from './marks.tsx'
import { useFind, type Search } from './use-find.ts'

/** Finds a text in all documents that are shown: says how often, and goes from one place to the next. */
export function FindBar(props: {
  pages: readonly ViewerPage[]
  source: PageSource
  container: HTMLElement
  /** The page one looks at: the search begins there. */
  current: number
  onDraw: (draw: () => Draw | null) => void
  onClose: () => void
}) {
  const { pages, container, onDraw, onClose } = props
  const { t } = useLingui()
  const field = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const search = useFind(pages, props.source, query)
  const { found } = search
  /** The place one has gone to by hand; before that, the first one from where one was. */
  const [chosen, setChosen] = useState<number | null>(null)
  const start = useRef(props.current)
  const first = Math.max(
    0,
    found.findIndex(({ page }) => page.position >= start.current),
  )
  const at = Math.min(chosen ?? first, Math.max(0, found.length - 1))
  const current = found[at]

  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    onDraw(() => ({ position }) => {
      const here = found.filter(({ page }) => page.position === position)
      return (
        here.length > 0 && <Marks found={here} current={current} onShow={(mark) => show(mark, container)} />
      )
    })
    // Other hits may come while one looks at this one: only another place is gone to.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [found, current])
  useEffect(() => () => onDraw(() => null), [onDraw])
  const step = (by: 1 | -1) => {
    if (found.length > 0) setChosen((at + by + found.length) % found.length)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    } else if (event.key === 'Enter' && event.target === field.current) {
      event.preventDefault()
      step(event.shiftKey ? -1 : 1)
    }
  }
  return (
    <search
      className="absolute top-full right-0 z-10 flex flex-wrap items-center gap-1 border border-line bg-sheet p-2 shadow-float max-sm:left-0 sm:right-4 sm:rounded-b"
      onKeyDown={onKeyDown}
    >
      <input
        ref={field}
        type="search"
        dir="auto"
        aria-label={t`Find in document`}
        placeholder={t`Find in document`}
        maxLength={200}
        autoComplete="off"
        className="h-9 min-w-0 flex-1 rounded max-sm:min-w-28 border border-line-field bg-sheet px-2 text-sm max-md:h-11 sm:flex-[1_0_14rem]"
        value={query}
        onChange={(event) => {
          start.current = props.current
          setChosen(null)
          setQuery(event.target.value)
        }}
      />
      {/* A sentence has a row of its own: beside the field there is no room for one. */}
      <p
        role="status"
        className={`text-sm tabular-nums text-ink-secondary ${search.failed ? 'order-last basis-full' : 'min-w-14 text-center'}`}
      >
        {query.trim() !== '' && <Result search={search} pageCount={pages.length} at={at} />}
      </p>
      <Button
        type="text"
        color="neutral"
        size="sm"
        icon="chevronLeft"
        label={t`Previous match`}
        disabled={found.length === 0}
        onClick={() => step(-1)}
      />
      <Button
        type="text"
        color="neutral"
        size="sm"
        icon="chevronRight"
        label={t`Next match`}
        disabled={found.length === 0}
        onClick={() => step(1)}
      />
      <Button type="text" color="neutral" size="sm" icon="close" label={t`Close search`} onClick={onClose} />
    </search>
  )
}

function Result({ search, pageCount, at }: { search: Search; pageCount: number; at: number }) {
  const { found, done, failed } = search
  const [number, count] = [at + 1, found.length]
  if (count === 0 && done < pageCount) return <Trans>Searching …</Trans>
  return (
    <>
      {count > 0 && (
        <Trans>
          {number} of {count}
        </Trans>
      )}
      {count > 0 && failed && ' · '}
      {failed && <Trans>Some pages not searched</Trans>}
      {!failed && count === 0 && <Trans>Nothing found</Trans>}
    </>
  )
}

/** The mark is where one reads. Nothing but the document moves. */
function show(element: HTMLElement, container: HTMLElement): void {
  const mark = element.getBoundingClientRect()
  const room = container.getBoundingClientRect()
  container.scrollTop += mark.top + mark.height / 2 - (room.top + room.height / 3)
  if (mark.left < room.left || mark.right > room.right)
    container.scrollLeft += mark.left + mark.width / 2 - (room.left + room.width / 2)
}
