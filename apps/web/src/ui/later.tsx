import { useLingui as useCatalog } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { use, useEffect, useLayoutEffect, useRef, useState, type ComponentType } from 'react'
import { createStore, useStore } from '#web/lib/browser/store.ts'
import { isCallError, isNotLoaded, notLoaded } from '#web/lib/calls/call-error.ts'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { Button } from './button.tsx'
import { mainId } from './layout/layout.tsx'

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>
type Outcome<Props> = { readonly Part: ComponentType<Props> } | { readonly failure: unknown }

/**
 * A part of a page that is loaded when it shows, within a `Suspense`. Unlike React’s `lazy`, one that can’t be loaded leaves
 * the page as it is: it says so in its place, and can be asked for again. `nothing`: the page does without it.
 */
export function later<Props extends object>(
  load: Load<Props>,
  otherwise: 'notice' | 'button' | 'nothing' = 'notice',
): ComponentType<Props> {
  const known = createStore<Outcome<Props> | null>(null)
  let loading: Promise<void> | null = null
  // Of tries at the same time the first that succeeds counts: the part may be in use when another one ends.
  function settle(outcome: Outcome<Props>) {
    const before = known.get()
    if (!before || 'failure' in before) known.set(outcome)
  }
  const ask = () =>
    load().then(
      ({ default: Part }) => settle({ Part }),
      (failure: unknown) => settle({ failure }),
    )
  // The next visit asks for it again.
  function forget() {
    const outcome = known.get()
    if (!outcome || 'Part' in outcome) return
    loading = null
    known.set(null)
  }
  return function Later(props) {
    const outcome = useStore(known)
    useEffect(() => forget, [])
    if (outcome === null) return use((loading ??= ask())) ?? null
    if ('Part' in outcome) return <outcome.Part {...props} />
    if (otherwise === 'nothing') return null
    return <NotLoaded failure={outcome.failure} isSmall={otherwise === 'button'} retry={ask} />
  }
}

/** A browser says that it is online before anything can be reached, and not at all when it was the service that was away. */
function retryUntilReachable(retry: () => Promise<void>): () => void {
  let wait = 1000
  let isStopped = false
  let timer = window.setTimeout(() => void ask(), wait)
  async function ask() {
    window.clearTimeout(timer)
    if (navigator.onLine) await retry()
    if (isStopped) return
    wait = Math.min(wait * 2, 30_000)
    window.clearTimeout(timer)
    timer = window.setTimeout(() => void ask(), wait)
  }
  function onLine() {
    wait = 500
    void ask()
  }
  window.addEventListener('online', onLine)
  return () => {
    isStopped = true
    window.clearTimeout(timer)
    window.removeEventListener('online', onLine)
  }
}

/** Says what happened where the part would be. Nothing else of the page has changed. */
export function NotLoaded(props: { failure: unknown; isSmall?: boolean; retry: () => Promise<void> }) {
  const { isSmall = false, retry } = props
  const { i18n } = useCatalog()
  const element = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState(false)
  const failure = isNotLoaded(props.failure) ? notLoaded() : props.failure
  async function again() {
    setBusy(true)
    await retry()
    setBusy(false)
  }
  // The button goes with the notice, whether it was pressed or the part came without: the keyboard continues on the page.
  useLayoutEffect(() => {
    const { current: notice } = element
    return () => {
      if (!notice?.contains(document.activeElement)) return
      const place = notice.closest('dialog')?.querySelector('h2') ?? document.getElementById(mainId)
      place?.focus({ preventScroll: true })
    }
  }, [])
  const isUnreachable = isCallError(failure, 'network')
  useEffect(() => (isUnreachable ? retryUntilReachable(retry) : undefined), [isUnreachable, retry])
  return (
    <div
      ref={element}
      role="alert"
      className={
        isSmall
          ? 'flex'
          : 'flex flex-wrap items-center justify-between gap-3 rounded bg-error-ground p-3 text-sm text-ink'
      }
    >
      <p className={isSmall ? 'sr-only' : 'min-w-48 flex-1'}>{describeFailure(failure, i18n)}</p>
      <div className="flex flex-wrap gap-2">
        <Button type="secondary" size="sm" loading={busy} onClick={() => void again()}>
          <Trans>Try again</Trans>
        </Button>
        {isCallError(failure, 'outdated') && !isSmall && (
          <Button type="secondary" size="sm" onClick={() => location.reload()}>
            <Trans>Reload</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}
