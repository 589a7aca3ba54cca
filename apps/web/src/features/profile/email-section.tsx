import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useRef, useState } from 'react'
import { cancelUserEmail } from '@countersign/contract/accounts.ts'
import type { User } from '@countersign/contract/account-shapes.ts'
import { call } from '#web/lib/calls/api.ts'
import { keepUser } from '#web/lib/account/current-user.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notices/error-notice.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useAttempt } from '#web/lib/forms/use-attempt.ts'
import { showDone } from '#web/ui/dialogs/show-done.ts'
import { later } from '#web/ui/later.tsx'

const EmailForm = later(async () => ({ default: (await import('./email-form.tsx')).EmailForm }))

/** The email one signs in with, and the one that waits for its link to be opened. */
export function EmailSection({ user }: { user: User }) {
  const { t } = useLingui()
  const [asking, setAsking] = useState<'change' | 'resend' | null>(null)
  const { pendingEmail } = user
  const change = useRef<HTMLButtonElement>(null)
  // The button comes back with the next frame; the keyboard continues from there.
  const close = () => {
    setAsking(null)
    requestAnimationFrame(() => change.current?.focus())
  }
  return (
    <Section id="email" title={t`Email`} intro={t`You sign in with it and receive requests there.`}>
      <p className="font-medium wrap-anywhere">{user.email}</p>
      {pendingEmail !== null && (
        <div className="mt-3">
          <PendingEmail
            pendingEmail={pendingEmail}
            onResend={() => setAsking('resend')}
            onCancelled={close}
          />
        </div>
      )}
      {user.hasSso || user.companySignInRequired ? (
        <p className="mt-2 text-ink-secondary">
          <Trans>You sign in through your company, which manages this email.</Trans>
        </p>
      ) : asking === null ? (
        <div className="mt-4">
          <Button ref={change} type="secondary" onClick={() => setAsking('change')}>
            {pendingEmail === null ? <Trans>Change email</Trans> : <Trans>Use another email</Trans>}
          </Button>
        </div>
      ) : (
        <div className="mt-4 border-t border-line pt-4">
          <Suspense>
            <EmailForm
              key={asking}
              user={user}
              email={asking === 'resend' ? (pendingEmail ?? '') : ''}
              onClose={close}
            />
          </Suspense>
        </div>
      )}
    </Section>
  )
}

interface PendingEmailProps {
  pendingEmail: string
  onResend: () => void
  onCancelled: () => void
}

function PendingEmail({ pendingEmail, onResend, onCancelled }: PendingEmailProps) {
  const { t } = useLingui()
  const { busy, failure, attempt } = useAttempt()
  async function cancel() {
    const done = await attempt(async () => keepUser(await call(cancelUserEmail, {})))
    if (!done) return
    onCancelled()
    showDone(t`Your email hasn’t changed`)
  }
  return (
    <Notice
      kind="info"
      title={<Trans>We sent a link to {pendingEmail}</Trans>}
      action={
        <div className="flex flex-wrap gap-2">
          <Button type="secondary" size="sm" onClick={onResend}>
            <Trans>Resend link</Trans>
          </Button>
          <Button type="text" size="sm" loading={busy} onClick={() => void cancel()}>
            <Trans>Keep my current email</Trans>
          </Button>
        </div>
      }
    >
      <Trans>The new email takes effect when you open the link.</Trans>
      {failure !== null && (
        <div className="mt-2">
          <ErrorNotice failure={failure} />
        </div>
      )}
    </Notice>
  )
}
