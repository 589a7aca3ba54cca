import { useLingui } from '@lingui/react/macro'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { SimpleLayout } from '#web/ui/layout/layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'

/** A signature request that could not be loaded: why, another try, and the way to one's documents. */
export function RequestNotShown({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const { t } = useLingui()
  const title = t`This can’t be displayed`
  usePageTitle(title)
  return (
    <SimpleLayout>
      <h1 className="sr-only">{title}</h1>
      <ErrorState failure={failure} onRetry={onRetry} />
      <div className="text-center">
        <Button type="text" to={paths.dashboard()}>
          {t`My documents`}
        </Button>
      </div>
    </SimpleLayout>
  )
}
