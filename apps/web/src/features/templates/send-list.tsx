import type { BulkSend } from '@countersign/contract/bulk-sends.ts'
import { Plural, Trans } from '@lingui/react/macro'
import { useLingui } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '#web/lib/language/format.ts'
import { paths } from '#web/lib/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { Pagination } from '#web/ui/lists/pagination.tsx'
import { useExistingPage } from '#web/ui/lists/use-existing-page.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { SendState } from './send-state-badge.tsx'
import { bulkSendsQuery } from './template-calls.ts'

/** The tables one has sent, the newest first. */
export function SendList() {
  const [page, setPage] = useState(1)
  const list = useQuery(bulkSendsQuery(page))
  useExistingPage(list, page, setPage)
  if (list.isError) return <ErrorState failure={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <ListSkeleton />
  if (list.data.total_items === 0) return <NothingSent />
  return (
    <>
      <ul className="divide-y divide-line rounded-sheet border border-line bg-sheet">
        {list.data.items.map((send) => (
          <SendRow key={send.id} send={send} />
        ))}
      </ul>
      <div className="mt-3">
        <Pagination page={page} totalPages={list.data.total_pages} onChange={setPage} />
      </div>
    </>
  )
}

function NothingSent() {
  return (
    <EmptyState
      title={<Trans>No bulk sends yet</Trans>}
      action={
        <Button to={paths.templates()}>
          <Trans>Choose template</Trans>
        </Button>
      }
    >
      <Trans>Send a template to a whole recipient list, one signature request per row.</Trans>
    </EmptyState>
  )
}

function SendRow({ send }: { send: BulkSend }) {
  const { i18n } = useLingui()
  const counts = { sent: send.sent_count, rows: send.row_count }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2 sm:px-4">
      <div className="min-w-0 grow basis-52">
        <AppLink
          to={paths.bulkSendReport(send.id)}
          className="inline-flex min-h-11 items-center font-medium wrap-anywhere hover:underline md:min-h-6"
        >
          <bdi>{send.template_name}</bdi>
        </AppLink>
        <p className="text-sm text-ink-secondary">{formatDateTime(send.created_at, i18n.locale)}</p>
      </div>
      <p className="text-sm tabular-nums">
        <Trans>
          {counts.sent} of <Plural value={counts.rows} one="# row" other="# rows" /> sent
        </Trans>
      </p>
      <SendState send={send} />
    </li>
  )
}
