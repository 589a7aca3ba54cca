import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import type { Draw } from '../draw.ts'
import type { Zoom } from '../geometry.ts'
import type { PageSource } from '../page-source.ts'
import type { ViewerPage } from '../viewer-page.ts'
import { FindBar } from './find-bar.tsx'
import { listenToKeys, type KeyView } from './viewer-keys.ts'
import { listenToGestures } from './zoom-gestures.ts'

export interface ViewerToolsProps extends Omit<KeyView, 'find' | 'pageCount' | 'setZoom'> {
  setZoom: (zoom: Zoom) => void
  factor: number
  /** Null until it is there. */
  container: HTMLElement | null
  pages: readonly ViewerPage[]
  source: PageSource
  /** Stays the same: what is drawn goes when another one comes. */
  onDraw: (draw: () => Draw | null) => void
  /** Finding and turning are for reading: where one places fields there are the keys alone. */
  reads: boolean
}

/** What one reads with: finding, turning the view, and the keys. */
export function ViewerTools(props: ViewerToolsProps) {
  const { container, pages, reads, turn, onDraw } = props
  const { t } = useLingui()
  const [finding, setFinding] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const find = reads
    ? () => {
        setFinding(true)
        document.querySelector<HTMLInputElement>('search input')?.select()
      }
    : null
  const latest = useRef<KeyView & Pick<ViewerToolsProps, 'factor' | 'setZoom'>>(null!)
  latest.current = { ...props, pageCount: pages.length, find }
  useEffect(() => {
    if (!container) return
    const stopKeys = listenToKeys(container, () => latest.current)
    const factor = () => latest.current.factor
    const stopGestures = listenToGestures(container, factor, (zoom) => latest.current.setZoom(zoom))
    return () => {
      stopKeys()
      stopGestures()
    }
  }, [container])
  if (!reads || !container) return null
  return (
    <>
      <div className="flex items-center max-sm:hidden">
        <Button
          ref={opener}
          type="text"
          color="neutral"
          size="sm"
          icon="search"
          label={t`Find in document`}
          aria-expanded={finding}
          onClick={() => (finding ? close() : find?.())}
        />
        {turn && (
          <Button
            type="text"
            color="neutral"
            size="sm"
            icon="rotate"
            label={t`Rotate pages clockwise`}
            onClick={turn}
          />
        )}
      </div>
      <div className="ml-auto sm:hidden">
        <Menu
          button={{ type: 'text', color: 'neutral', size: 'sm', icon: 'more', label: t`Document tools` }}
          items={[
            { label: t`Find in document`, icon: 'search', onSelect: () => find?.() },
            ...(turn ? [{ label: t`Rotate pages clockwise`, icon: 'rotate' as const, onSelect: turn }] : []),
            { label: t`Larger`, icon: 'plus', onSelect: () => props.step(1) },
            { label: t`Smaller`, icon: 'minus', onSelect: () => props.step(-1) },
            { label: t`Full width`, onSelect: () => props.setZoom({ fit: 'width' }) },
          ]}
        />
      </div>
      {finding && (
        <FindBar
          pages={pages}
          source={props.source}
          container={container}
          current={props.current}
          onDraw={onDraw}
          onClose={close}
        />
      )}
    </>
  )

  function close() {
    setFinding(false)
    // On a phone the menu that it came from is closed.
    if (opener.current?.offsetParent) opener.current.focus()
    else container?.focus({ preventScroll: true })
  }
}
