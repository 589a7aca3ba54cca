import type { RunningSandbox } from '../../../sandbox/src/sandbox.ts'

export type BillingProvider = 'stripe' | 'chargebee'

/** The settings by which an installation takes payments by the sandbox's provider. */
export function billingEnvironment(
  provider: BillingProvider,
  { chargebee }: RunningSandbox['payment'],
): Record<string, string> {
  if (provider === 'stripe') throw new Error('The sandbox has no Stripe yet')
  return {
    BILLING_PROVIDER: 'chargebee',
    CHARGEBEE_API_URL: chargebee.apiUrl,
    CHARGEBEE_SITE: 'sandbox',
    CHARGEBEE_API_KEY: chargebee.apiKey,
    CHARGEBEE_WEBHOOK_USER: chargebee.webhookUser,
    CHARGEBEE_WEBHOOK_PASSWORD: chargebee.webhookPassword,
  }
}
