import { useEffect, useRef } from 'react'
import { mainId } from './layout.tsx'

/**
 * One part of a page has taken the place of another, and of the button that was pressed there: reading goes on in it.
 * Undefined while nothing is shown yet.
 */
export function useFocusOnPart(part: unknown): void {
  const before = useRef(part)
  useEffect(() => {
    const was = before.current
    before.current = part
    if (was === part || was === undefined) return
    const { activeElement } = document
    if (!activeElement || activeElement === document.body)
      document.getElementById(mainId)?.focus({ preventScroll: true })
  }, [part])
}
