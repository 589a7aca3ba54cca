import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { confirmUserEmail } from '@countersign/contract/accounts.ts'
import { call } from '#web/lib/calls/api.ts'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { keepUser } from '#web/lib/account/current-user.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notices/error-notice.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Spinner } from '#web/ui/progress.tsx'

type State =
  | { kind: 'checking' }
  | { kind: 'confirmed'; email: string }
  | { kind: 'refused'; failure: unknown }

/** Uses the link of a mail up, once: the token is good for a single try. */
export function ConfirmEmail({ token }: { token: string }) {
  const [state, setState] = useState<State>({ kind: 'checking' })
  const isConfirming = useRef(false)
  useEffect(() => {
    if (isConfirming.current || state.kind !== 'checking') return
    isConfirming.current = true
    call(confirmUserEmail, { body: { token } }).then(
      (user) => {
        keepUser(user)
        setState({ kind: 'confirmed', email: user.email })
      },
      (failure: unknown) => setState({ kind: 'refused', failure }),
    )
  }, [token, state])

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
    return <Refused failure={state.failure} onRetry={tryAgain} />
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

function Refused({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  // Where the service could not be reached, the link was not looked at.
  const isUnread = !isCallError(failure) || failure.status === 0 || failure.status >= 429
  return (
    <div className="flex flex-col gap-4 sm:items-start">
      <ErrorNotice failure={failure} />
      <p>
        <Trans>Your email hasn’t changed. You can resend the link from your profile.</Trans>
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
