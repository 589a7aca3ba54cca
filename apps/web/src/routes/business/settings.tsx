import type { Business } from '@countersign/contract/businesses.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ChangesSection } from '#web/features/business-settings/changes-section.tsx'
import { ExtrasList } from '#web/features/business-settings/extras-list.tsx'
import { LogoSection } from '#web/features/business-settings/logo-section.tsx'
import { MailSection } from '#web/features/business-settings/mail-section.tsx'
import { RetentionSection } from '#web/features/business-settings/retention-section.tsx'
import { extrasQuery } from '#web/features/business-settings/settings-calls.ts'
import {
  ApiUsersSection,
  IdentificationsSection,
  MembersSection,
  SigningSection,
} from '#web/features/business-settings/switches-sections.tsx'
import { VisualSignaturesSection } from '#web/features/business-settings/visual-signatures-section.tsx'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { ownBusiness } from '#web/lib/business/current-business.ts'
import { paths } from '#web/lib/paths.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { BusinessLayout } from '#web/ui/layout/business-layout.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

const link = 'text-accent underline underline-offset-2'

/** What a business has chosen for its members and for what they send. */
export function BusinessSettingsPage() {
  const { t } = useLingui()
  const own = useStore(ownBusiness)
  usePageTitle(t`Business settings`)
  return (
    <BusinessLayout current="settings" title={<Trans>Settings</Trans>} actions={<AccountMenu />}>
      {own ? (
        <Sections key={own.business.id} business={own.business} />
      ) : (
        <Skeleton className="h-96 rounded-sheet" />
      )}
    </BusinessLayout>
  )
}

function Sections({ business: { name, settings } }: { business: Business }) {
  return (
    <>
      <LogoSection name={name} settings={settings} />
      <SigningSection settings={settings} />
      <VisualSignaturesSection settings={settings} />
      <MailSection settings={settings} />
      <RetentionSection settings={settings} />
      <IdentificationsSection settings={settings} />
      <ApiUsersSection settings={settings} />
      <MembersSection settings={settings} />
      <p className="mt-4 text-ink-secondary">
        <Trans>
          Set the support contact in the{' '}
          <AppLink to={paths.businessProfile()} className={link}>
            business profile
          </AppLink>{' '}
          and the size of signer groups under{' '}
          <AppLink to={paths.businessSignerGroups()} className={link}>
            signer groups
          </AppLink>
          .
        </Trans>
      </p>
      <ChangesSection />
    </>
  )
}

/** What a business has besides the signing of documents. */
export function BusinessExtrasPage() {
  const { t } = useLingui()
  usePageTitle(t`Add-ons`)
  const extras = useQuery(extrasQuery)
  return (
    <BusinessLayout current="extras" title={<Trans>Add-ons</Trans>} actions={<AccountMenu />}>
      <p className="mb-5 max-w-prose text-ink-secondary">
        <Trans>Add-ons for your business.</Trans>
      </p>
      {extras.isPending ? (
        <Skeleton className="h-96 rounded-sheet" />
      ) : extras.isError ? (
        <ErrorState failure={extras.error} onRetry={() => void extras.refetch()} />
      ) : (
        <ExtrasList extras={extras.data} />
      )}
    </BusinessLayout>
  )
}
