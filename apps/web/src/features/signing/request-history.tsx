import type { Event, SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { formatDateTime } from '#web/lib/format.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { documentNames, eventSentence, messageIn } from './event-sentence.ts'
import { Quote } from '#web/features/request-acts/quote.tsx'

/** What has happened so far, newest first, in sentences. */
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

function Events({ request, events }: { request: SignatureRequest; events: readonly Event[] | undefined }) {
  const { i18n } = useLingui()
  if (!events) return <Skeleton className="h-24" />
  if (events.length === 0) {
    return (
      <p className="text-sm text-ink-secondary">
        <Trans>Nothing has happened yet.</Trans>
      </p>
    )
  }
  const names = documentNames(request.documents, events)
  return (
    <ol className="flex flex-col gap-3 border-l border-line pl-4">
      {events.toReversed().map((event) => (
        <li key={event.seq} className="text-sm">
          <p className="wrap-anywhere">{i18n._(eventSentence(event, names))}</p>
          {messageIn(event) && <Quote>{messageIn(event)}</Quote>}
          <time dateTime={event.at} className="text-xs text-ink-secondary">
            {formatDateTime(event.at, i18n.locale)}
          </time>
        </li>
      ))}
    </ol>
  )
}
