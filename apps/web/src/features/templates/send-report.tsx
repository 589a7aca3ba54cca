import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useLingui as useCatalog } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '#web/lib/language/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { Pagination } from '#web/ui/lists/pagination.tsx'
import { useExistingPage } from '#web/ui/lists/use-existing-page.ts'
import { Progress } from '#web/ui/progress-bar.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { WaitingNotice } from './email-limits.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { SendState } from './send-state-badge.tsx'
import { SentRows } from './sent-rows.tsx'
import {
  bulkSendQuery,
  downloadReport,
  downloadValues,
  type readBulkSend,
  type RowFilter,
} from './template-calls.ts'
import { DownloadButton } from './download-button.tsx'
import { openStop } from './stop-sending.tsx'

/** How far a send is, and what became of each row. */
export function SendReport({ id }: { id: string }) {
  const [wish, setWish] = useState({ page: 1, state: undefined as RowFilter | undefined })
  const { i18n } = useCatalog()
  const send = useQuery(bulkSendQuery(id, wish))
  const rows = { data: send.data?.rows, isPlaceholderData: send.isPlaceholderData }
  useExistingPage(rows, wish.page, (page) => setWish({ ...wish, page }))
  if (!send.data)
    return send.isError ? (
      <ErrorState failure={send.error} onRetry={() => void send.refetch()} />
    ) : (
      <ListSkeleton />
    )
  const { data } = send
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SendState send={data} />
        <p className="grow text-sm text-ink-secondary">{formatDateTime(data.created_at, i18n.locale)}</p>
        {data.has_fields && (
          <DownloadButton onDownload={() => downloadValues.bulkSend(id)}>
            <Trans>Values as CSV</Trans>
          </DownloadButton>
        )}
        <DownloadButton onDownload={() => downloadReport(id)}>
          <Trans>Report as CSV</Trans>
        </DownloadButton>
        {data.state === 'RUNNING' && (
          <Button
            type="secondary"
            color="error"
            icon="cancel"
            onClick={() => openStop({ id, onDone: () => void send.refetch() })}
          >
            <Trans>Stop</Trans>
          </Button>
        )}
      </div>
      <Course send={data} />
      <WaitingNotice send={data} />
      <Filter send={data} state={wish.state} onChange={(state) => setWish({ page: 1, state })} />
      <SentRows rows={data.rows.items} />
      <Pagination
        page={wish.page}
        totalPages={data.rows.total_pages}
        onChange={(page) => setWish({ ...wish, page })}
      />
    </div>
  )
}

type BulkSendReport = Awaited<ReturnType<typeof readBulkSend>>

function Course({ send }: { send: BulkSendReport }) {
  const { t } = useLingui()
  const done = send.row_count - send.pending_count
  return (
    <div>
      {send.state === 'RUNNING' && (
        <Progress
          value={send.row_count === 0 ? 1 : done / send.row_count}
          label={t`${done} of ${send.row_count} rows`}
        />
      )}
      <p role="status" className="mt-2">
        <Plural value={send.sent_count} _0="Nothing sent" one="# request sent" other="# requests sent" />
        {send.refused_count > 0 && (
          <>
            {' · '}
            <Plural value={send.refused_count} one="# row not sent" other="# rows not sent" />
          </>
        )}
        {send.cancelled_count > 0 && (
          <>
            {' · '}
            <Plural value={send.cancelled_count} one="# row stopped" other="# rows stopped" />
          </>
        )}
        {send.undelivered_count > 0 && (
          <>
            {' · '}
            <Plural value={send.undelivered_count} one="# invitation bounced" other="# invitations bounced" />
          </>
        )}
      </p>
      {send.state === 'RUNNING' && (
        <p className="text-sm text-ink-secondary">
          <Trans>You can leave this page; sending continues.</Trans>
        </p>
      )}
    </div>
  )
}

function Filter(props: {
  send: BulkSendReport
  state: RowFilter | undefined
  onChange: (state: RowFilter | undefined) => void
}) {
  const { t } = useLingui()
  const options: { value: '' | RowFilter; label: string }[] = [
    { value: '', label: t`All rows` },
    { value: 'SENT', label: t`Sent` },
    { value: 'UNDELIVERED', label: t`Not delivered` },
    { value: 'REFUSED', label: t`Not sent` },
    { value: 'CANCELLED', label: t`Stopped` },
    { value: 'PENDING', label: t`Waiting` },
  ]
  return (
    <div className="max-w-60">
      <Select
        label={t`Show`}
        value={props.state ?? ''}
        options={options}
        onChange={(event) => props.onChange((event.target.value || undefined) as RowFilter | undefined)}
      />
    </div>
  )
}
