import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { validConfirmation } from '@countersign/contract/accounts.ts'
import { keepConfirmed } from '#web/features/sign-up/sign-up-state.ts'
import { call } from '#web/lib/api.ts'
import { CallError } from '#web/lib/call-error.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { PageHeading, UnauthenticatedLayout } from '#web/ui/layout.tsx'
import { Spinner } from '#web/ui/progress.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'

const noToken = new CallError({ key: 'confirmation.invalid', status: 400, message: 'No token' })

/** Where the mail's link leads: the token is checked and leaves the address. */
export function SignupConfirmPage() {
  const { t } = useLingui()
  const router = useRouter()
  const [token] = useState(() => new URLSearchParams(location.search).get('token'))
  const [failure, setFailure] = useState<unknown>(token === null ? noToken : null)
  usePageTitle(t`Confirm your e-mail`)
  useEffect(() => {
    if (token === null) return
    const abort = new AbortController()
    call(validConfirmation, { body: { token } }, { signal: abort.signal }).then(
      ({ email }) => {
        keepConfirmed({ token, email })
        router.history.replace(paths.signupSteps())
      },
      (refusal: unknown) => {
        if (!abort.signal.aborted) setFailure(refusal)
      },
    )
    return () => abort.abort()
  }, [token, router])
  return (
    <UnauthenticatedLayout>
      <PageHeading>
        <Trans>Confirm your e-mail</Trans>
      </PageHeading>
      {failure === null ? (
        <p className="flex items-center gap-3">
          <Spinner />
          <Trans>Checking your link …</Trans>
        </p>
      ) : (
        <div className="flex flex-col gap-4">
          <ErrorNotice failure={failure} />
          <Button to={paths.signup()} block>
            <Trans>Ask for a new link</Trans>
          </Button>
        </div>
      )}
    </UnauthenticatedLayout>
  )
}
