import type { ProvisionedGroup } from '@countersign/contract/provisioning.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { openConfirmation } from '#web/ui/dialogs/confirmation.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { Select } from '#web/ui/forms/select.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { groupsQuery, mapGroup } from './provisioning-calls.ts'

/** The groups of the provider, and the role that each gives. Nothing is shown before there are any. */
export function GroupList() {
  const groups = useQuery(groupsQuery)
  if (groups.isError) return <ErrorState failure={groups.error} onRetry={() => void groups.refetch()} />
  if (!groups.data || groups.data.length === 0) return null
  return (
    <div>
      <h3 className="font-semibold">
        <Trans>Roles by group</Trans>
      </h3>
      <p className="mt-1 text-sm text-ink-secondary">
        <Trans>
          People in a group for administrators become administrators. Once they are in none, they are members
          again.
        </Trans>
      </p>
      <ul className="mt-3 flex flex-col divide-y divide-line rounded border border-line">
        {groups.data.map((group) => (
          <GroupRow key={group.id} group={group} />
        ))}
      </ul>
    </div>
  )
}

function GroupRow({ group }: { group: ProvisionedGroup }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { id, name, members } = group
  const mapping = useMutation({
    mutationFn: (role: ProvisionedGroup['role']) => mapGroup(id, role),
    onSuccess: () => showSnackbar(t`Role of “${name}” saved.`, { color: 'success' }),
    onSettled: () => queries.invalidateQueries({ queryKey: groupsQuery.queryKey }),
  })
  // Nobody becomes an administrator by a key that moved through a list; taking it back would take it from those who were one before.
  const confirmAdmins = () =>
    openConfirmation({
      namespace: 'business',
      name: 'make-group-admins',
      title: <Trans>Make “{name}” administrators?</Trans>,
      text: (
        <>
          <Plural
            value={members}
            _0="Everyone your identity provider adds to this group will be an administrator."
            one="# person in this group will be an administrator, and so will everyone your identity provider adds to it."
            other="# people in this group will be administrators, and so will everyone your identity provider adds to it."
          />{' '}
          <Trans>They can manage people, seals and settings, and see the activity.</Trans>
        </>
      ),
      stay: <Trans>Cancel</Trans>,
      button: <Trans>Make administrators</Trans>,
      color: 'accent',
      run: () => mapping.mutateAsync('admin'),
    })
  return (
    <li className="flex flex-col gap-2 p-3">
      <Select
        label={
          <>
            <bdi className="wrap-anywhere">{name}</bdi>{' '}
            <span className="font-normal text-ink-secondary">
              (<Plural value={members} one="# person" other="# people" />)
            </span>
          </>
        }
        options={[
          { value: 'member', label: t`Member` },
          { value: 'admin', label: t`Administrator` },
        ]}
        value={mapping.isPending ? mapping.variables : group.role}
        onChange={({ target }) => (target.value === 'admin' ? confirmAdmins() : mapping.mutate('member'))}
      />
      {/* What making administrators failed with is said where it was confirmed. */}
      {mapping.isError && mapping.variables === 'member' && <RefusalNotice failure={mapping.error} />}
    </li>
  )
}
