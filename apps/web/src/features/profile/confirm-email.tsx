import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { confirmUserEmail } from '@countersign/contract/accounts.ts'
import { call } from '#web/lib/api.ts'
import { CallError } from '#web/lib/call-error.ts'
import { keepUser } from '#web/lib/current-user.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/progress.tsx'

type State =
  | { kind: 'checking' }
  | { kind: 'confirmed'; email: string }
  | { kind: 'refused'; failure: unknown }

const noToken = new CallError({ key: 'confirmation.invalid', status: 400, message: 'No token' })

/** Uses the link of a mail up, once: the token is good for a single try. */
export function ConfirmEmail({ token }: { token: string | null }) {
  const [state, setState] = useState<State>(
    token === null ? { kind: 'refused', failure: noToken } : { kind: 'checking' },
  )
  const asked = useRef(false)
  useEffect(() => {
    if (token === null || asked.current) return
    asked.current = true
    call(confirmUserEmail, { body: { token } }).then(
      (user) => {
        keepUser(user)
        setState({ kind: 'confirmed', email: user.email })
      },
      (failure: unknown) => setState({ kind: 'refused', failure }),
    )
  }, [token])

  if (state.kind === 'checking') {
    return (
      <p role="status" className="flex items-center gap-3">
        <Spinner />
        <Trans>Checking your link …</Trans>
      </p>
    )
  }
  if (state.kind === 'refused') {
    return (
      <div className="flex flex-col gap-4 sm:items-start">
        <ErrorNotice failure={state.failure} />
        <p>
          <Trans>Your e-mail is unchanged. From your profile you can send the link again.</Trans>
        </p>
        <Button to={paths.profile()}>
          <Trans>Go to my profile</Trans>
        </Button>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-4 sm:items-start">
      <Notice kind="success" title={<Trans>Your e-mail is {state.email} now</Trans>}>
        <Trans>Sign in with it from now on. Requests reach you there.</Trans>
      </Notice>
      <Button to={paths.profile()}>
        <Trans>Go to my profile</Trans>
      </Button>
    </div>
  )
}
