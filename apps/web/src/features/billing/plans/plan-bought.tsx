import type { Business } from '@countersign/contract/businesses.ts'
import { Plural, Trans } from '@lingui/react/macro'
import { paths } from '#web/lib/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { openSurvey } from '../ending/survey.tsx'
import { usePlanName } from './use-plan-words.tsx'

/** The plan has just begun. */
export function PlanBought({ business: { id, billing, pricePlan } }: { business: Business }) {
  const nameOf = usePlanName()
  if (!billing || !pricePlan) return null
  const name = nameOf(pricePlan.name)
  return (
    <div className="mb-5">
      <Notice
        kind="success"
        title={<Trans>Your {name} plan is active</Trans>}
        action={
          <Button type="secondary" size="sm" onClick={() => openSurvey(id, 'upgrade')}>
            <Trans>Rate your purchase</Trans>
          </Button>
        }
      >
        <Plural value={billing.seats} one="# seat is ready." other="# seats are ready." />{' '}
        <Trans>
          The receipt is in{' '}
          <AppLink to={paths.businessPlan()} className="text-accent underline">
            plan and billing
          </AppLink>
          .
        </Trans>
      </Notice>
    </div>
  )
}
