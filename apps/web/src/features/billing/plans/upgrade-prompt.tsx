import type { PlanFeature } from '@countersign/contract/billing-shapes.ts'
import { listPricePlans } from '@countersign/contract/subscriptions.ts'
import type { OutputOf } from '@countersign/contract/endpoint.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { call } from '#web/lib/calls/api.ts'
import { ownBusiness } from '#web/lib/business/current-business.ts'
import { paths } from '#web/lib/paths.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { openDialog } from '#web/ui/dialogs/dialog-store.ts'
import { planWithMore } from '../orders/choice.ts'
import { usePlanName } from './use-plan-words.tsx'
import { loadBillingWords } from '../words.ts'

type Plans = OutputOf<typeof listPricePlans>['plans']

/** Something that the plan doesn't include: what it is, which plan has it, and who can change that. */
export async function openUpgradePrompt(feature: PlanFeature): Promise<void> {
  await loadBillingWords()
  openDialog({
    namespace: 'business',
    name: 'upgrade-prompt',
    title: <Trans>Not included in your plan</Trans>,
    content: ({ close }) => <UpgradePrompt feature={feature} close={close} />,
  })
}

function UpgradePrompt({ feature, close }: { feature: PlanFeature; close: () => void }) {
  const { t } = useLingui()
  const nameOf = usePlanName()
  const own = useStore(ownBusiness)
  const [plans, setPlans] = useState<Plans>([])
  useEffect(() => {
    // Without the list the prompt says less.
    call(listPricePlans, {}, { background: true }).then(
      (answer) => setPlans(answer.plans),
      () => undefined,
    )
  }, [])
  const words: Record<PlanFeature, string> = {
    uploads: t`You need a plan to upload and send your own documents.`,
    apiUsers: t`API users let your own software send and sign. You’ve used all those in your plan.`,
    seals: t`Seals sign in the name of your business. You’ve used all those in your plan.`,
    retention: t`Auto-deletion rules delete documents after the time you choose.`,
    branding: t`Branding shows your logo on signing pages and in emails.`,
    part11: t`21 CFR Part 11 signatures are for regulated records.`,
    bulkSend: t`Bulk send sends a template to a whole list of recipients.`,
    api: t`The API connects your own software.`,
  }
  const first = planWithMore(plans, feature, own?.business.pricePlan?.limits ?? null)
  const plan = first && nameOf(first.name)
  const mayBuy = own === null || own.role === 'admin'
  return (
    <>
      <p>{words[feature]}</p>
      {plan && (
        <p className="mt-2">
          <Trans>It’s included in the {plan} plan and above.</Trans>
        </p>
      )}
      {!mayBuy && (
        <p className="mt-2">
          <Trans>Ask an administrator of your business to change the plan.</Trans>
        </p>
      )}
      <DialogButtons>
        <Button type="secondary" color="neutral" onClick={close}>
          <Trans>Close</Trans>
        </Button>
        {mayBuy && (
          <Button to={paths.businessUpgrade()} onClick={close}>
            <Trans>See plans</Trans>
          </Button>
        )}
      </DialogButtons>
    </>
  )
}
