import type { IdentificationActivity } from '@countersign/contract/activity.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Column } from '#web/ui/lists/record-table.tsx'
import { StatusBadge } from '#web/ui/requests/status-badge.tsx'
import { identificationsQuery } from './activity-calls.ts'
import { ActivityList } from './activity-list.tsx'
import type { ActivityState } from './activity-state.ts'
import { ExportButton } from './export-activities.tsx'
import { Person } from './person.tsx'
import type { ChangeState } from './use-activity-state.ts'
import { useActivityWords } from './use-activity-words.ts'

const looks = { STARTED: 'WAITING', SUCCEEDED: 'COMPLETED', FAILED: 'ERROR' } as const

/** Who was identified, under which law and how, and whether the business pays for it. */
export function IdentificationActivities({
  state,
  onChange,
}: {
  state: ActivityState
  onChange: ChangeState
}) {
  const { t } = useLingui()
  const words = useActivityWords()
  const query = useQuery(identificationsQuery(state))
  const columns: Column<IdentificationActivity>[] = [
    {
      key: 'action',
      header: t`Event`,
      cell: ({ action }) => <StatusBadge status={looks[action]} word={words.identification(action)} />,
    },
    {
      key: 'person',
      header: t`Who`,
      cell: ({ person }) => (
        <Person name={person.name} email={person.email} note={words.signer(person.type)} />
      ),
    },
    {
      key: 'method',
      header: t`Method`,
      cell: ({ method, legislation }) => (
        <>
          {words.method(method)}
          <span className="block text-sm text-ink-secondary">{words.law(legislation)}</span>
        </>
      ),
    },
    {
      key: 'covered',
      header: t`Paid by your business`,
      cell: ({ covered }) => (covered ? <Trans>Yes</Trans> : <Trans>No</Trans>),
    },
  ]
  return (
    <ActivityList
      state={state}
      onChange={onChange}
      query={query}
      label={t`Identity checks`}
      columns={columns}
      action={<ExportButton tab="identifications" state={state} />}
      none={{
        title: <Trans>No identity checks yet</Trans>,
        children: <Trans>Identity checks of your members and their signers appear here.</Trans>,
      }}
    />
  )
}
