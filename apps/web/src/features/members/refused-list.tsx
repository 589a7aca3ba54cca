import type { inviteMembers } from '@countersign/contract/members.ts'
import type { OutputOf } from '@countersign/contract/endpoint.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatDateTime } from '#web/lib/language/format.ts'
import { Notice } from '#web/ui/notices/notice.tsx'

export type RefusedInvitation = OutputOf<typeof inviteMembers>['refused'][number]

const reasons: Record<Exclude<RefusedInvitation['reason'], 'limit_reached'>, ReactNode> = {
  email_wrong: <Trans>Invalid email.</Trans>,
  already_member: <Trans>Already a member of your business.</Trans>,
  already_invited: <Trans>Already invited. You can resend the invitation from the list.</Trans>,
  no_seat: <Trans>No seats left.</Trans>,
  same_as_before: <Trans>Listed twice.</Trans>,
}

function Reason({ reason, until }: Pick<RefusedInvitation, 'reason' | 'until'>) {
  const { i18n } = useLingui()
  if (reason !== 'limit_reached') return reasons[reason]
  const time = until && formatDateTime(until, i18n.locale)
  return time ? (
    <Trans>Too many emails to this address. You can invite them again from {time}.</Trans>
  ) : (
    <Trans>Too many emails to this address. Try again later.</Trans>
  )
}

/** Who could not be invited, and why; they are still in the field. */
export function RefusedList({
  refused,
  invited,
}: {
  refused: readonly RefusedInvitation[]
  invited: number
}) {
  if (refused.length === 0) return null
  return (
    <Notice
      kind="warning"
      title={<Plural value={refused.length} one="# was not invited" other="# were not invited" />}
    >
      {invited > 0 && (
        <p>
          <Plural value={invited} one="# person was invited." other="# people were invited." />
        </p>
      )}
      <ul className="mt-1 flex max-h-48 flex-col gap-1 overflow-y-auto">
        {refused.map(({ email, reason, until }, index) => (
          <li key={`${index} ${email}`} className="wrap-anywhere">
            <span className="font-medium">{email}</span>: <Reason reason={reason} until={until} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}
