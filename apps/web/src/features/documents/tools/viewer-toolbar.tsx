import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { formatPercent } from '#web/lib/language/format.ts'
import { Button } from '#web/ui/button.tsx'
import type { Zoom } from '../geometry.ts'
import { ViewerTools, type ViewerToolsProps } from './viewer-tools.tsx'

interface ViewerToolbarProps extends ViewerToolsProps {
  zoom: Zoom
  /** With several documents: where each begins. */
  documents: readonly { id: string; name: string; position: number }[]
}

/** Where one is, how large it is, and what one reads with. Loaded after the document, in room that is kept. */
export function ViewerToolbar(props: ViewerToolbarProps) {
  const { t, i18n } = useLingui()
  const fitsWidth = 'fit' in props.zoom && props.zoom.fit === 'width'
  return (
    <div
      role="toolbar"
      aria-label={t`Document view`}
      className="relative flex min-h-12 shrink-0 items-center justify-center gap-x-3 border-b border-line bg-sheet px-3 text-sm max-sm:justify-start sm:flex-wrap sm:px-2"
    >
      {props.documents.length > 1 && <DocumentChoice {...props} />}
      <PageJump {...props} />
      {/* Fingers zoom on a phone: one row is enough there, with the rest in a menu. */}
      <div className="flex items-center max-sm:hidden">
        <Button
          type="text"
          color="neutral"
          size="sm"
          className="min-w-11 md:min-w-8"
          icon="minus"
          label={t`Smaller`}
          onClick={() => props.step(-1)}
        />
        <output aria-label={t`Zoom`} className="w-12 text-center tabular-nums">
          {formatPercent(props.factor, i18n.locale)}
        </output>
        <Button
          type="text"
          color="neutral"
          size="sm"
          icon="plus"
          label={t`Larger`}
          onClick={() => props.step(1)}
        />
        <Button
          type="text"
          color="neutral"
          size="sm"
          onClick={() => props.setZoom({ fit: fitsWidth ? 'page' : 'width' })}
        >
          {fitsWidth ? <Trans>Whole page</Trans> : <Trans>Full width</Trans>}
        </Button>
      </div>
      <ViewerTools {...props} />
    </div>
  )
}

function PageJump({ current, pages, goTo }: ViewerToolbarProps) {
  const pageCount = pages.length
  const { t } = useLingui()
  /** Null while nothing is typed: then it is the page one looks at. */
  const [typed, setTyped] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  // What is typed next takes the place of the number, also after going to a page.
  useEffect(() => {
    if (typed === null && document.activeElement === input.current) input.current?.select()
  }, [typed, current])
  function jump(event: FormEvent) {
    event.preventDefault()
    const page = Number.parseInt(typed ?? '', 10)
    if (page >= 1 && page <= pageCount) goTo(page - 1)
    setTyped(null)
  }
  return (
    <form className="flex items-center gap-2" onSubmit={jump}>
      <input
        ref={input}
        aria-label={t`Page`}
        inputMode="numeric"
        className="h-9 w-12 rounded border border-line-field bg-sheet text-center tabular-nums max-md:h-11"
        value={typed ?? String(current + 1)}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => setTyped(null)}
        onFocus={(event) => event.target.select()}
      />
      <span className="text-ink-secondary tabular-nums">/ {pageCount}</span>
    </form>
  )
}

function DocumentChoice({ documents, current, goTo }: ViewerToolbarProps) {
  const { t } = useLingui()
  const shown = documents.findLast((document) => document.position <= current) ?? documents[0]
  return (
    <select
      aria-label={t`Document`}
      className="h-9 max-w-48 rounded border border-line-field bg-sheet px-2 max-md:h-11 max-sm:min-w-0 max-sm:max-w-none max-sm:shrink max-sm:grow"
      value={shown?.id}
      onChange={(event) => {
        const chosen = documents.find((document) => document.id === event.target.value)
        if (chosen) goTo(chosen.position)
      }}
    >
      {documents.map((document) => (
        <option key={document.id} value={document.id}>
          {document.name}
        </option>
      ))}
    </select>
  )
}
