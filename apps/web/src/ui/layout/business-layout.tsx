import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ownBusiness } from '#web/lib/business/current-business.ts'
import { paths } from '#web/lib/paths.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { MainLayout } from './app-layout.tsx'
import { PageHeading } from './layout.tsx'
import { SubNavigation } from './profile-layout.tsx'

export type BusinessPage =
  | 'dashboard'
  | 'members'
  | 'domains'
  | 'company-sign-in'
  | 'activity'
  | 'seals'
  | 'settings'
  | 'profile'
  | 'aes-for-business'
  | 'extras'
  | 'api'
  | 'plan'

interface BusinessLayoutProps {
  current: BusinessPage
  title: ReactNode
  /** At the header's end, such as the account's menu. */
  actions?: ReactNode
  /** The screen's one action: at the thumb on a phone. */
  primary?: ReactNode
  /** Tables and charts take the whole width. */
  wide?: boolean
  children: ReactNode
}

/** What the admins of a business look after: the product's frame, the pages of the business, and a column or the whole width. */
export function BusinessLayout({ current, title, actions, primary, wide, children }: BusinessLayoutProps) {
  const { t } = useLingui()
  const name = useStore(ownBusiness)?.business.name
  const pages = [
    { page: 'dashboard', to: paths.businessDashboard(), label: t`Overview` },
    { page: 'members', to: paths.businessMembers(), label: t`Members` },
    { page: 'domains', to: paths.businessDomains(), label: t`Domains` },
    { page: 'company-sign-in', to: paths.companySignIn(), label: t`Company sign-in` },
    { page: 'activity', to: paths.businessActivity(), label: t`Activity` },
    { page: 'seals', to: paths.businessSeals(), label: t`Seals` },
    { page: 'settings', to: paths.businessSettings(), label: t`Settings` },
    { page: 'profile', to: paths.businessProfile(), label: t`Business profile` },
    { page: 'aes-for-business', to: paths.aesForBusiness(), label: t`AES for business` },
    { page: 'extras', to: paths.businessExtras(), label: t`Add-ons` },
    { page: 'api', to: paths.apiUsers(), label: t`API users` },
    { page: 'plan', to: paths.businessPlan(), label: t`Plan and billing` },
  ]
  return (
    <MainLayout
      actions={actions}
      primary={primary}
      navigation={<SubNavigation label={t`Your business`} current={current} pages={pages} />}
    >
      {/* One left edge: nothing jumps between a column and a table. */}
      <div className="mx-auto w-full max-w-6xl py-2 sm:py-4">
        {name && (
          <p dir="auto" className="wrap-anywhere text-ink-secondary">
            {name}
          </p>
        )}
        <PageHeading>{title}</PageHeading>
        {wide ? children : <div className="max-w-3xl">{children}</div>}
      </div>
    </MainLayout>
  )
}
