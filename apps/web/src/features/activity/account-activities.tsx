import type { AccountActivity } from '@countersign/contract/activity.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Column } from '#web/ui/lists/record-table.tsx'
import { accountsQuery } from './activity-calls.ts'
import { ActivityList } from './activity-list.tsx'
import type { ActivityState } from './activity-state.ts'
import { Person } from './person.tsx'
import type { ChangeState } from './use-activity-state.ts'
import { useActivityWords } from './use-activity-words.ts'

/** Who came, went and became what. */
export function AccountActivities({ state, onChange }: { state: ActivityState; onChange: ChangeState }) {
  const { t } = useLingui()
  const words = useActivityWords()
  const query = useQuery(accountsQuery(state))
  const columns: Column<AccountActivity>[] = [
    { key: 'action', header: t`Event`, cell: ({ action }) => words.account(action) },
    {
      key: 'account',
      header: t`Affected`,
      cell: ({ account }) => <Person name={account.name} email={account.email} />,
    },
    {
      key: 'initiator',
      header: t`By`,
      cell: ({ initiator }) =>
        initiator ? <Person name={initiator.name} email={initiator.email} /> : <Trans>Automatic</Trans>,
    },
  ]
  return (
    <ActivityList
      state={state}
      onChange={onChange}
      query={query}
      label={t`Account events`}
      columns={columns}
      none={{
        title: <Trans>No activity yet</Trans>,
        children: <Trans>Invitations, joins, departures and role changes appear here.</Trans>,
      }}
    />
  )
}
