import type { KeyboardEvent, RefObject } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import { isUsable } from '#web/ui/forms/use-held-focus.ts'

/**
 * Alt with the arrow keys moves the row one is in, with Home and End to an end of the list. The focus stays where it was:
 * the browser takes it away from an element that moves, and from a button that has nothing left to do.
 */
export function useRowKeys(
  list: RefObject<HTMLElement | null>,
  order: string,
  count: number,
  move: (from: number, to: number) => void,
) {
  const focused = useRef<{ element: HTMLElement; row: string } | null>(null)
  const [moved, setMoved] = useState<number | null>(null)

  useLayoutEffect(() => {
    const was = focused.current
    focused.current = null
    if (!was) return
    if (isUsable(was.element)) {
      if (document.activeElement !== was.element) was.element.focus()
      return
    }
    const row = [...(list.current?.children ?? [])].find((one) => one.getAttribute('data-row') === was.row)
    const controls = row?.querySelectorAll<HTMLElement>('button, input') ?? []
    ;[...controls].find(isUsable)?.focus()
  }, [order, list])

  /** To be told before the rows change places, by whatever means. */
  function keepFocus() {
    const element = document.activeElement
    const row = element?.closest('[data-row]')?.getAttribute('data-row')
    focused.current = element instanceof HTMLElement && row ? { element, row } : null
  }

  function onKeyDown(event: KeyboardEvent, index: number) {
    const to = event.altKey ? targetOf(event.key, index, count) : null
    // In a select the keys open its list.
    if (to === null || event.target instanceof HTMLSelectElement) return
    event.preventDefault()
    event.stopPropagation()
    if (to === index) return
    keepFocus()
    move(index, to)
    setMoved(to)
  }

  return {
    moved,
    onKeyDown,
    move(from: number, to: number) {
      keepFocus()
      move(from, to)
      setMoved(to)
    },
  }
}

function targetOf(key: string, index: number, count: number): number | null {
  if (key === 'ArrowUp') return Math.max(0, index - 1)
  if (key === 'ArrowDown') return Math.min(count - 1, index + 1)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
