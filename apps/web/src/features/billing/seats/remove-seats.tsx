import type { BillingPreview } from '@countersign/contract/billing-shapes.ts'
import { listBusinessAdmins, listBusinessMembers } from '@countersign/contract/businesses.ts'
import type { Business, BusinessMember } from '@countersign/contract/businesses.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { call } from '#web/lib/calls/api.ts'
import { useCurrentUser } from '#web/lib/account/current-user.ts'
import { formatDate } from '#web/lib/language/format.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { type DialogControls, openDialog } from '#web/ui/dialogs/dialog-store.ts'
import { ErrorNotice } from '#web/ui/notices/error-notice.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { RetryNotice } from '#web/ui/notices/retry-notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { formatMoney } from '../money.ts'
import { SeatsStepper } from '../plans/plan-choice.tsx'
import { useCurrent, usePlanSeats, useSeats } from './use-seats.ts'

/** Fewer seats from the next period on, and who gives up theirs. */
export function openRemoveSeats(business: Business): void {
  openDialog({
    namespace: 'business',
    name: 'remove-seats',
    title: <Trans>Remove seats</Trans>,
    content: ({ close, during }) => <RemoveSeats business={business} close={close} during={during} />,
  })
}

function RemoveSeats({
  business: opened,
  close,
  during,
}: Pick<DialogControls, 'close' | 'during'> & { business: Business }) {
  const business = useCurrent(opened)
  const { t, i18n } = useLingui()
  const paid = business.billing?.seats ?? 1
  const { seats, setSeats, preview, previewFailure, previewAgain, busy, failure, change } = useSeats(
    business,
    (now) => now - 1,
  )
  const min = usePlanSeats(business)?.min ?? 1
  const people = usePeople(business.id)
  const [chosen, setChosen] = useState<readonly string[]>([])
  // Invitations hold no seat that someone could give up, nor do people who are locked.
  const seated = people.found?.filter(({ locked }) => !locked) ?? null
  const tooMany = Math.max(0, (seated?.length ?? 0) - seats)
  const day = business.billing?.periodEndsAt && formatDate(business.billing.periodEndsAt, i18n.locale)
  async function remove() {
    const named = chosen.slice(0, tooMany)
    if (!(await during(() => change(named.length > 0 ? named : undefined)))) return
    close()
    showSnackbar(t`Seats will be removed at the end of the period.`, { color: 'success' })
  }
  if (min >= paid)
    return (
      <>
        <p>
          <Trans>Your plan can’t have fewer seats. Choose a smaller plan instead.</Trans>
        </p>
        <DialogButtons>
          <Button type="secondary" color="neutral" onClick={close}>
            <Trans>Keep seats</Trans>
          </Button>
          <Button onClick={close} to={paths.businessUpgrade()}>
            <Trans>Change plan</Trans>
          </Button>
        </DialogButtons>
      </>
    )
  return (
    <div className="flex flex-col gap-4">
      <p>
        {day ? (
          <Trans>
            You keep your {paid} seats until {day}. After that you pay for fewer seats.
          </Trans>
        ) : (
          <Trans>Seats are removed at the end of the period.</Trans>
        )}
      </p>
      <SeatsStepper value={seats} range={{ min, max: paid - 1 }} onChange={setSeats} />
      <p role="status" className="tabular-nums">
        {preview && <NextInvoice preview={preview} />}
      </p>
      {!seated && people.failure === null && business.seats.used > seats && <Skeleton className="h-32" />}
      {tooMany > 0 && <People people={seated ?? []} chosen={chosen} count={tooMany} onChange={setChosen} />}
      {people.failure !== null && <RetryNotice failure={people.failure} onRetry={people.again} />}
      {previewFailure !== null && <RetryNotice failure={previewFailure} onRetry={previewAgain} />}
      {failure !== null && <ErrorNotice failure={failure} />}
      <DialogButtons>
        <Button type="secondary" color="neutral" disabled={busy} onClick={close}>
          <Trans>Keep seats</Trans>
        </Button>
        <Button
          color="error"
          loading={busy}
          disabled={(!preview && previewFailure === null) || (!seated && people.failure === null)}
          onClick={() => void remove()}
        >
          <Plural value={paid - seats} one="Remove # seat" other="Remove # seats" />
        </Button>
      </DialogButtons>
    </div>
  )
}

function NextInvoice({ preview: { currency, nextPeriod } }: { preview: BillingPreview }) {
  const { i18n } = useLingui()
  const day = formatDate(nextPeriod.at, i18n.locale)
  const amount = formatMoney(nextPeriod.total, currency, i18n.locale)
  return (
    <Trans>
      Due on {day}: {amount}
    </Trans>
  )
}

interface PeopleProps {
  people: readonly BusinessMember[]
  chosen: readonly string[]
  count: number
  onChange: (chosen: readonly string[]) => void
}

/** Nobody gives up their own seat here: someone has to be able to undo it. */
function People({ people, chosen, count, onChange }: PeopleProps) {
  const me = useCurrentUser().id
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">
        <Plural
          value={count}
          one="Choose # person to give up their seat"
          other="Choose # people to give up their seats"
        />
      </legend>
      <div className="max-h-52 overflow-y-auto rounded border border-line px-3" tabIndex={-1}>
        {people
          .filter(({ id }) => id !== me)
          .map(({ id, firstName, lastName, email }) => (
            <Checkbox
              key={id}
              label={<bdi className="wrap-anywhere">{`${firstName} ${lastName}`.trim() || email}</bdi>}
              checked={chosen.includes(id)}
              disabled={!chosen.includes(id) && chosen.length >= count}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
              }
            />
          ))}
      </div>
      <Notice kind="warning">
        <Trans>
          Without a seat they can’t use the business. If you don’t choose, the people who joined last give up
          their seats.
        </Trans>
      </Notice>
    </fieldset>
  )
}

function usePeople(id: string) {
  const [found, setFound] = useState<readonly BusinessMember[] | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const input = { params: { id } }
    const options = { background: true }
    Promise.all([call(listBusinessMembers, input, options), call(listBusinessAdmins, input, options)]).then(
      ([{ members }, { admins }]) => setFound([...members, ...admins]),
      setFailure,
    )
  }, [id, tries])
  function again() {
    setFailure(null)
    setTries(tries + 1)
  }
  return { found, failure, again }
}
