import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { RegisterForm } from '#web/features/businesses/register-form.tsx'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { paths } from '#web/lib/paths.ts'
import { keepReferralCode } from '#web/lib/referral-code.ts'
import { MainLayout } from '#web/ui/app-layout.tsx'
import { PageHeading } from '#web/ui/layout.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'

/** Turns a personal account into a business. */
export function BusinessRegisterPage() {
  const { t } = useLingui()
  const router = useRouter()
  usePageTitle(t`Create a business`)
  useEffect(() => keepReferralCode(location.search), [])
  return (
    <MainLayout actions={<AccountMenu />}>
      <div className="mx-auto w-full max-w-xl py-2 sm:py-4">
        <PageHeading>
          <Trans>Create a business</Trans>
        </PageHeading>
        <p className="mb-5 text-ink-secondary">
          <Trans>
            Your account stays as it is, with all its documents, and administers the business. You invite your
            people, share seals and groups, and see what is signed.
          </Trans>
        </p>
        <RegisterForm onDone={() => router.history.replace(paths.businessWelcome())} />
      </div>
    </MainLayout>
  )
}
