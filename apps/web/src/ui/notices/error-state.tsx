import { useLingui as useCatalog } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'

/** Shown where the content would be, with the way on. */
export function ErrorState({ failure, onRetry }: { failure: unknown; onRetry?: () => void }) {
  const { i18n } = useCatalog()
  return (
    <div role="alert" className="flex flex-col items-center px-4 py-16 text-center">
      <span className="mb-4 text-error">
        <Icon name="warning" size={36} />
      </span>
      <p className="max-w-md">{describeFailure(failure, i18n)}</p>
      {onRetry && (
        <div className="mt-5">
          <Button type="secondary" onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}
