import type { Business } from '@countersign/contract/businesses.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { type DialogControls, openOverlay } from '#web/ui/dialogs/dialog-store.ts'
import { ErrorNotice } from '#web/ui/notices/error-notice.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { RetryNotice } from '#web/ui/notices/retry-notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { paths } from '#web/lib/paths.ts'
import { SeatsStepper } from '../plans/plan-choice.tsx'
import { PreviewLines } from '../orders/preview-lines.tsx'
import { useCurrent, usePlanSeats, useSeats } from './use-seats.ts'

/** More seats, with what they cost: they are there at once. */
export function openAddSeats(business: Business, onAdded?: () => void): void {
  openOverlay({
    namespace: 'business',
    name: 'add-seats',
    title: <Trans>Add seats</Trans>,
    dismissible: true,
    content: ({ close, during }) => (
      <AddSeats
        business={business}
        close={close}
        during={during}
        onAdded={() => {
          close()
          onAdded?.()
        }}
      />
    ),
  })
}

function AddSeats(
  props: Pick<DialogControls, 'close' | 'during'> & { business: Business; onAdded: () => void },
) {
  const { t } = useLingui()
  const { close, during, onAdded } = props
  const business = useCurrent(props.business)
  const paid = business.billing?.seats ?? 1
  const max = usePlanSeats(business)?.max ?? null
  const { seats, setSeats, preview, previewFailure, previewAgain, busy, failure, cardProblem, change } =
    useSeats(business, (now) => now + 1)
  async function add() {
    if (!(await during(() => change()))) return
    showSnackbar(t`Seats added.`, { color: 'success' })
    onAdded()
  }
  if (max !== null && max <= paid)
    return (
      <>
        <p>
          <Trans>Your plan can’t have more seats. Choose a larger plan instead.</Trans>
        </p>
        <DialogButtons>
          <Button onClick={close} to={paths.businessUpgrade()}>
            <Trans>Change plan</Trans>
          </Button>
        </DialogButtons>
      </>
    )
  return (
    <div className="flex flex-col gap-5">
      <p className="text-ink-secondary">
        <Trans>
          You have {paid} seats now. New seats are available immediately; you pay for the rest of the current
          period.
        </Trans>
      </p>
      <SeatsStepper value={seats} range={{ min: paid + 1, max: max ?? 10_000 }} onChange={setSeats} />
      {preview ? (
        <PreviewLines preview={preview} stale={false} />
      ) : previewFailure === null ? (
        <Skeleton className="h-32" />
      ) : (
        <RetryNotice failure={previewFailure} onRetry={previewAgain} />
      )}
      {failure !== null && <ErrorNotice failure={failure} />}
      {cardProblem !== null && <Notice kind="error">{cardProblem}</Notice>}
      <DialogButtons>
        <Button type="secondary" color="neutral" disabled={busy} onClick={close}>
          <Trans>Cancel</Trans>
        </Button>
        <Button loading={busy} disabled={!preview} onClick={() => void add()}>
          <Trans>Add seats</Trans>
        </Button>
      </DialogButtons>
    </div>
  )
}
