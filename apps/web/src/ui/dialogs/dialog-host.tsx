import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useId, useRef, type ReactNode, type SyntheticEvent } from 'react'
import { useStore } from '#web/lib/browser/store.ts'
import { RefusalNotice } from '../notices/refusal-notice.tsx'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { focusContent } from '../layout/layout.tsx'
import { snackbars } from './snackbar-store.ts'
import { act, activeDialog, activeOverlay, close, type Active } from './dialog-store.ts'
import { during, hosts, isDismissible, leave, leaveTop, type ModalKind } from './leave-dialog.ts'
import { isUsable } from '../forms/use-held-focus.ts'
import { later } from '#web/ui/later.tsx'

const SnackbarHost = later(
  async () => ({ default: (await import('./snackbar-host.tsx')).SnackbarHost }),
  'nothing',
)

/** Shows the active dialog and overlay. The platform's own modal keeps the focus in and gives it back. */
export function DialogHost() {
  const dialog = useStore(activeDialog)
  const overlay = useStore(activeOverlay)
  const { history } = useRouter()
  useEffect(() => {
    const isMove = (action: string) => action !== 'PUSH' && action !== 'REPLACE'
    return history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }) => isMove(action) && leaveTop(),
    })
  }, [history])
  return (
    <>
      {overlay && <Modal key={overlay.id} active={overlay} kind="overlay" isTop={!dialog} />}
      {dialog && <Modal key={dialog.id} active={dialog} kind="dialog" isTop />}
    </>
  )
}

const frames = {
  dialog:
    'm-auto w-[calc(100%-2rem)] max-h-[calc(100dvh-2rem)] rounded-sheet bg-sheet p-0 text-ink shadow-float',
  overlay: 'overlay m-0 h-dvh max-h-none w-full max-w-none bg-sheet p-0 text-ink',
}

/** On a phone a sheet from edge to edge, so that a finger has room to write. */
const wideDialog =
  'sm:max-w-3xl max-sm:mb-0 max-sm:w-full max-sm:max-w-none max-sm:rounded-b-none max-sm:pb-[env(safe-area-inset-bottom)] short:max-h-dvh short:w-full short:max-w-none short:rounded-none'

function Modal({ active, kind, isTop }: { active: Active; kind: ModalKind; isTop: boolean }) {
  const { t } = useLingui()
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const { id, request, loading, failure } = active
  const host = hosts[kind]

  useEffect(() => {
    const before = document.activeElement
    const shown = element.current
    shown?.showModal()
    return () => {
      shown?.close()
      if (before instanceof HTMLElement) before.focus()
      // What one came from may go with what was done: the page is there.
      window.setTimeout(() => {
        const { activeElement } = document
        const isLost = !activeElement || activeElement === document.body || !isUsable(activeElement)
        if (isLost) focusContent()
      }, 100)
    }
  }, [])

  function escape(event: SyntheticEvent | Event) {
    event.preventDefault()
    leave(kind)
  }

  useEscape(isTop, escape)

  /** The second gesture back closes it whatever a browser was told: what is still open is shown again, in its order. */
  function stay() {
    const own = element.current
    if (!own || own.open || host.get()?.id !== id) return
    const above = kind === 'overlay' ? [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')] : []
    for (const dialog of [own, ...above]) {
      dialog.close()
      dialog.showModal()
    }
  }

  const controls = {
    loading,
    failure,
    close: () => close(host, id),
    during: <Result,>(work: () => Promise<Result>) => during(kind, id, work),
    act: (action: unknown) => void act(host, id, action, (done) => kind === 'dialog' || done === 'complete'),
  }
  return (
    <dialog
      ref={element}
      aria-labelledby={titleId}
      aria-busy={loading}
      onCancel={escape}
      onClose={stay}
      className={classNames(
        frames[kind],
        kind === 'dialog' && (request.width === 'wide' ? wideDialog : 'max-w-lg'),
      )}
    >
      <div
        className={
          kind === 'dialog'
            ? 'p-5 sm:p-6'
            : classNames(
                'mx-auto flex min-h-full flex-col p-5',
                request.width === 'wide' ? 'max-w-5xl' : 'justify-center',
                request.width !== 'wide' && (request.mark ? 'max-w-md text-center' : 'max-w-xl'),
              )
        }
      >
        <div
          className={
            request.mark
              ? 'mb-4 flex flex-col items-center gap-4'
              : 'mb-4 flex items-start justify-between gap-4'
          }
        >
          {request.mark}
          <h2
            id={titleId}
            tabIndex={-1}
            className={classNames(
              'font-semibold focus:outline-none',
              request.mark ? 'text-xl text-balance' : 'text-lg',
            )}
          >
            {request.title}
          </h2>
          {isDismissible(kind, active) && (
            <div className={request.mark ? 'absolute top-3 right-3' : '-m-1.5'}>
              <Button
                type="text"
                color="neutral"
                size="sm"
                icon="close"
                label={t`Close`}
                disabled={loading}
                onClick={() => leave(kind)}
              />
            </div>
          )}
        </div>
        {request.content(controls)}
        {failure !== null && (
          <div className="mt-4">
            <RefusalNotice failure={failure} />
          </div>
        )}
      </div>
      {isTop && <Messages />}
    </dialog>
  )
}

/** What lies outside a modal can be neither read out nor pressed: while one is open, messages are in it. */
function Messages() {
  const snackbar = useStore(snackbars)[0]
  return (
    <div role="status" aria-live="polite">
      {snackbar && (
        <Suspense>
          <SnackbarHost />
        </Suspense>
      )}
    </div>
  )
}

/** The key itself and not what the browser makes of it: that it can be told to leave alone only once in a row. */
function useEscape(isTop: boolean, escape: (event: Event) => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isOthers = event.defaultPrevented || event.isComposing || hasOpenList(event.target)
      if (event.key === 'Escape' && isTop && !isOthers) escape(event)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}

/** Escape closes a select's list first. */
function hasOpenList(target: EventTarget | null): boolean {
  const isSelect = target instanceof HTMLSelectElement
  return isSelect && CSS.supports('selector(:open)') && target.matches(':open')
}

/** The buttons of a centred screen: its one action, as wide as the screen, with the others under it. */
export function ScreenButtons({ children }: { children: ReactNode }) {
  return <div className="mt-2 flex w-full flex-col gap-2 *:w-full">{children}</div>
}

/** The row of buttons at a dialog's end: what happens is last and is reached first by the thumb. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">{children}</div>
}
