import type { SignatureActivity } from '@countersign/contract/activity.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Column } from '#web/ui/lists/record-table.tsx'
import { signaturesQuery } from './activity-calls.ts'
import { ActivityList } from './activity-list.tsx'
import type { ActivityState } from './activity-state.ts'
import { ExportButton } from './export-activities.tsx'
import { Person } from './person.tsx'
import type { ChangeState } from './use-activity-state.ts'
import { useActivityWords } from './use-activity-words.ts'

/** Who signed what, at which level, and who requested it. */
export function SignatureActivities({ state, onChange }: { state: ActivityState; onChange: ChangeState }) {
  const { t } = useLingui()
  const words = useActivityWords()
  const query = useQuery(signaturesQuery(state))
  const columns: Column<SignatureActivity>[] = [
    {
      key: 'title',
      header: t`Document`,
      cell: ({ title }) =>
        title === null ? (
          <span className="text-ink-secondary">
            <Trans>Deleted since</Trans>
          </span>
        ) : (
          <bdi className="font-medium">{title}</bdi>
        ),
    },
    {
      key: 'signer',
      header: t`Signed by`,
      cell: ({ signer }) => (
        <Person
          name={[signer.first_name, signer.last_name].filter(Boolean).join(' ')}
          email={signer.email}
          note={words.signer(signer.type)}
        />
      ),
    },
    {
      key: 'quality',
      header: t`Signature level`,
      cell: ({ action, quality, legislation }) => (
        <>
          {words.quality(quality)}
          <span className="block text-sm text-ink-secondary">
            {[words.signature(action), legislation && words.law(legislation)].filter(Boolean).join(' · ')}
          </span>
        </>
      ),
    },
    {
      key: 'initiator',
      header: t`Requested by`,
      cell: ({ initiator }) => <Person name={initiator.name} email={initiator.email} />,
    },
  ]
  return (
    <ActivityList
      state={state}
      onChange={onChange}
      query={query}
      label={t`Signatures and seals`}
      columns={columns}
      action={<ExportButton tab="signatures" state={state} />}
      none={{
        title: <Trans context="activity">No signatures yet</Trans>,
        children: <Trans>Every signature and seal on your members’ requests appears here.</Trans>,
      }}
    />
  )
}
