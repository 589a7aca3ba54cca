import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { RegisterForm } from '#web/features/businesses/register-form.tsx'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { paths } from '#web/lib/paths.ts'
import { keepReferralCode } from '#web/lib/account/referral-code.ts'
import { MainLayout } from '#web/ui/layout/app-layout.tsx'
import { PageHeading } from '#web/ui/layout/layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'

/** Turns a personal account into a business. */
export function BusinessRegisterPage() {
  const { t } = useLingui()
  const router = useRouter()
  usePageTitle(t`Create business`)
  useEffect(() => keepReferralCode(location.search), [])
  return (
    <MainLayout actions={<AccountMenu />}>
      <div className="mx-auto w-full max-w-xl py-2 sm:py-4">
        <PageHeading>
          <Trans>Create business</Trans>
        </PageHeading>
        <p className="mb-5 text-ink-secondary">
          <Trans>
            Your account keeps all its documents and becomes the administrator. You can invite members, share
            seals and groups, and see signing activity.
          </Trans>
        </p>
        <RegisterForm onDone={() => router.history.replace(paths.businessWelcome())} />
      </div>
    </MainLayout>
  )
}
