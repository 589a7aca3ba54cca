import { listApiRequests, type ApiRequest, type ApiUser } from '@countersign/contract/api-users.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { optionsOf } from '#web/lib/business/api-user-name.ts'
import { ownBusinessId } from '#web/lib/business/current-business.ts'
import { call } from '#web/lib/calls/api.ts'
import { formatNumber } from '#web/lib/language/format.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { RecordPage } from '#web/ui/lists/record-page.tsx'
import { type Column, RecordTable } from '#web/ui/lists/record-table.tsx'
import { TimeCell } from '#web/ui/lists/time-cell.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'

/** How the log of requests is looked at. */
interface RequestLogState {
  username: string
  failed: boolean
  search: string
  page: number
}

function requestLogQuery({ username, failed, search, page }: RequestLogState) {
  const query = { page: String(page), ...(failed && { failed: 'true' as const }), ...(search && { search }) }
  return queryOptions({
    queryKey: ['api-requests', username, query],
    queryFn: async ({ signal }) => {
      const id = await ownBusinessId()
      return call(listApiRequests, { params: { id, username }, query }, { background: true, signal })
    },
    enabled: username !== '',
    placeholderData: keepPreviousData,
  })
}

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
      <RecordPage
        query={log}
        page={state.page}
        onPage={(page) => change({ page })}
        empty={
          state.failed || state.search !== '' ? (
            <EmptyState
              title={<Trans>No requests found</Trans>}
              action={
                <Button type="secondary" onClick={() => change({ failed: false, search: '' })}>
                  <Trans>Clear filters</Trans>
                </Button>
              }
            />
          ) : (
            <EmptyState title={<Trans>No requests in the last 7 days</Trans>}>
              <Trans>
                Requests appear here about a second after they were made. Their content isn’t stored.
              </Trans>
            </EmptyState>
          )
        }
        table={(requests, busy) => <Requests requests={requests} busy={busy} />}
      />
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
    { key: 'at', header: t`When`, cell: ({ at }) => <TimeCell at={at} exact /> },
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
          <span
            className={classNames(
              'inline-flex items-center gap-1.5 font-medium tabular-nums',
              status >= 400 ? 'text-error' : 'text-completed',
            )}
          >
            <Icon name={status >= 400 ? 'warning' : 'checkCircle'} size={18} />
            {status}
          </span>
          {errorKey && (
            <code className="block text-sm text-ink-secondary md:whitespace-nowrap">{errorKey}</code>
          )}
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
