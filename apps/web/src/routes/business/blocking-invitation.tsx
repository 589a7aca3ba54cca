import type { OwnInvitation } from '@countersign/contract/members.ts'
import { Trans } from '@lingui/react/macro'
import type { AnyRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { loadBusinessWords } from '#web/features/businesses/words.ts'
import { InvitationAnswer, InvitationGone } from '#web/features/members/invitation-answer.tsx'
import { readInvitations } from '#web/features/members/invitation-calls.ts'
import { blocked, navigationDialogs } from '#web/features/navigation/waiting.ts'
import { loadWords } from '#web/features/seals/words.ts'
import { forgetVisitor } from '#web/lib/account/current-visitor.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { openDialog } from '#web/ui/dialogs/dialog-store.ts'
import { ErrorNotice } from '#web/ui/notices/error-notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'

/** Opens the invitation that comes before the page. It cannot be left but by an answer, or by signing out. */
export async function openInvitation(router: AnyRouter): Promise<void> {
  await Promise.all([loadBusinessWords(), loadWords()])
  if (blocked.get()?.dialog !== 'business-invitation') return
  openDialog({
    namespace: navigationDialogs,
    name: 'business-invitation',
    title: <Trans>You’re invited to join a business</Trans>,
    dismissible: false,
    content: () => <Waiting router={router} />,
  })
}

/** The newest of those that wait; anyone who declines is shown the next. */
function Waiting({ router }: { router: AnyRouter }) {
  const [invitations, setInvitations] = useState<readonly OwnInvitation[] | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const [isOneGone, setOneGone] = useState(false)
  useEffect(() => {
    readInvitations().then(setInvitations, setFailure)
  }, [attempt])
  /** The rules are asked again: where nothing holds any longer, they close the dialog. */
  const goOn = () => router.invalidate()

  async function answered(accepted: boolean) {
    setOneGone(false)
    if (!accepted) showSnackbar(<Trans>Invitation declined. Your account hasn’t changed.</Trans>)
    if (!accepted && invitations && invitations.length > 1) readAgain()
    else await goOn()
  }

  /** The one that was answered, or is gone, is no longer shown meanwhile. */
  function readAgain() {
    setInvitations(null)
    setAttempt(attempt + 1)
  }

  const signOut = (
    <Button type="text" color="neutral" onClick={() => router.history.push(paths.logout())}>
      <Trans>Sign out</Trans>
    </Button>
  )
  if (failure !== null) {
    return (
      <>
        <ErrorNotice failure={failure} />
        <DialogButtons>
          {signOut}
          <Button
            onClick={() => {
              setFailure(null)
              setAttempt(attempt + 1)
            }}
          >
            <Trans>Try again</Trans>
          </Button>
        </DialogButtons>
      </>
    )
  }
  if (!invitations) return <Skeleton className="h-40" />
  const [invitation] = invitations
  return invitation ? (
    <>
      {isOneGone && (
        <div className="mb-4">
          <InvitationGone />
        </div>
      )}
      <InvitationAnswer
        key={invitation.id}
        invitation={invitation}
        onAnswered={answered}
        onGone={() => {
          setOneGone(true)
          readAgain()
        }}
        other={signOut}
      />
    </>
  ) : (
    <>
      <InvitationGone />
      <DialogButtons>
        <Button
          onClick={() => {
            forgetVisitor()
            void goOn()
          }}
        >
          <Trans>Continue</Trans>
        </Button>
      </DialogButtons>
    </>
  )
}
