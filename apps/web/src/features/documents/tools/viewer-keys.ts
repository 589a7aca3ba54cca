import { session } from '#web/lib/account/session.ts'
import { areShortcutsOn } from '#web/lib/browser/shortcut-switch.ts'

export interface KeyView {
  readonly current: number
  readonly pageCount: number
  readonly goTo: (position: number) => void
  readonly step: (direction: 1 | -1) => void
  readonly setZoom: (zoom: { fit: 'width' | 'page' }) => void
  /** Where the viewer can. */
  readonly turn: (() => void) | null
  readonly find: (() => void) | null
}

/** Most of what one sees, so that a line of it is seen again. */
const screenful = 0.9

function actions(view: KeyView, container: HTMLElement): Record<string, (() => void) | null> {
  const scroll = (by: number) => container.scrollBy({ top: by * container.clientHeight })
  return {
    '+': () => view.step(1),
    '=': () => view.step(1),
    '-': () => view.step(-1),
    '0': () => view.setZoom({ fit: 'width' }),
    '9': () => view.setZoom({ fit: 'page' }),
    r: view.turn,
    ArrowRight: () => view.goTo(view.current + 1),
    ArrowLeft: () => view.goTo(view.current - 1),
    PageDown: () => scroll(screenful),
    PageUp: () => scroll(-screenful),
    Home: () => view.goTo(0),
    End: () => view.goTo(view.pageCount - 1),
  }
}

/**
 * The keys of the viewer: while one is in the document, or nowhere else in particular. Ctrl+F finds in the pages, which the
 * browser knows only near what is in sight; pressed again in the search field it is the browser's own.
 */
export function listenToKeys(container: HTMLElement, look: () => KeyView): () => void {
  function onKeyDown(event: KeyboardEvent) {
    const target = event.target instanceof HTMLElement ? event.target : document.body
    if (event.defaultPrevented || document.querySelector('dialog[open], [role=dialog]')) return
    const view = look()
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 'f') {
      if (!view.find || target.matches('search input')) return
      event.preventDefault()
      view.find()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey || !target.contains(container)) return
    const act = actions(view, container)[event.key]
    // Keys that have a name can't be pressed by a word one says (WCAG 2.1.4). Single ones can be turned off, and a guest, who has no
    // switch for it, has them while the document has the focus.
    const isHeard = session.get() === null ? target === container : areShortcutsOn()
    if (!act || (event.key.length === 1 && !isHeard)) return
    event.preventDefault()
    act()
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}
