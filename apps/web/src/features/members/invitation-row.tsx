import type { Invitation } from '@countersign/contract/members.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatDate, formatTime } from '#web/lib/language/format.ts'
import { useNow } from '#web/lib/browser/use-now.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { StatusBadge } from '#web/ui/requests/status-badge.tsx'
import type { PeopleActions } from './use-people-actions.ts'

/** Someone who is invited and has not accepted. */
export function InvitationRow({ invitation, actions }: { invitation: Invitation; actions: PeopleActions }) {
  const { email, role, mayBeSentAgainAt } = invitation
  const { t, i18n } = useLingui()
  const now = useNow(5000)
  const waits = mayBeSentAgainAt !== null && Date.parse(mayBeSentAgainAt) > now
  const from = waits ? formatTime(mayBeSentAgainAt, i18n.locale) : ''
  return (
    <li className="flex items-center gap-1 py-2 pr-1 pl-1 sm:gap-2 sm:pr-2">
      <span aria-hidden="true" className="size-11 shrink-0" />
      <span className="grid size-8 shrink-0 place-items-center rounded-full border border-dashed border-line-field text-ink-secondary">
        <Icon name="mail" size={16} />
      </span>
      <div className="min-w-0 grow pl-1">
        <p className="font-medium wrap-anywhere">
          <bdi>{email}</bdi>
        </p>
        <p className="text-sm text-ink-secondary">
          {role === 'admin' ? <Trans>Invited as an administrator</Trans> : <Trans>Invited as a member</Trans>}
          {' · '}
          <Sent invitation={invitation} />
        </p>
        <State invitation={invitation} />
      </div>
      <Menu
        button={{
          type: 'text',
          color: 'neutral',
          icon: 'more',
          label: t`Actions for the invitation to ${email}`,
        }}
        items={[
          {
            label: waits ? t`Resend (from ${from})` : t`Resend`,
            disabled: waits || mayBeSentAgainAt === null || actions.busy,
            onSelect: () => actions.sendAgain(invitation),
          },
          {
            label: t({ message: 'Withdraw …', context: 'invitation' }),
            color: 'error',
            onSelect: () => actions.revoke(invitation),
          },
        ]}
      />
    </li>
  )
}

function Sent({ invitation: { sentAt, invitedBy } }: { invitation: Invitation }): ReactNode {
  const { i18n } = useLingui()
  const on = formatDate(sentAt, i18n.locale)
  const by = invitedBy?.name
  return by ? (
    <Trans>
      sent on {on} by {by}
    </Trans>
  ) : (
    <Trans>sent on {on}</Trans>
  )
}

function State({ invitation: { state, expiresAt } }: { invitation: Invitation }) {
  const { t, i18n } = useLingui()
  const until = formatDate(expiresAt, i18n.locale)
  if (state === 'DECLINED')
    return <StatusBadge status="DECLINED" word={t({ message: 'Declined', context: 'invitation' })} />
  if (state === 'EXPIRED')
    return <StatusBadge status="EXPIRED" word={t({ message: 'Expired', context: 'invitation' })} />
  return <StatusBadge status="WAITING" word={t`Open until ${until}`} />
}
