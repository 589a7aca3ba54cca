import type { Business } from '@countersign/contract/businesses.ts'
import { Trans } from '@lingui/react/macro'
import { Section } from '#web/ui/layout/section.tsx'
import { AddressSection } from './address-section.tsx'
import { isPaying } from './orders/choice.ts'
import { CurrentPlan } from './current-plan.tsx'
import { DiscountsSection, ReferralSection } from './discounts-section.tsx'
import { InvoicesSection } from './invoices-section.tsx'
import { PortalButton } from './payments/payment-method.tsx'
import { UsageSection } from './usage/usage-section.tsx'

/** The plan of a business, what was used of it, and what was paid. */
export function PlanScreen({ business }: { business: Business }) {
  const { billing } = business
  if (!billing)
    return (
      <Section id="plan" title={<Trans>Everything is included</Trans>}>
        <p>
          <Trans>
            This installation has no paid plans. Your business can use every feature, without limits.
          </Trans>
        </p>
      </Section>
    )
  const hasProvider = isPaying(billing) || billing.stripeSubscriptionStatus !== null
  return (
    <>
      <CurrentPlan business={business} />
      <UsageSection business={business} />
      {hasProvider && (
        <Section
          id="payment"
          title={<Trans>Payment method</Trans>}
          intro={<Trans>Your card is kept by our payment provider. Change it on their page.</Trans>}
        >
          <PortalButton business={business} type="secondary" />
        </Section>
      )}
      {hasProvider && <InvoicesSection business={business} />}
      {billing.paymentMethod !== 'MANUAL' && <AddressSection business={business} />}
      <DiscountsSection business={business} />
      <ReferralSection business={business} />
    </>
  )
}
