import { useState } from 'react'

/**
 * A button that becomes unavailable while it has the focus keeps it until the focus moves on. With the attribute `disabled`
 * the browser would take the focus to the start of the page (WCAG 2.4.3), in newer ones a frame later.
 */
export function useHeldFocus(disabled: boolean) {
  const [focused, setFocused] = useState(false)
  const held = disabled && focused
  return {
    held,
    props: {
      disabled: disabled && !held,
      'aria-disabled': held || undefined,
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  }
}

/** Whether an element can be used and so keep the focus. One that was disabled may still be the document's active element. */
export function isUsable(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled, [aria-disabled="true"]')
}
