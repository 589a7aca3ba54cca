import { Trans, useLingui } from '@lingui/react/macro'
import { useParams, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { HaveAccount } from '#web/features/sign-up/have-account.tsx'
import { confirmedEmail } from '#web/features/sign-up/sign-up-state.ts'
import { paths } from '#web/lib/paths.ts'
import { rememberTarget } from '#web/lib/account/return-address.ts'
import { useConfirmation } from '#web/lib/forms/use-confirmation.ts'
import { PageHeading, UnauthenticatedLayout } from '#web/ui/layout/layout.tsx'
import { LinkCheck } from '#web/ui/notices/link-check.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'

/** Where the mail's link leads: the token is checked and leaves the address. */
export function SignupConfirmPage() {
  const { t } = useLingui()
  const router = useRouter()
  usePageTitle(t`Confirm your email`)
  const { sendto: cameFor, token: id }: { sendto?: string; token?: string } = useParams({ strict: false })
  useEffect(() => {
    if (id) rememberTarget(cameFor === 'invite' ? paths.invite(id) : paths.anonymousUpload(id))
  }, [cameFor, id])
  const check = useConfirmation(['signup', 'business', 'sso', 'eidplus'], ({ token, email, flow }) => {
    confirmedEmail.keep({ flow: flow === 'eidplus' || flow === 'business' ? flow : 'signup', token, email })
    router.history.replace(flow === 'business' ? paths.businessSignupSteps() : paths.signupSteps())
  })
  return (
    <UnauthenticatedLayout>
      <PageHeading>
        <Trans>Confirm your email</Trans>
      </PageHeading>
      <LinkCheck {...check} newLink={paths.signup()} />
      {/* Anyone who opens the mail again may have made the account already. */}
      {check.failure !== null && <HaveAccount />}
    </UnauthenticatedLayout>
  )
}
