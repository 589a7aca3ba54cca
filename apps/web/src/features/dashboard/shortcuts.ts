/** Single keys for daily users. They can be turned off (WCAG 2.1.4) and never fire while one types. */
export const shortcutKeys = ['/', 'n', 'j', 'k', 'x', 'X', '?'] as const
export type Shortcut = (typeof shortcutKeys)[number]

interface Press {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  repeat: boolean
}

export function shortcutOf(press: Press, typing: boolean): Shortcut | null {
  if (typing || press.ctrlKey || press.metaKey || press.altKey) return null
  const found = shortcutKeys.find((key) => key === press.key) ?? null
  const repeatable = found === 'j' || found === 'k'
  return press.repeat && !repeatable ? null : found
}

/** Is what has the focus something one types into, or a dialog's own? */
export function isTyping(element: Element | null): boolean {
  return Boolean(
    element?.closest(
      'input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=menu], dialog',
    ),
  )
}
