import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { confirmUserEmail } from '@countersign/contract/accounts.ts'
import { call, randomKey } from '#web/lib/calls/api.ts'
import { isCallError, mayRetry } from '#web/lib/calls/call-error.ts'
import { keepUser } from '#web/lib/account/current-user.ts'
import type { User } from '@countersign/contract/account-shapes.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notices/error-notice.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Spinner } from '#web/ui/progress.tsx'
import { refreshUser } from './change-account.ts'

type State =
  | { kind: 'checking' }
  | { kind: 'confirmed'; email: string }
  /** `user` is the account as it is now, where the link is no longer good. */
  | { kind: 'refused'; failure: unknown; user: User | null }

/** Uses the link of a mail up, once: the token is good for a single try. */
export function ConfirmEmail({ token }: { token: string }) {
  const [state, setState] = useState<State>({ kind: 'checking' })
  const isConfirming = useRef(false)
  // One for all tries: where the response was lost, the next one gets it.
  const [idempotencyKey] = useState(randomKey)
  useEffect(() => {
    if (isConfirming.current || state.kind !== 'checking') return
    isConfirming.current = true
    call(confirmUserEmail, { body: { token } }, { idempotencyKey }).then(
      (user) => {
        keepUser(user)
        setState({ kind: 'confirmed', email: user.email })
      },
      async (failure: unknown) => {
        const isUsedUp = isCallError(failure, 'confirmation.invalid')
        const user = isUsedUp ? await refreshUser().catch(() => null) : null
        setState({ kind: 'refused', failure, user })
      },
    )
  }, [token, state, idempotencyKey])

  function tryAgain() {
    isConfirming.current = false
    setState({ kind: 'checking' })
  }

  if (state.kind === 'checking') {
    return (
      <p role="status" className="flex items-center gap-3">
        <Spinner />
        <Trans>Checking your link …</Trans>
      </p>
    )
  }
  if (state.kind === 'refused') {
    return <Refused failure={state.failure} user={state.user} onRetry={tryAgain} />
  }
  return (
    <div className="flex flex-col gap-4 sm:items-start">
      <Notice kind="success" title={<Trans>Your email is now {state.email}</Trans>}>
        <Trans>Use it to sign in from now on. Requests are sent there.</Trans>
      </Notice>
      <Button to={paths.profile()}>
        <Trans>My profile</Trans>
      </Button>
    </div>
  )
}

interface RefusedProps {
  failure: unknown
  user: User | null
  onRetry: () => void
}

function Refused({ failure, user, onRetry }: RefusedProps) {
  const isUnread = mayRetry(failure)
  const email = user?.pendingEmail === null ? user.email : undefined
  return (
    <div className="flex flex-col gap-4 sm:items-start">
      <ErrorNotice failure={failure} />
      <p>
        {email !== undefined ? (
          <Trans>Your email is {email}.</Trans>
        ) : (
          <Trans>Your email hasn’t changed. You can resend the link from your profile.</Trans>
        )}
      </p>
      <div className="flex flex-col gap-2 sm:flex-row">
        {isUnread && (
          <Button onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        )}
        <Button type={isUnread ? 'secondary' : 'primary'} to={paths.profile()}>
          <Trans>My profile</Trans>
        </Button>
      </div>
    </div>
  )
}
