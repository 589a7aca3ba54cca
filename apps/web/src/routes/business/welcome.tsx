import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { PlanBought } from '#web/features/billing/plans/plan-bought.tsx'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { ownBusiness } from '#web/lib/business/current-business.ts'
import { paths } from '#web/lib/paths.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { MainLayout } from '#web/ui/layout/app-layout.tsx'
import { AppLink } from '#web/ui/app-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PageHeading } from '#web/ui/layout/layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'

/** The business is there: what one does with it next. */
export function BusinessWelcomePage() {
  const { t } = useLingui()
  const business = useStore(ownBusiness)?.business
  const name = business?.name
  const [hasBought] = useState(() => new URLSearchParams(location.search).has('plan'))
  usePageTitle(t`Welcome`)
  return (
    <MainLayout actions={<AccountMenu />}>
      <div className="mx-auto w-full max-w-xl py-2 sm:py-4">
        <PageHeading>
          <Trans>
            Welcome, <bdi className="wrap-anywhere">{name}</bdi>
          </Trans>
        </PageHeading>
        {hasBought && business && <PlanBought business={business} />}
        <p className="mb-5 text-ink-secondary">
          <Trans>Your business is ready and you’re its administrator. Suggested next steps:</Trans>
        </p>
        <ol className="flex flex-col gap-3">
          <Next to={paths.businessMembers()} title={<Trans>Invite members</Trans>}>
            <Trans>Enter emails, paste a list or upload a CSV file.</Trans>
          </Next>
          <Next to={paths.businessDomains()} title={<Trans>Add your domain</Trans>}>
            <Trans>Anyone with an email there can then join without an invitation.</Trans>
          </Next>
          <Next to={paths.businessProfile()} title={<Trans>Complete your business profile</Trans>}>
            <Trans>With a support contact for your signers.</Trans>
          </Next>
          <Next to={paths.businessSettings()} title={<Trans>Choose the settings</Trans>}>
            <Trans>Your logo, email attachments and document retention.</Trans>
          </Next>
        </ol>
        <p className="mt-6">
          <Button to={paths.home()}>
            <Trans>My documents</Trans>
          </Button>
        </p>
      </div>
    </MainLayout>
  )
}

function Next({ to, title, children }: { to: string; title: ReactNode; children: ReactNode }) {
  return (
    <li>
      <AppLink
        to={to}
        className="flex min-h-11 items-center gap-3 rounded-sheet border border-line bg-sheet p-4 hover:bg-hover"
      >
        <span className="min-w-0 grow">
          <span className="block font-medium text-accent">{title}</span>
          <span className="block text-ink-secondary">{children}</span>
        </span>
        <Icon name="chevronRight" />
      </AppLink>
    </li>
  )
}
