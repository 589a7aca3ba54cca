import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { syncBusiness } from '#web/features/billing/billing-calls.ts'
import { PlanScreen } from '#web/features/billing/plan-screen.tsx'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { ownBusiness } from '#web/lib/business/current-business.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { BusinessLayout } from '#web/ui/layout/business-layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The plan of the business, its usage and its invoices. */
export function PlanPage() {
  const { t } = useLingui()
  usePageTitle(t`Plan and billing`)
  const own = useStore(ownBusiness)
  useReturnFromProvider(own?.business.id)
  return (
    <BusinessLayout current="plan" title={<Trans>Plan and billing</Trans>} actions={<AccountMenu />}>
      {own ? (
        <PlanScreen key={own.business.id} business={own.business} />
      ) : (
        <Skeleton className="h-96 rounded-sheet" />
      )}
    </BusinessLayout>
  )
}

/** Back from the provider's page: what was changed there is asked for at once. */
function useReturnFromProvider(id: string | undefined): void {
  const router = useRouter()
  const queries = useQueryClient()
  const [isBack] = useState(() => new URLSearchParams(location.search).has('returned'))
  useEffect(() => {
    if (!isBack || id === undefined) return
    router.history.replace(location.pathname)
    // Without an answer the page shows what was known: webhooks and the hourly sync follow.
    syncBusiness(id).then(
      () => queries.invalidateQueries({ queryKey: ['billing'] }),
      () => undefined,
    )
  }, [isBack, id, router, queries])
}
