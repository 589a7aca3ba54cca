import type { PaymentSettings } from '#api/platform/settings/payment-settings.ts'
import { countFailures } from './count-failures.ts'
import type { PaymentProvider, PaymentProviders } from './port.ts'

/** Those that are set up; without any there is no billing. Their packages are large, and read only then. */
export async function openPaymentProviders(
  { stripe, chargebee, forNew }: PaymentSettings,
  now: () => Date,
): Promise<PaymentProviders> {
  const providers: PaymentProvider[] = []
  if (stripe) providers.push((await import('./stripe/stripe.ts')).stripe({ settings: stripe, now }))
  if (chargebee)
    providers.push((await import('./chargebee/chargebee.ts')).chargebee({ settings: chargebee, now }))
  return paymentProvidersOf(providers.map(countFailures), forNew)
}

export function paymentProvidersOf(
  providers: readonly PaymentProvider[],
  forNew?: PaymentSettings['forNew'],
): PaymentProviders {
  const named = (name: string) => providers.find((provider) => provider.name === name) ?? null
  return {
    forNew: forNew ? named(forNew.toUpperCase()) : (providers[0] ?? null),
    named,
    all: () => providers,
  }
}
