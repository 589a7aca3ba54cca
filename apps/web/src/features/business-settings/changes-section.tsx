import type { SettingsEvent } from '@countersign/contract/business-settings.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '#web/lib/language/format.ts'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { Pagination } from '#web/ui/lists/pagination.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { changesQuery } from './settings-calls.ts'
import { useSettingWords } from './setting-words.ts'

/** Who changed what and when, newest first. */
export function ChangesSection() {
  const { t } = useLingui()
  const [page, setPage] = useState(1)
  const changes = useQuery({ ...changesQuery(page), placeholderData: keepPreviousData })
  return (
    <Section
      id="changes"
      title={<Trans>Changes</Trans>}
      intro={<Trans>This is kept permanently and can’t be changed.</Trans>}
    >
      {changes.isPending ? (
        <Skeleton className="h-32" />
      ) : changes.isError ? (
        <ErrorState failure={changes.error} onRetry={() => void changes.refetch()} />
      ) : changes.data.items.length === 0 ? (
        <p className="text-ink-secondary">
          <Trans>No changes yet.</Trans>
        </p>
      ) : (
        <>
          <ol aria-label={t`Recently changed`} className="flex flex-col divide-y divide-line">
            {changes.data.items.map((event) => (
              <Change key={event.at} event={event} />
            ))}
          </ol>
          <Pagination page={page} totalPages={changes.data.total_pages} onChange={setPage} />
        </>
      )}
    </Section>
  )
}

function Change({ event }: { event: SettingsEvent }) {
  const { i18n } = useLingui()
  const words = useSettingWords()
  return (
    <li className="py-3 first:pt-0">
      <p className="text-sm text-ink-secondary wrap-anywhere">
        <time dateTime={event.at}>{formatDateTime(event.at, i18n.locale)}</time>
        {' · '}
        {event.by ? <bdi>{event.by.name || event.by.email}</bdi> : <Trans>Operator</Trans>}
      </p>
      {event.logo === 'set' && (
        <p>
          <Trans>Logo set</Trans>
        </p>
      )}
      {event.logo === 'removed' && (
        <p>
          <Trans>Logo removed</Trans>
        </p>
      )}
      {event.changes.map(({ setting, before, after }) => (
        <p key={setting} className="wrap-anywhere">
          {words.name(setting)}
          {': '}
          <span className="text-ink-secondary">{words.value(setting, before)}</span>
          <span aria-hidden="true">{' → '}</span>
          <span className="sr-only">
            <Trans>, now</Trans>{' '}
          </span>
          {words.value(setting, after)}
        </p>
      ))}
    </li>
  )
}
