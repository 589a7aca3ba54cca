import type { RunningSandbox } from '../../../../sandbox/src/sandbox.ts'

export type BillingProvider = 'stripe' | 'chargebee'

/** The settings by which an installation takes payments by the sandbox's provider. */
export function billingEnvironment(
  provider: BillingProvider,
  { stripe, chargebee }: RunningSandbox['payment'],
): Record<string, string> {
  if (provider === 'stripe') {
    if (!stripe) throw new Error('The sandbox hands out no Stripe')
    return {
      BILLING_PROVIDER: 'stripe',
      STRIPE_API_URL: stripe.apiUrl,
      STRIPE_SCRIPT_URL: stripe.scriptUrl,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_TAX: '1',
    }
  }
  return {
    BILLING_PROVIDER: 'chargebee',
    CHARGEBEE_API_URL: chargebee.apiUrl,
    CHARGEBEE_SITE: 'sandbox',
    CHARGEBEE_API_KEY: chargebee.apiKey,
    CHARGEBEE_WEBHOOK_USER: chargebee.webhookUser,
    CHARGEBEE_WEBHOOK_PASSWORD: chargebee.webhookPassword,
  }
}
