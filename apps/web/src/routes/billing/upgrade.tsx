import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { plansQuery } from '#web/features/billing/billing-calls.ts'
import { UpgradeFrame } from '#web/features/billing/orders/upgrade-frame.tsx'
import { UpgradeScreen } from '#web/features/billing/orders/upgrade-screen.tsx'
import { ownBusiness } from '#web/lib/business/current-business.ts'
import { paths } from '#web/lib/paths.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Statement } from '#web/ui/layout/statement.tsx'

/** Where a plan is bought or changed, and a personal account becomes a business. */
export function UpgradePage() {
  const { t } = useLingui()
  usePageTitle(t`Upgrade`)
  const own = useStore(ownBusiness)?.business ?? null
  // A person who founds a business here remains the buyer until the page is left, even once the business exists.
  const [isFounding] = useState(own === null)
  const business = isFounding ? null : own
  const offer = useQuery(plansQuery)
  const paysBy = business?.billing?.paymentMethod
  if (offer.isPending)
    return (
      <UpgradeFrame buyer={business}>
        <Skeleton className="h-96 rounded-sheet" />
      </UpgradeFrame>
    )
  if (offer.isError)
    return (
      <UpgradeFrame buyer={business}>
        <ErrorState failure={offer.error} onRetry={() => void offer.refetch()} />
      </UpgradeFrame>
    )
  if (!offer.data.enabled)
    return (
      <NothingToBuy title={<Trans>Everything is included</Trans>}>
        <Trans>This installation has no paid plans. You can use every feature, without limits.</Trans>
      </NothingToBuy>
    )
  if (paysBy === 'MANUAL')
    return (
      <NothingToBuy title={<Trans>You pay by invoice</Trans>}>
        <Trans>To change your plan or seats, contact us. Your current plan continues until then.</Trans>
      </NothingToBuy>
    )
  if (paysBy === 'BLOCKED')
    return (
      <NothingToBuy title={<Trans>Your business is locked</Trans>}>
        <Trans>Nothing is deleted. Please contact support to unlock it.</Trans>
      </NothingToBuy>
    )
  return <UpgradeScreen buyer={business} offer={offer.data} />
}

function NothingToBuy({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <UpgradeFrame buyer={null} isQuiet>
      <div className="py-10">
        <Statement
          title={title}
          action={
            <Button to={paths.home()}>
              <Trans>My documents</Trans>
            </Button>
          }
        >
          {children}
        </Statement>
      </div>
    </UpgradeFrame>
  )
}
