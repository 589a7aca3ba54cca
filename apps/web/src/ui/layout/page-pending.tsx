import { useLingui } from '@lingui/react/macro'
import { mainId } from './layout.tsx'
import { Spinner } from '../progress.tsx'

/** A page that takes more than a moment to come. */
export function PagePending() {
  const { t } = useLingui()
  return (
    <main id={mainId} tabIndex={-1} className="grid min-h-page place-items-center text-ink-secondary">
      <div role="status" aria-label={t`Loading`}>
        <Spinner size={28} />
      </div>
    </main>
  )
}
