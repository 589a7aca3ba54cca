import type { SignerGroup } from '@countersign/contract/signer-groups.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { formatDate } from '#web/lib/language/format.ts'
import { Button } from '#web/ui/button.tsx'

/** One's groups, each with how many are in it and what one does with it. */
export function GroupList(props: {
  groups: readonly SignerGroup[]
  /** The group that is being read to be changed. */
  opening: string | null
  onEdit: (group: SignerGroup) => void
  onDelete: (group: SignerGroup) => void
}) {
  return (
    <ul className="flex flex-col divide-y divide-line rounded-sheet border border-line bg-sheet">
      {props.groups.map((group) => (
        <GroupRow key={group.id} group={group} {...props} />
      ))}
    </ul>
  )
}

function GroupRow(props: Omit<Parameters<typeof GroupList>[0], 'groups'> & { group: SignerGroup }) {
  const { group } = props
  const { t, i18n } = useLingui()
  const { name } = group
  const changed = formatDate(group.updated_at, i18n.locale)
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 px-4 py-3">
      <div className="min-w-[min(100%,10rem)] grow basis-0">
        <h2 className="text-base font-medium wrap-anywhere" dir="auto">
          {name}
        </h2>
        <p className="text-sm text-ink-secondary">
          <Plural value={group.member_count} one="# member" other="# members" />
          {' · '}
          <Trans>changed {changed}</Trans>
        </p>
      </div>
      <div className="flex items-center gap-2">
        <Button
          type="text"
          size="sm"
          icon="draft"
          loading={props.opening === group.id}
          onClick={() => props.onEdit(group)}
        >
          <span aria-hidden="true">
            <Trans>Edit</Trans>
          </span>
          <span className="sr-only">{t`Edit “${name}”`}</span>
        </Button>
        <Button
          type="text"
          size="sm"
          color="error"
          icon="trash"
          label={t`Delete “${name}”`}
          onClick={() => props.onDelete(group)}
        />
      </div>
    </li>
  )
}
