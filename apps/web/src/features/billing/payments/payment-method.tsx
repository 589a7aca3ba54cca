import type { Business } from '@countersign/contract/businesses.ts'
import { Trans } from '@lingui/react/macro'
import { useAttempt } from '#web/lib/forms/use-attempt.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notices/error-notice.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { portalAddress } from '../billing-calls.ts'

/** A payment failed: what happens, and where to pay or to change the card. */
export function PaymentMethod({ business }: { business: Business }) {
  return (
    <Notice
      kind="error"
      title={<Trans>Your last payment failed</Trans>}
      action={<PortalButton business={business} type="primary" />}
    >
      <Trans>Pay the open invoice or change your card. Your plan ends if the payment isn’t made.</Trans>
    </Notice>
  )
}

/** The provider's page, in this tab: it leads back. */
export function PortalButton({ business, type }: { business: Business; type: 'primary' | 'secondary' }) {
  const { busy, failure, attempt } = useAttempt()
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        type={type}
        loading={busy}
        onClick={() => void attempt(async () => location.assign(await portalAddress(business)))}
      >
        <Trans>Manage payment method</Trans>
      </Button>
      {failure !== null && <ErrorNotice failure={failure} />}
    </div>
  )
}
