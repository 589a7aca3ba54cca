import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { CompanySignInButton } from '#web/ui/company-sign-in-button.tsx'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'

interface SignUpRefusalProps {
  failure: unknown
  email: string
  action?: ReactNode
}

/** Why signing up was refused. Where the company has its people sign in through itself, that is the way to an account. */
export function SignUpRefusal({ failure, email, action }: SignUpRefusalProps) {
  if (!isCallError(failure, 'auth.company_sign_in_required'))
    return <RefusalNotice failure={failure} action={action} />
  const domain = email.trim().split('@').at(-1)
  return (
    <Notice
      kind="error"
      action={
        <CompanySignInButton email={email.trim()}>
          <Trans>Sign in with your company</Trans>
        </CompanySignInButton>
      }
    >
      <Trans>
        People with an @{domain} email sign in with their company. Your account is created when you first do.
      </Trans>
    </Notice>
  )
}
