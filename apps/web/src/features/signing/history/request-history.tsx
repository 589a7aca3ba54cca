import type { Event, SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { dayOf } from '#web/lib/language/day.ts'
import { formatDate } from '#web/lib/language/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notices/error-notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { documentNames } from './event-facts.ts'
import { byDay, eventsOf, type HistoryGroup } from './history-groups.ts'
import { HistoryEvent } from './request-history-event.tsx'

/** What has happened so far, newest first, in sentences, by the day. */
export function RequestHistory(props: {
  request: SignatureRequest
  events: readonly Event[] | undefined
  failure: unknown
}) {
  return (
    <section aria-labelledby="history-title">
      <h2 id="history-title" className="mb-2 text-sm font-semibold">
        <Trans>History</Trans>
      </h2>
      {props.failure ? (
        <ErrorNotice failure={props.failure} />
      ) : (
        <Events request={props.request} events={props.events} />
      )}
    </section>
  )
}

/** So many at once: a long history is read from its end. */
const atOnce = 25

function Events({ request, events }: { request: SignatureRequest; events: readonly Event[] | undefined }) {
  const { i18n } = useLingui()
  const [group, setGroup] = useState<HistoryGroup | 'all'>('all')
  const [amount, setAmount] = useState(atOnce)
  if (!events) return <Skeleton className="h-24" />
  if (events.length === 0) {
    return (
      <p className="text-sm text-ink-secondary">
        <Trans>No activity yet.</Trans>
      </p>
    )
  }
  const names = documentNames(request.documents, events)
  const chosen = eventsOf(events, group)
  const older = chosen.length - amount
  return (
    <>
      <GroupChoice
        group={group}
        onChange={(next) => {
          setGroup(next)
          setAmount(atOnce)
        }}
      />
      {chosen.length === 0 && (
        <p className="text-sm text-ink-secondary">
          <Trans>No matching activity yet.</Trans>
        </p>
      )}
      {byDay(chosen.slice(0, amount), dayOf).map(({ day, events: ofDay }) => (
        <section key={day} aria-label={formatDate(`${day}T12:00:00`, i18n.locale)} className="mt-3">
          <h3 aria-hidden="true" className="mb-1 text-xs font-medium text-ink-secondary">
            {formatDate(`${day}T12:00:00`, i18n.locale)}
          </h3>
          <ol className="flex flex-col gap-3 border-l border-line pl-4">
            {ofDay.map((event) => (
              <HistoryEvent key={event.seq} event={event} names={names} />
            ))}
          </ol>
        </section>
      ))}
      {older > 0 && (
        <Button type="text" size="sm" className="mt-2 -ml-3" onClick={() => setAmount(amount + 2 * atOnce)}>
          <Plural value={older} one="Show # older entry" other="Show # older entries" />
        </Button>
      )}
    </>
  )
}

function GroupChoice(props: {
  group: HistoryGroup | 'all'
  onChange: (group: HistoryGroup | 'all') => void
}) {
  const { t } = useLingui()
  return (
    <select
      aria-label={t`Filter history`}
      className="h-9 w-full rounded border border-line-field bg-sheet px-2 text-sm max-md:h-11"
      value={props.group}
      onChange={(event) => props.onChange(event.target.value as HistoryGroup | 'all')}
    >
      <option value="all">{t`Everything`}</option>
      <option value="signing">{t`Signing`}</option>
      <option value="people">{t`People`}</option>
      <option value="changes">{t`Changes and files`}</option>
      <option value="mails">{t`Emails and downloads`}</option>
    </select>
  )
}
