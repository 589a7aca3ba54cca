import type { OwnInvitation } from '@countersign/contract/members.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { LanguageChoice } from '#web/features/language/language-choice.tsx'
import { InvitationAnswer, WhyGone } from '#web/features/members/invitation-answer.tsx'
import { readInvitation } from '#web/features/members/invitation-calls.ts'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { loadUser } from '#web/lib/account/current-user.ts'
import { paths } from '#web/lib/paths.ts'
import { rememberedEmail, rememberTarget } from '#web/lib/account/return-address.ts'
import { session } from '#web/lib/account/session.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { PageHeading, UnauthenticatedLayout } from '#web/ui/layout/layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'

/** Where the mail of an invitation leads: with an account one answers, without one gets there first. */
export function InvitePage() {
  const { t } = useLingui()
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const signedIn = useStore(session) !== null
  usePageTitle(t`Invitation`)
  return signedIn ? <Invited key={id} id={id} /> : <NotSignedIn id={id} />
}

function Frame({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <UnauthenticatedLayout footer={<LanguageChoice />}>
      <PageHeading>{title}</PageHeading>
      {children}
    </UnauthenticatedLayout>
  )
}

function NotSignedIn({ id }: { id: string }) {
  const email = rememberedEmail()
  // From sign-in and sign-up one comes back here.
  const returnHere = () => rememberTarget(paths.invite(id))
  return (
    <Frame title={<Trans>You’re invited to join a business</Trans>}>
      <p className="wrap-anywhere text-ink-secondary">
        {email ? (
          <Trans>
            To view and answer the invitation, sign in with the account for{' '}
            <strong className="font-semibold text-ink">{email}</strong> or create one for free.
          </Trans>
        ) : (
          <Trans>
            To view and answer the invitation, sign in with the email it was sent to, or create an account for
            free.
          </Trans>
        )}
      </p>
      <div className="mt-6 flex flex-col gap-3">
        <Button block size="lg" to={paths.signup()} onClick={returnHere}>
          <Trans>Create an account</Trans>
        </Button>
        <Button block size="lg" type="secondary" to={paths.login()} onClick={returnHere}>
          <Trans>I have an account: sign in</Trans>
        </Button>
      </div>
    </Frame>
  )
}

function Invited({ id }: { id: string }) {
  const { t } = useLingui()
  const router = useRouter()
  const [invitation, setInvitation] = useState<OwnInvitation | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const [isGone, setGone] = useState(false)
  useEffect(() => {
    setFailure(null)
    readInvitation(id).then(setInvitation, setFailure)
  }, [id, attempt])

  function answered(accepted: boolean) {
    const name = invitation?.business.name ?? ''
    showSnackbar(
      accepted ? t`You’re now a member of ${name}.` : t`Invitation declined. Your account hasn’t changed.`,
      { color: accepted ? 'success' : 'neutral' },
    )
    router.history.replace(paths.home())
  }

  if (isGone || isCallError(failure, 'not_found')) return <NotForYou id={id} wasShown={isGone} />
  return (
    <Frame title={<Trans>You’re invited to join a business</Trans>}>
      {failure !== null ? (
        <ErrorState failure={failure} onRetry={() => setAttempt(attempt + 1)} />
      ) : invitation ? (
        <InvitationAnswer invitation={invitation} onAnswered={answered} onGone={() => setGone(true)} />
      ) : (
        <Skeleton className="h-56" />
      )}
    </Frame>
  )
}

/** To everybody else there is no such invitation; anyone who has two accounts may be in the wrong one. */
function NotForYou({ id, wasShown }: { id: string; wasShown: boolean }) {
  const router = useRouter()
  const [email, setEmail] = useState('')
  useEffect(() => {
    void loadUser().then((user) => setEmail(user.email))
  }, [])
  return (
    <Frame title={<Trans>This invitation is no longer open</Trans>}>
      <p role={wasShown ? 'alert' : undefined} className="wrap-anywhere text-ink-secondary">
        {wasShown ? (
          <WhyGone />
        ) : (
          <Trans>
            It was answered, withdrawn or has expired, or it was sent to a different email
            {email ? ` (${email})` : ''}. Ask the person who invited you for a new one.
          </Trans>
        )}
      </p>
      <div className="mt-6 flex flex-col gap-3">
        <Button block size="lg" to={paths.home()}>
          <Trans>My documents</Trans>
        </Button>
        {!wasShown && (
          <Button
            block
            size="lg"
            type="secondary"
            onClick={() => {
              rememberTarget(paths.invite(id))
              router.history.push(paths.logout())
            }}
          >
            <Trans>Sign in with another account</Trans>
          </Button>
        )}
      </div>
    </Frame>
  )
}
