import { correctionsIn } from '@countersign/contract/corrections.ts'
import type { Event } from '@countersign/contract/signature-request-shapes.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { isolate } from '#web/lib/language/isolate.ts'
import { Quote } from '#web/features/request-actions/quote.tsx'
import { formatDateTime, formatTime } from '#web/lib/language/format.ts'
import { Changes } from './changes.tsx'
import { messageIn, reasonIn, type DocumentNames } from './event-facts.ts'
import { eventSentence } from './event-sentence.ts'
import type { MessageDescriptor } from '@lingui/core'

/** One event: a sentence, what was said or changed with it, and on demand who, when and where. */
export function HistoryEvent({ event, names }: { event: Event; names: DocumentNames }) {
  const { i18n } = useLingui()
  const [said, reason] = [messageIn(event), reasonIn(event)]
  return (
    <li className="text-sm">
      <p className="wrap-anywhere">{i18n._(isolated(eventSentence(event, names)))}</p>
      {said && <Quote>{said}</Quote>}
      {reason && (
        <p dir="auto" className="text-xs wrap-anywhere text-ink-secondary">
          {reason}
        </p>
      )}
      <Changes changes={correctionsIn(event)} names={names} />
      <details className="text-xs text-ink-secondary">
        <summary className="flex min-h-6 w-fit cursor-pointer items-center gap-1 max-md:min-h-11">
          <time dateTime={event.at}>{formatTime(event.at, i18n.locale)}</time>
          <span aria-hidden="true">·</span>
          <span className="underline">
            <Trans>Details</Trans>
          </span>
        </summary>
        <Details event={event} />
      </details>
    </li>
  )
}

function isolated(sentence: MessageDescriptor): MessageDescriptor {
  const values = Object.entries(sentence.values ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? isolate(value) : value,
  ])
  return { ...sentence, values: Object.fromEntries(values) }
}

/** Where someone's call came from is for the owner to know: to everybody else the service does not say. */
function Details({ event }: { event: Event }) {
  const { i18n, t } = useLingui()
  const { actor, at, seq, hash } = event
  const kinds = {
    account: t`signed in`,
    api_user: t({ message: 'API user', context: 'actor' }),
    link: t`by signing link`,
    system: t`automatic`,
  }
  const who = [actor.name, actor.email === actor.name ? null : actor.email].filter(Boolean).join(', ')
  const exact = new Date(at)
  const seconds = String(exact.getSeconds()).padStart(2, '0')
  return (
    <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 rounded bg-hover p-2 wrap-anywhere">
      <dt>
        <Trans>Who</Trans>
      </dt>
      <dd>{who ? `${who} (${kinds[actor.kind]})` : kinds[actor.kind]}</dd>
      <dt>
        <Trans>When</Trans>
      </dt>
      <dd>
        {formatDateTime(at, i18n.locale)}:{seconds}
      </dd>
      {(actor.address || actor.user_agent) && (
        <>
          <dt>
            <Trans>Where</Trans>
          </dt>
          <dd>{[actor.address, actor.user_agent].filter(Boolean).join(', ')}</dd>
        </>
      )}
      <dt>
        <Trans>Entry</Trans>
      </dt>
      <dd>{`${seq} · ${hash.slice(0, 16)}…`}</dd>
    </dl>
  )
}
