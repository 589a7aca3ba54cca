import { useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useRef } from 'react'
import { Spinner } from '../progress.tsx'
import { focusContent, mainId } from './layout.tsx'

/** A page that takes more than a moment to come. The focus, if it is here by then, goes to its content. */
export function PagePending() {
  const { t } = useLingui()
  const main = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const own = main.current
    return () => {
      if (document.activeElement !== own) return
      // In the same commit the content takes its place.
      queueMicrotask(focusContent)
    }
  }, [])
  return (
    <main
      ref={main}
      id={mainId}
      tabIndex={-1}
      className="grid min-h-page place-items-center text-ink-secondary"
    >
      <div role="status" aria-label={t`Loading`}>
        <Spinner size={28} />
      </div>
    </main>
  )
}
