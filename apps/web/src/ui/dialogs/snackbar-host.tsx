import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from '#web/lib/browser/store.ts'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { activeDialog } from './dialog-store.ts'
import { dismissSnackbar, snackbars, type Snackbar } from './snackbar-store.ts'

const swipeAway = 50

/** Shows the first message of the queue; is in a live region. */
export function SnackbarHost() {
  const first = useStore(snackbars)[0]
  const isOverDialog = useStore(activeDialog) !== null
  if (!first) return null
  const view = <SnackbarView key={first.id} snackbar={first} />
  // A part that is gone has no place for it any longer.
  if (first.attach?.isConnected) {
    const inside = <div className="flex justify-center p-2">{view}</div>
    return createPortal(inside, first.attach)
  }
  return (
    <div
      className={classNames(
        'pointer-events-none fixed inset-x-0 z-50 flex justify-center p-4',
        // A dialog has buttons at the bottom, and its close button at the top: what covers them can't be pressed, and stays
        // while the pointer is on it.
        isOverDialog ? 'top-20' : 'bottom-0 pb-20 md:pb-6',
      )}
    >
      {view}
    </div>
  )
}

function SnackbarView({ snackbar }: { snackbar: Snackbar }) {
  const { t } = useLingui()
  const { id, message, duration, indefinite, dismissible, action } = snackbar
  const [held, setHeld] = useState(false)
  const startX = useRef<number | null>(null)

  // Hovering or focusing pauses; leaving starts the time again.
  useEffect(() => {
    if (held || indefinite) return
    const timer = window.setTimeout(() => dismissSnackbar(id), duration)
    return () => window.clearTimeout(timer)
  }, [held, indefinite, duration, id])

  function swipe(event: PointerEvent) {
    if (dismissible && startX.current !== null && Math.abs(event.clientX - startX.current) > swipeAway) {
      dismissSnackbar(id)
    }
  }

  return (
    <div
      className="pointer-events-auto flex max-w-lg touch-pan-y items-center gap-2 rounded bg-ink py-1.5 pr-2 pl-4 text-sm text-sheet shadow-float"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerDown={(event) => (startX.current = event.clientX)}
      onPointerMove={swipe}
      onPointerUp={() => (startX.current = null)}
    >
      {snackbar.color !== 'neutral' && (
        <Icon name={snackbar.color === 'success' ? 'checkCircle' : 'warning'} />
      )}
      <span className="grow py-2">{message}</span>
      {action && (
        <button
          type="button"
          className="min-h-11 cursor-pointer rounded px-3 font-semibold underline focus-visible:outline-sheet md:min-h-8"
          onClick={() => {
            action.handler()
            dismissSnackbar(id)
          }}
        >
          {action.text}
        </button>
      )}
      {dismissible && (
        <button
          type="button"
          aria-label={t`Dismiss message`}
          className="grid size-11 cursor-pointer place-items-center rounded focus-visible:outline-sheet md:size-8"
          onClick={() => dismissSnackbar(id)}
        >
          <Icon name="close" size={16} />
        </button>
      )}
    </div>
  )
}
