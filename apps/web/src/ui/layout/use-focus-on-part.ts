import { useEffect, useRef, type RefObject } from 'react'
import { mainId } from './layout.tsx'

/**
 * One part of a page has taken the place of another, and of the button that was pressed there: the focus goes to the page's
 * content, or to the box that holds the parts. Undefined while nothing is shown yet.
 */
export function useFocusOnPart(part: unknown, box?: RefObject<HTMLElement | null>): void {
  const before = useRef(part)
  useEffect(() => {
    const was = before.current
    before.current = part
    if (was === part || was === undefined) return
    const { activeElement } = document
    if (activeElement && activeElement !== document.body) return
    const content = box ? box.current : document.getElementById(mainId)
    content?.focus({ preventScroll: true })
  }, [part, box])
}
