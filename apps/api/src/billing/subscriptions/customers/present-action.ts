import type { PaymentAction } from '@countersign/contract/billing-shapes.ts'
import type { PaymentProvider, PaymentSetup } from '#api/providers/payment/port.ts'
import { Refusal } from '#api/platform/refusal.ts'

/** What the browser does at the provider. A page is given as such; an element needs the key and the script. */
export function presentAction(provider: PaymentProvider | null, setup: PaymentSetup): PaymentAction {
  if (!provider) throw new Refusal('billing.provider_misconfigured', { retryAfter: 60 })
  const { clientSecret, redirectUrl } = setup
  return {
    provider: provider.name,
    clientSecret,
    redirectUrl,
    publishableKey: provider.browser?.publishableKey ?? null,
    scriptUrl: provider.browser?.scriptUrl ?? null,
  }
}
