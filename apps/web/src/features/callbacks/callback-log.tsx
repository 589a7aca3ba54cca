import type { ApiUser } from '@countersign/contract/api-users.ts'
import type { ListedCallback } from '@countersign/contract/callbacks.ts'
import { CallbackState } from '@countersign/contract/values.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { optionsOf } from '#web/lib/business/api-user-name.ts'
import { formatDateTime } from '#web/lib/language/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { RecordPage } from '#web/ui/lists/record-page.tsx'
import { type Column, RecordTable } from '#web/ui/lists/record-table.tsx'
import { TimeCell } from '#web/ui/lists/time-cell.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { StatusBadge } from '#web/ui/requests/status-badge.tsx'
import { CallbackAttempts } from './callback-attempts.tsx'
import { callbackLogQuery, type CallbackLogState } from './callback-calls.ts'

/** Every callback to the business's own addresses, with what came back. */
export function CallbackLog({ apiUsers }: { apiUsers: readonly ApiUser[] }) {
  const [state, setState] = useState<CallbackLogState>({ username: '', state: '', search: '', page: 1 })
  const change = (part: Partial<CallbackLogState>) => setState({ ...state, page: 1, ...part })
  const log = useQuery(callbackLogQuery(useDeferredValue(state)))
  const isFiltered = state.username !== '' || state.state !== '' || state.search !== ''
  return (
    <>
      <Filters state={state} apiUsers={apiUsers} onChange={change} />
      <RecordPage
        query={log}
        page={state.page}
        onPage={(page) => change({ page })}
        empty={
          isFiltered ? (
            <EmptyState
              title={<Trans>No callbacks found</Trans>}
              action={
                <Button type="secondary" onClick={() => change({ username: '', state: '', search: '' })}>
                  <Trans>Clear filters</Trans>
                </Button>
              }
            />
          ) : (
            <EmptyState title={<Trans>No callbacks yet</Trans>}>
              <Trans>
                Your program sets the callback addresses of each signature request it creates. To try an
                address, send a test below.
              </Trans>
            </EmptyState>
          )
        }
        table={(callbacks, busy) => <Callbacks callbacks={callbacks} busy={busy} />}
      />
    </>
  )
}

interface FiltersProps {
  state: CallbackLogState
  apiUsers: readonly ApiUser[]
  onChange: (part: Partial<CallbackLogState>) => void
}

function Filters({ state, apiUsers, onChange }: FiltersProps) {
  const { t } = useLingui()
  const words = useCallbackWords()
  return (
    <div className="mb-4 grid items-end gap-3 md:grid-cols-3">
      <Select
        label={t`API user`}
        value={state.username}
        options={[{ value: '', label: t`All` }, ...optionsOf(apiUsers)]}
        onChange={({ target }) => onChange({ username: target.value })}
      />
      <Select
        label={t`Status`}
        value={state.state}
        options={[
          { value: '', label: t`All` },
          ...CallbackState.options.map((value) => ({ value, label: words[value] })),
        ]}
        onChange={({ target }) => onChange({ state: target.value as CallbackLogState['state'] })}
      />
      <TextField
        label={t`ID of a signature request`}
        type="search"
        maxLength={100}
        value={state.search}
        onChange={({ target }) => onChange({ search: target.value })}
      />
    </div>
  )
}

/** The state of a callback, in words. */
function useCallbackWords(): Record<CallbackState, string> {
  const { t } = useLingui()
  return {
    OPEN: t`Waiting`,
    COMPLETED: t`Delivered`,
    RESIGNATED: t`Given up`,
  }
}

const looks = { OPEN: 'WAITING', COMPLETED: 'COMPLETED', RESIGNATED: 'ERROR' } as const

function Callbacks({ callbacks, busy }: { callbacks: readonly ListedCallback[]; busy: boolean }) {
  const { t, i18n } = useLingui()
  const words = useCallbackWords()
  const columns: Column<ListedCallback>[] = [
    { key: 'at', header: t`When`, cell: ({ created_at: at }) => <TimeCell at={at} exact /> },
    {
      key: 'callback',
      header: t`Callback`,
      cell: ({ type, url }) => (
        <>
          <code>{type}</code>
          <code className="block text-sm text-ink-secondary wrap-anywhere">{url}</code>
        </>
      ),
    },
    {
      key: 'state',
      header: t`Status`,
      cell: ({ state, last_error: error, next_attempt_at: next }) => {
        const at = next && formatDateTime(next, i18n.locale)
        return (
          <>
            <StatusBadge status={looks[state]} word={words[state]} />
            {error && <span className="block text-sm text-ink-secondary wrap-anywhere">{error}</span>}
            {at && (
              <span className="block text-sm text-ink-secondary">
                <Trans>Next attempt: {at}</Trans>
              </span>
            )}
          </>
        )
      },
    },
    { key: 'attempts', header: t`Attempts`, cell: (one) => <CallbackAttempts callback={one} /> },
  ]
  return <RecordTable label={t`Callbacks`} columns={columns} rows={callbacks} busy={busy} />
}
