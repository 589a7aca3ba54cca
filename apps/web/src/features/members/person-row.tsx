import type { BusinessMember } from '@countersign/contract/businesses.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { formatDate } from '#web/lib/language/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { nameOf } from './entries.ts'
import type { PeopleActions } from './use-people-actions.ts'

/** Someone of the business. */
export function PersonRow(props: {
  person: BusinessMember
  isMe: boolean
  selected: boolean
  onSelect: (selected: boolean) => void
  actions: PeopleActions
}) {
  const { person, isMe, selected, actions } = props
  const { t, i18n } = useLingui()
  const name = nameOf(person) || person.email
  const joined = formatDate(person.joinedAt, i18n.locale)
  const isAdmin = person.role === 'admin'
  return (
    <li className="flex items-center gap-1 py-2 pr-1 pl-1 sm:gap-2 sm:pr-2">
      <label className="grid size-[44px] shrink-0 cursor-pointer place-items-center">
        <input
          type="checkbox"
          checked={selected}
          disabled={isMe}
          aria-label={t`Select ${name}`}
          className="size-5 accent-accent md:size-4"
          onChange={(event) => props.onSelect(event.target.checked)}
        />
      </label>
      <Avatar name={nameOf(person)} email={person.email} />
      <div className="min-w-0 grow pl-1">
        <p className="font-medium wrap-anywhere">
          <bdi>{name}</bdi>
          {isMe && (
            <span className="font-normal text-ink-secondary">
              {' '}
              <Trans>(you)</Trans>
            </span>
          )}
        </p>
        <p className="text-sm wrap-anywhere text-ink-secondary">{person.email}</p>
        <p className="text-sm wrap-anywhere text-ink-secondary">
          <span className={isAdmin ? 'font-medium text-ink' : ''}>
            {isAdmin ? <Trans>Administrator</Trans> : <Trans>Member</Trans>}
          </span>
          {' · '}
          <Trans>since {joined}</Trans>
          {person.locked && (
            <span className="ml-2 inline-flex items-center gap-1 font-medium text-waiting">
              <Icon name="warning" size={16} />
              <Trans>Locked: no seat</Trans>
            </span>
          )}
        </p>
      </div>
      <Menu
        button={{ type: 'text', color: 'neutral', icon: 'more', label: t`Actions for ${name}` }}
        items={[
          isAdmin
            ? {
                label: t`Make a member`,
                disabled: actions.busy,
                onSelect: () => actions.setRole([person], 'member'),
              }
            : {
                label: t`Make an administrator`,
                disabled: actions.busy,
                onSelect: () => actions.setRole([person], 'admin'),
              },
          // One leaves in one's own profile.
          ...(isMe
            ? []
            : [{ label: t`Remove …`, color: 'error' as const, onSelect: () => actions.remove([person]) }]),
        ]}
      />
    </li>
  )
}
