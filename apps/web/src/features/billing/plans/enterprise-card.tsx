import type { OfferedPlan } from '@countersign/contract/billing-shapes.ts'
import { Trans } from '@lingui/react/macro'
import { Button } from '#web/ui/button.tsx'
import type { Buyer } from '../orders/buyer.ts'
import { openEnterpriseContact } from './enterprise-contact.tsx'
import { PlanContents } from './plan-cards.tsx'

/** Sold by contract: what it has, and the way to an offer. */
export function EnterpriseCard({ buyer, plans }: { buyer: Buyer; plans: readonly OfferedPlan[] }) {
  const plan = plans.find(({ name }) => name === 'enterprise')
  return (
    <div className="rounded-sheet border border-line bg-sheet p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="text-lg font-semibold">
            <Trans>Enterprise</Trans>
          </h2>
          <p className="text-ink-secondary">
            <Trans>Custom volume and terms, paid by invoice.</Trans>
          </p>
        </div>
        <Button type="secondary" onClick={() => openEnterpriseContact(buyer)}>
          <Trans>Contact sales</Trans>
        </Button>
      </div>
      {plan && <PlanContents plan={plan} />}
    </div>
  )
}
