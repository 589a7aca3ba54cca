import type { Business } from '@countersign/contract/businesses.ts'
import { Trans } from '@lingui/react/macro'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { openFreePlanDowngrade } from './free-plan-downgrade.tsx'

/** On the members page, the only one that is open to the admins of a business without a plan (navigation rule 8). */
export function TrialOverNotice({ business }: { business: Business }) {
  const { billing } = business
  if (billing?.paymentMethod === 'BLOCKED') return <BlockedNotice />
  if (billing?.paymentMethod !== 'NEEDS_PAYMENT_METHOD') return null
  return (
    <Notice
      kind="warning"
      title={
        business.pricePlan?.current.base.type === 'TRIAL' ? (
          <Trans>Your trial has ended</Trans>
        ) : (
          <Trans>Your plan has ended</Trans>
        )
      }
      action={
        <div className="flex flex-wrap gap-2">
          <Button to={paths.businessUpgrade()}>
            <Trans>Choose a plan</Trans>
          </Button>
          {business.deleteAt === null && (
            <Button type="secondary" onClick={() => openFreePlanDowngrade(business)}>
              <Trans>Go back to the free plan</Trans>
            </Button>
          )}
        </div>
      }
    >
      <Trans>
        Nothing is deleted. Your members can open and download existing documents, and sign what others send
        them. To upload and send again, choose a plan.
      </Trans>
    </Notice>
  )
}

function BlockedNotice() {
  return (
    <Notice kind="error" title={<Trans>Your business is locked</Trans>}>
      <Trans>Nothing is deleted. Please contact support to unlock it.</Trans>
    </Notice>
  )
}
