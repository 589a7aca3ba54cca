import { useState } from 'react'
import { readCookie, writeCookie } from '#web/lib/browser/cookie.ts'
import { readView, viewCookie, writeView, type ViewState } from './view-state.ts'

/** The view and how to change a part of it; every change is kept. */
export function useView(): [ViewState, (part: Partial<ViewState>) => void] {
  const [view, setView] = useState(() => readView(readCookie(viewCookie)))
  function change(part: Partial<ViewState>) {
    const next = { ...view, ...part }
    setView(next)
    writeCookie(viewCookie, writeView(next))
  }
  return [view, change]
}
