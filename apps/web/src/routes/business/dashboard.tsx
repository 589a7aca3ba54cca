import { Trans, useLingui } from '@lingui/react/macro'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { StatisticsScreen } from '#web/features/statistics/statistics-screen.tsx'
import { BusinessLayout } from '#web/ui/layout/business-layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'

/** One's business in figures. */
export function BusinessDashboardPage() {
  const { t } = useLingui()
  usePageTitle(t`Overview`)
  return (
    <BusinessLayout current="dashboard" title={<Trans>Overview</Trans>} actions={<AccountMenu />} wide>
      <StatisticsScreen />
    </BusinessLayout>
  )
}
