import type { OwnInvitation } from '@countersign/contract/members.ts'
import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { useAttempt } from '#web/lib/forms/use-attempt.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { answer } from './invitation-calls.ts'

/** Who invites to what, what that means, and the two answers to it. */
export function InvitationAnswer(props: {
  invitation: OwnInvitation
  onAnswered: (accepted: boolean) => Promise<unknown> | void
  /** It was answered elsewhere or withdrawn, or has expired, since it was shown. */
  onGone: () => void
  /** Shown before the two answers. */
  other?: ReactNode
}) {
  const { invitation } = props
  const { busy, failure, attempt } = useAttempt()
  const [accepts, setAccepts] = useState(false)
  const give = (accepted: boolean) => {
    setAccepts(accepted)
    void attempt(async () => {
      try {
        await answer(invitation, accepted)
      } catch (refusal) {
        if (isCallError(refusal, 'not_found')) return props.onGone()
        throw refusal
      }
      await props.onAnswered(accepted)
    })
  }
  return (
    <>
      <InvitationText invitation={invitation} />
      {failure !== null && (
        <div className="mt-4">
          <RefusalNotice failure={failure} />
        </div>
      )}
      <DialogButtons>
        {props.other}
        <Button type="secondary" loading={busy && !accepts} onClick={() => give(false)}>
          <Trans>Decline</Trans>
        </Button>
        {!invitation.belongsElsewhere && (
          <Button loading={busy && accepts} onClick={() => give(true)}>
            <Trans>Accept invitation</Trans>
          </Button>
        )}
      </DialogButtons>
    </>
  )
}

/** Instead of an answer: read out, as what was pressed is no longer there. */
export const InvitationGone = () => (
  <Notice kind="error" title={<Trans>This invitation is no longer open</Trans>}>
    <WhyGone />
  </Notice>
)

export const WhyGone = () => (
  <Trans>
    It was answered, withdrawn or has expired. To join the business, ask the person who invited you for a new
    one.
  </Trans>
)

function InvitationText({ invitation }: { invitation: OwnInvitation }) {
  const { business, invitedBy, role, message, belongsElsewhere } = invitation
  const { logo } = business
  const name = <strong className="font-semibold">{business.name}</strong>
  return (
    <div className="flex flex-col gap-3">
      {logo && (
        <img
          src={logo.url}
          width={logo.width}
          height={logo.height}
          alt=""
          className="max-h-16 w-auto max-w-48 self-start object-contain"
        />
      )}
      <p className="wrap-anywhere">
        {invitedBy ? (
          <Trans>
            {invitedBy} has invited you to join {name}.
          </Trans>
        ) : (
          <Trans>You’re invited to join {name}.</Trans>
        )}{' '}
        {role === 'admin' ? (
          <Trans>You’ll join as an administrator.</Trans>
        ) : (
          <Trans>You’ll join as a member.</Trans>
        )}
      </p>
      {message && (
        <blockquote
          dir="auto"
          className="border-s-2 border-line ps-3 text-start whitespace-pre-line wrap-anywhere text-ink-secondary"
        >
          {message}
        </blockquote>
      )}
      <p className="text-ink-secondary">
        <Trans>
          If you accept, administrators can see which requests you send and sign. They can remove you and
          transfer what you create from now on to another member. What you already have stays yours.
        </Trans>
      </p>
      {belongsElsewhere && (
        <Notice kind="warning">
          <Trans>
            You already belong to another business. To accept, leave it first in your profile. This invitation
            stays open.
          </Trans>
        </Notice>
      )}
    </div>
  )
}
