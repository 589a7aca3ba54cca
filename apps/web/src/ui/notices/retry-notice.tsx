import { Trans } from '@lingui/react/macro'
import { Button } from '../button.tsx'
import { ErrorNotice } from './error-notice.tsx'

/** A part of a page or a dialog that could not be fetched, with another try. */
export function RetryNotice({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  return (
    <ErrorNotice
      failure={failure}
      action={
        <Button type="secondary" size="sm" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    />
  )
}
