import { useLingui } from '@lingui/react/macro'
import { Spinner } from '../progress.tsx'

/** A page that takes more than a moment to come. The focus waits for its content. */
export function PagePending() {
  const { t } = useLingui()
  return (
    <main className="grid min-h-page place-items-center text-ink-secondary">
      <div role="status" aria-label={t`Loading`}>
        <Spinner size={28} />
      </div>
    </main>
  )
}
