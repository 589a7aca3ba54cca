import { useEffect, useRef, useState } from 'react'
import type { Compose } from '../use-compose.ts'

/** Control with Z takes the last change back, with Shift or Y makes it again; words in a text field are its own. */
export function useUndoKeys(compose: Pick<Compose, 'undo' | 'redo'>): 'undone' | 'redone' | null {
  const [done, setDone] = useState<'undone' | 'redone' | null>(null)
  const latest = useRef(compose)
  latest.current = compose
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event.target)) return
      const key = event.key.toLowerCase()
      const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
      if (!isRedo && key !== 'z') return
      event.preventDefault()
      const { undo, redo } = latest.current
      if (isRedo ? redo() : undo()) setDone(isRedo ? 'redone' : 'undone')
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return done
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  const field =
    'textarea, select, input:not([type=checkbox], [type=radio]), [contenteditable], dialog[open] *'
  return target.matches(field)
}
