import type { Business } from '@countersign/contract/businesses.ts'
import { Trans } from '@lingui/react/macro'
import { i18n } from '@lingui/core'
import { formatDate } from '#web/lib/language/format.ts'
import { openConfirmation } from '#web/ui/dialogs/confirmation.tsx'
import { cancelAtPeriodEnd } from '../billing-calls.ts'
import { openSurvey } from './survey.tsx'

/** What happens when, before it does; afterwards the reason is asked for. */
export function openCancelSubscription(business: Business): void {
  const end = business.billing?.periodEndsAt
  const day = end ? formatDate(end, i18n.locale) : ''
  openConfirmation({
    namespace: 'business',
    name: 'cancel-subscription',
    title: <Trans>Cancel your plan?</Trans>,
    text: (
      <>
        {day && (
          <Trans>
            Your plan ends on {day}. Until then you can use everything. You won’t be charged for the plan
            again, only for signatures beyond your allowance.
          </Trans>
        )}{' '}
        <Trans>
          After that nobody in your business can upload or send. You can still open and download all
          documents, and sign what others send you. You can keep your plan at any time before it ends.
        </Trans>
      </>
    ),
    stay: <Trans>Keep my plan</Trans>,
    button: <Trans>Cancel plan</Trans>,
    run: async () => {
      await cancelAtPeriodEnd(business.id)
      // This dialog closes first: one is open at a time.
      window.setTimeout(() => openSurvey(business.id, 'cancellation'))
    },
  })
}
