import type { Business } from '@countersign/contract/businesses.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatDate } from '#web/lib/language/format.ts'
import { paths } from '#web/lib/paths.ts'
import { useAttempt } from '#web/lib/forms/use-attempt.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notices/error-notice.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useFocusOnPart } from '#web/ui/layout/use-focus-on-part.ts'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { openAddSeats } from './seats/add-seats.tsx'
import { keepPlan } from './billing-calls.ts'
import { openCancelSubscription } from './ending/cancel-subscription.tsx'
import { openCancelTrial } from './ending/cancel-trial.tsx'
import { isPaying } from './orders/choice.ts'
import { PaymentMethod } from './payments/payment-method.tsx'
import { PlanFacts } from './plan-facts.tsx'
import { openRemoveSeats } from './seats/remove-seats.tsx'
import { daysLeft } from '#web/lib/language/days-left.ts'
import { usePlanName } from './plans/use-plan-words.tsx'

/** The plan, how it is paid, and what can be done about it. */
export function CurrentPlan({ business }: { business: Business }) {
  const nameOf = usePlanName()
  const { billing, pricePlan } = business
  // The button that keeps a cancelled plan goes with the notice it is in.
  useFocusOnPart(pricePlan?.next.base?.type === 'CANCELED')
  if (!billing || !pricePlan) return null
  const isTrial = billing.paymentMethod === 'TRIALING'
  const name = nameOf(pricePlan.name)
  return (
    <Section id="plan" title={isTrial ? <Trans>{name} trial</Trans> : name}>
      <div className="flex flex-col gap-4">
        <State business={business} />
        <PlanFacts business={business} />
        <Actions business={business} />
      </div>
    </Section>
  )
}

function State({ business }: { business: Business }) {
  const { i18n } = useLingui()
  const { billing, pricePlan } = business
  const next = pricePlan?.next.base
  if (billing?.paymentMethod === 'TRIALING' && billing.trialEndsAt) {
    const day = formatDate(billing.trialEndsAt, i18n.locale)
    return (
      <Notice
        kind="info"
        title={<Plural value={daysLeft(billing.trialEndsAt)} one="# day left" other="# days left" />}
      >
        <Trans>Your trial ends on {day}. Choose a plan before then to keep sending.</Trans>
      </Notice>
    )
  }
  if (billing?.paymentIssue) return <PaymentMethod business={business} />
  if (next?.type === 'CANCELED')
    return <Cancelling business={business} day={formatDate(next.startAt, i18n.locale)} />
  if (billing?.paymentMethod === 'MANUAL')
    return (
      <Notice kind="info">
        <Trans>You pay by invoice. To change your plan, seats or billing details, contact us.</Trans>
      </Notice>
    )
  return null
}

/** Cancelled, and still to be kept: until the period ends everything works. */
function Cancelling({ business, day }: { business: Business; day: string }) {
  const { t } = useLingui()
  const { busy, failure, attempt } = useAttempt()
  return (
    <>
      <Notice
        kind="warning"
        title={<Trans>Your plan ends on {day}</Trans>}
        action={
          <Button
            loading={busy}
            onClick={() =>
              void attempt(async () => {
                await keepPlan(business.id)
                showSnackbar(t`Your plan continues.`, { color: 'success' })
              })
            }
          >
            <Trans>Keep my plan</Trans>
          </Button>
        }
      >
        <Trans>
          Until then you can use everything. You won’t be charged for the plan again, only for signatures
          beyond your allowance.
        </Trans>
      </Notice>
      {failure !== null && <ErrorNotice failure={failure} />}
    </>
  )
}

function Actions({ business }: { business: Business }): ReactNode {
  const { billing, pricePlan } = business
  if (!billing || billing.paymentMethod === 'MANUAL' || billing.paymentMethod === 'BLOCKED') return null
  const paying = isPaying(billing)
  const isCancelling = pricePlan?.next.base?.type === 'CANCELED'
  return (
    <div className="flex flex-wrap gap-2">
      <Button to={paths.businessUpgrade()} type={paying ? 'secondary' : 'primary'}>
        {paying ? <Trans>Change plan</Trans> : <Trans>Choose a plan</Trans>}
      </Button>
      {paying && !isCancelling && (
        <>
          <Button type="secondary" onClick={() => openAddSeats(business)}>
            <Trans>Add seats</Trans>
          </Button>
          {billing.seats > 1 && (
            <Button type="secondary" onClick={() => openRemoveSeats(business)}>
              <Trans>Remove seats</Trans>
            </Button>
          )}
          <Button type="text" color="error" onClick={() => openCancelSubscription(business)}>
            <Trans>Cancel plan</Trans>
          </Button>
        </>
      )}
      {billing.paymentMethod === 'TRIALING' && (
        <Button type="text" color="error" onClick={() => openCancelTrial(business)}>
          <Trans>End trial</Trans>
        </Button>
      )}
    </div>
  )
}
