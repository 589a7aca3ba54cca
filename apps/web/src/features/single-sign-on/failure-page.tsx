import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '#web/lib/paths.ts'
import { rememberedEmail } from '#web/lib/account/return-address.ts'
import { useSearchParameters } from '#web/lib/browser/search-parameters.ts'
import { Button } from '#web/ui/button.tsx'
import { UnauthenticatedLayout } from '#web/ui/layout/layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { Statement } from '#web/ui/layout/statement.tsx'
import { CompanySignInButton } from '#web/ui/company-sign-in-button.tsx'
import { failureReason, mayTryAgain, type FailureReason } from './failure-reason.ts'

/** The company's sign-in did not work: why, in plain words, and the ways on. */
export function SingleSignOnFailure({ ofCompany }: { ofCompany: boolean }) {
  const { t } = useLingui()
  usePageTitle(t`Company sign-in`)
  const reason = failureReason(useSearchParameters())
  const again = mayTryAgain(reason)
  return (
    <UnauthenticatedLayout>
      <Statement
        title={<Trans>Company sign-in failed</Trans>}
        action={
          <>
            {again && (
              <CompanySignInButton email={rememberedEmail()}>
                <Trans>Try again</Trans>
              </CompanySignInButton>
            )}
            <Button type={again ? 'secondary' : 'primary'} to={paths.login()}>
              <Trans>Sign in with a password</Trans>
            </Button>
          </>
        }
      >
        <p>
          <Reason reason={reason} />
        </p>
        {(ofCompany || !again) && (
          <p className="mt-2">
            <Trans>Your company’s administrator can help. Tell them what this page says.</Trans>
          </p>
        )}
      </Statement>
    </UnauthenticatedLayout>
  )
}

function Reason({ reason }: { reason: FailureReason }) {
  switch (reason) {
    case 'cancelled':
      return <Trans>You cancelled on your company sign-in page.</Trans>
    case 'expired':
      return <Trans>The sign-in timed out or started in another browser. Please start again here.</Trans>
    case 'provider_unavailable':
      return <Trans>Your company sign-in isn’t responding. Please try again in a few minutes.</Trans>
    case 'wrong_domain':
      return (
        <Trans>
          Your company sign-in sent an email address outside your company’s domain. To protect accounts, we
          didn’t sign you in.
        </Trans>
      )
    case 'email_unverified':
      return (
        <Trans>
          Your company sign-in hasn’t verified your email. To protect your account, we didn’t sign you in.
        </Trans>
      )
    case 'other_business':
      return (
        <Trans>
          Your account isn’t one that this company can sign in to: it belongs to another business, or has an
          email of another domain. Sign in with your password.
        </Trans>
      )
    case 'invalid_response':
      return (
        <Trans>
          Your company sign-in returned an unusable response. If this happens again, contact your company’s
          administrator.
        </Trans>
      )
  }
}
