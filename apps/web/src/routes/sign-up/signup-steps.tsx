import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { confirmedEmail } from '#web/features/sign-up/sign-up-state.ts'
import { StepsForm } from '#web/features/sign-up/steps-form.tsx'
import { paths } from '#web/lib/paths.ts'
import { takeTarget } from '#web/lib/account/return-address.ts'
import { PageHeading, UnauthenticatedLayout } from '#web/ui/layout/layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'

/** Reached by the confirmed link alone. */
export function SignupStepsPage() {
  const { t } = useLingui()
  const router = useRouter()
  const [confirmed] = useState(confirmedEmail.get)
  usePageTitle(t`Create your account`)
  useEffect(() => {
    if (confirmed === null) router.history.replace(paths.signup())
    // Anyone who comes to identify themselves goes their own way on.
    else if (confirmed.flow === 'eidplus') router.history.replace(paths.eidPlusConfirm())
    else if (confirmed.flow === 'business') router.history.replace(paths.businessSignupSteps())
  }, [confirmed, router])
  if (confirmed === null) return null
  return (
    <UnauthenticatedLayout>
      <PageHeading>
        <Trans>Create your account</Trans>
      </PageHeading>
      <StepsForm confirmed={confirmed} onDone={() => router.history.replace(wayOn())} />
    </UnauthenticatedLayout>
  )
}

/** To what one came for, else to be welcomed. */
function wayOn(): string {
  const target = takeTarget()
  return target === paths.home() ? paths.dashboard({ tab: 'inbox', welcome: '1' }) : target
}
