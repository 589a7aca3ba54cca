import type { Business } from '@countersign/contract/businesses.ts'
import { Trans } from '@lingui/react/macro'
import { openConfirmation } from '#web/ui/dialogs/confirmation.tsx'
import { endTrial } from '../billing-calls.ts'
import { openSurvey } from './survey.tsx'

/** A trial ends at once. */
export function openCancelTrial(business: Business): void {
  openConfirmation({
    namespace: 'business',
    name: 'cancel-trial',
    title: <Trans>End your trial now?</Trans>,
    text: (
      <Trans>
        The trial ends immediately and nobody in your business can upload or send. Nothing is deleted and
        nothing is charged. You can choose a plan at any time.
      </Trans>
    ),
    stay: <Trans>Continue trial</Trans>,
    button: <Trans>End trial</Trans>,
    run: async () => {
      await endTrial(business.id)
      window.setTimeout(() => openSurvey(business.id, 'trial'))
    },
  })
}
