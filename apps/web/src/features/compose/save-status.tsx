import { useLingui as useCatalog } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { describeFailure } from '#web/lib/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ConflictNotice, TakenNotice } from './conflict-notice.tsx'
import type { Compose } from './use-compose.ts'

/** One word on whether the draft is safe. */
export function SaveStatus({ compose }: { compose: Compose }) {
  const { state } = compose.save
  return (
    <span
      role="status"
      className="flex items-center gap-1.5 text-right text-sm text-ink-secondary max-sm:max-w-40 max-sm:text-xs max-sm:leading-tight"
    >
      {state === 'saved' && (
        <>
          <Icon name={compose.hasUnsavedPeople ? 'clock' : 'check'} size={16} />
          {compose.hasUnsavedPeople ? (
            <Trans>Saved, except signers without a valid email</Trans>
          ) : (
            <Trans>Saved</Trans>
          )}
        </>
      )}
      {(state === 'waiting' || state === 'saving') && <Trans>Saving …</Trans>}
      {(state === 'failed' || state === 'conflict') && (
        <span className="flex items-center gap-1.5 text-error">
          <Icon name="warning" size={16} />
          <Trans>Not saved</Trans>
        </span>
      )}
    </span>
  )
}

/** What to do when a save failed, and what was changed in another place. */
export function SaveProblem({ compose }: { compose: Compose }) {
  const { i18n } = useCatalog()
  const { state, failure } = compose.save
  if (state === 'failed') {
    return (
      <Notice
        kind="error"
        title={<Trans>We couldn’t save the draft</Trans>}
        action={
          <Button type="secondary" size="sm" onClick={() => void compose.flush()}>
            <Trans>Save again</Trans>
          </Button>
        }
      >
        {describeFailure(failure, i18n)}
      </Notice>
    )
  }
  if (compose.conflict) return <ConflictNotice compose={compose} conflict={compose.conflict} />
  if (compose.taken.length > 0) return <TakenNotice compose={compose} />
  return null
}
