import { Trans, useLingui } from '@lingui/react/macro'
import { DeletionSection } from '#web/features/businesses/deletion-section.tsx'
import { ProfileSection } from '#web/features/businesses/profile-section.tsx'
import { SupportSection } from '#web/features/businesses/support-section.tsx'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { ownBusiness } from '#web/lib/business/current-business.ts'
import { formatDateTime } from '#web/lib/language/format.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { BusinessLayout } from '#web/ui/layout/business-layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { Section } from '#web/ui/layout/section.tsx'
import type { Business } from '@countersign/contract/businesses.ts'

/** What a business is called, how it is reached, what it has accepted, and how it is ended. */
export function CompanyProfilePage() {
  const { t } = useLingui()
  const own = useStore(ownBusiness)
  usePageTitle(t`Business profile`)
  return (
    <BusinessLayout current="profile" title={<Trans>Business profile</Trans>} actions={<AccountMenu />}>
      {own && (
        <>
          {own.business.deleteAt && <DeletionSection business={own.business} />}
          <ProfileSection business={own.business} />
          <SupportSection business={own.business} />
          <Accepted business={own.business} />
          {!own.business.deleteAt && <DeletionSection business={own.business} />}
        </>
      )}
    </BusinessLayout>
  )
}

function Accepted({ business }: { business: Business }) {
  const { t, i18n } = useLingui()
  const day = (at: string | null) => (at ? formatDateTime(at, i18n.locale) : t`Not recorded`)
  const facts = [
    [t`Business since`, day(business.createdAt)],
    [t`Terms accepted`, day(business.gtcAcceptedAt)],
    [t`Data processing accepted`, day(business.dpaAcceptedAt)],
  ] as const
  return (
    <Section id="accepted" title={<Trans>Accepted</Trans>}>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr] sm:gap-y-2">
        {facts.map(([label, value]) => (
          <div key={label} className="sm:contents">
            <dt className="text-ink-secondary">{label}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
