import type { ApiRequest, ApiUser } from '@countersign/contract/api-users.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { optionsOf } from '#web/lib/business/api-user-name.ts'
import { formatDateTime, formatNumber } from '#web/lib/language/format.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Pagination } from '#web/ui/lists/pagination.tsx'
import { type Column, RecordTable } from '#web/ui/lists/record-table.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { requestLogQuery, type RequestLogState } from './request-log-calls.ts'

/** What programs called in the last seven days, and how each call ended. */
export function RequestLog({ apiUsers }: { apiUsers: readonly ApiUser[] }) {
  const [state, setState] = useState<RequestLogState>({
    username: apiUsers[0]?.username ?? '',
    failed: false,
    search: '',
    page: 1,
  })
  const change = (part: Partial<RequestLogState>) => setState({ ...state, page: 1, ...part })
  const log = useQuery(requestLogQuery(useDeferredValue(state)))
  return (
    <>
      <Filters state={state} apiUsers={apiUsers} onChange={change} />
      {log.isError ? (
        <ErrorState failure={log.error} onRetry={() => void log.refetch()} />
      ) : log.data?.items.length === 0 ? (
        <EmptyState title={<Trans>No requests in the last 7 days</Trans>}>
          <Trans>Calls appear here a second after they were made, without what was sent or returned.</Trans>
        </EmptyState>
      ) : log.data ? (
        <>
          <Requests requests={log.data.items} busy={log.isPlaceholderData} />
          <Pagination
            page={state.page}
            totalPages={log.data.total_pages}
            onChange={(page) => change({ page })}
          />
        </>
      ) : (
        <Skeleton className="h-64 rounded-sheet" />
      )}
    </>
  )
}

interface FiltersProps {
  state: RequestLogState
  apiUsers: readonly ApiUser[]
  onChange: (part: Partial<RequestLogState>) => void
}

function Filters({ state, apiUsers, onChange }: FiltersProps) {
  const { t } = useLingui()
  return (
    <div className="mb-4 grid items-end gap-3 md:grid-cols-[1fr_1fr_auto]">
      <Select
        label={t`API user`}
        value={state.username}
        options={optionsOf(apiUsers)}
        onChange={({ target }) => onChange({ username: target.value })}
      />
      <TextField
        label={t`Search paths`}
        type="search"
        maxLength={200}
        value={state.search}
        onChange={({ target }) => onChange({ search: target.value })}
      />
      <Checkbox
        label={<Trans>Failed only</Trans>}
        checked={state.failed}
        onChange={({ target }) => onChange({ failed: target.checked })}
      />
    </div>
  )
}

function Requests({ requests, busy }: { requests: readonly ApiRequest[]; busy: boolean }) {
  const { t, i18n } = useLingui()
  const columns: Column<ApiRequest & { id: string }>[] = [
    {
      key: 'at',
      header: t`When`,
      cell: ({ at }) => (
        <time dateTime={at} className="whitespace-nowrap tabular-nums">
          {formatDateTime(at, i18n.locale)}
        </time>
      ),
    },
    {
      key: 'call',
      header: t`Request`,
      cell: ({ method, path }) => (
        <code className="wrap-anywhere">
          {method} {path}
        </code>
      ),
    },
    {
      key: 'status',
      header: t`Status`,
      cell: ({ status, errorKey }) => (
        <>
          <span className={status >= 400 ? 'font-medium text-error tabular-nums' : 'tabular-nums'}>
            {status}
          </span>
          {errorKey && <code className="block text-sm text-ink-secondary wrap-anywhere">{errorKey}</code>}
        </>
      ),
    },
    {
      key: 'time',
      header: t`Time`,
      cell: ({ milliseconds }) => {
        const shown = formatNumber(milliseconds, i18n.locale)
        return (
          <span className="whitespace-nowrap tabular-nums">
            <Trans>{shown} ms</Trans>
          </span>
        )
      },
    },
  ]
  return (
    <RecordTable
      label={t`Requests`}
      columns={columns}
      rows={requests.map((one, index) => ({ ...one, id: `${one.at} ${index}` }))}
      busy={busy}
    />
  )
}
