import type { Business } from '@countersign/contract/businesses.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { openAddSeats } from '#web/features/billing/seats/add-seats.tsx'
import { isPaying } from '#web/features/billing/orders/choice.ts'
import { TrialOverNotice } from '#web/features/billing/ending/trial-over-notice.tsx'
import { countOf } from '#web/features/members/entries.ts'
import { peopleQuery } from '#web/features/members/member-calls.ts'
import { PeopleList } from '#web/features/members/people-list.tsx'
import { SeatsLine } from '#web/features/members/seats-line.tsx'
import { usePeopleActions } from '#web/features/members/use-people-actions.ts'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { ownBusiness } from '#web/lib/business/current-business.ts'
import { paths } from '#web/lib/paths.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { BusinessLayout } from '#web/ui/layout/business-layout.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

/** The people of one's business, and who is invited to it. */
export function MembersPage() {
  const { t } = useLingui()
  usePageTitle(t`Members`)
  const found = useQuery({ ...peopleQuery, refetchOnWindowFocus: true })
  const own = useStore(ownBusiness)
  const actions = usePeopleActions(found.data?.people ?? [])
  return (
    <BusinessLayout
      current="members"
      title={<Trans>Members</Trans>}
      actions={<AccountMenu />}
      primary={
        <Button icon="plus" onClick={actions.add}>
          <Trans>Invite people</Trans>
        </Button>
      }
    >
      {own && (
        <div className="mb-4 empty:hidden">
          <TrialOverNotice business={own.business} />
        </div>
      )}
      {actions.failure !== null && (
        <div className="mb-4">
          <RefusalNotice failure={actions.failure} />
        </div>
      )}
      {found.isPending ? (
        <>
          <Skeleton className="mb-4 h-6 w-64" />
          <Skeleton className="h-80 rounded-sheet" />
        </>
      ) : found.isError ? (
        <ErrorState failure={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <>
          <SeatsLine
            seats={found.data.seats}
            locked={countOf(found.data.entries, 'locked')}
            moreSeats={own && moreSeats(own.business, () => void found.refetch())}
          >
            <TextLink to={paths.businessSignerGroups()}>
              <Trans>Signer groups</Trans>
            </TextLink>
          </SeatsLine>
          <PeopleList entries={found.data.entries} actions={actions} />
        </>
      )}
    </BusinessLayout>
  )
}

/** A business that pays adds seats here; one on trial chooses a plan first. */
function moreSeats(business: Business, onAdded: () => void): ReactNode {
  const { billing } = business
  if (isPaying(billing))
    return (
      <Button type="secondary" onClick={() => openAddSeats(business, onAdded)}>
        <Trans>Add seats</Trans>
      </Button>
    )
  if (billing?.paymentMethod !== 'TRIALING') return null
  return (
    <Button type="secondary" to={paths.businessUpgrade()}>
      <Trans>Choose a plan</Trans>
    </Button>
  )
}
