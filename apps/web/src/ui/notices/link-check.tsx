import { Trans } from '@lingui/react/macro'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { Button } from '../button.tsx'
import { Spinner } from '../progress.tsx'
import { RefusalNotice } from './refusal-notice.tsx'

interface LinkCheckProps {
  /** Null while the link is being checked. */
  failure: unknown
  retry: () => void
  /** Where a new link is asked for. */
  newLink: string
}

/** A mailed link is being checked, or was not good: then the way to a new one. */
export function LinkCheck({ failure, retry, newLink }: LinkCheckProps) {
  if (failure === null) {
    return (
      <p role="status" className="flex items-center gap-3">
        <Spinner />
        <Trans>Checking your link …</Trans>
      </p>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <RefusalNotice failure={failure} />
      {isCallError(failure, 'confirmation.invalid') ? (
        <Button to={newLink} block>
          <Trans>Request new link</Trans>
        </Button>
      ) : (
        <Button block onClick={retry}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  )
}
