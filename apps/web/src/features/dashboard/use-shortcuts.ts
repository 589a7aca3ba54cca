import { useEffect, useRef } from 'react'
import { areShortcutsOn } from '#web/lib/browser/shortcut-switch.ts'
import { isTyping, shortcutOf, type Shortcut } from './shortcuts.ts'

export function useShortcuts(actions: Partial<Record<Shortcut, () => void>>): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const shortcut = shortcutOf(event, isTyping(document.activeElement))
      const act = shortcut === null ? undefined : latest.current[shortcut]
      if (!act || !areShortcutsOn()) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** Moves the focus through the list's rows; from elsewhere to the first. */
export function moveRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex((row) => row === document.activeElement)
  const next = at === -1 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)
  rows[next]?.focus()
}
