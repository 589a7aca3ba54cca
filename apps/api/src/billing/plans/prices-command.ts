import { NotDone } from '#api/business/businesses/create-business.ts'
import type { Context } from '#api/providers/context.ts'
import { findMissingPrices, type PricesOfProvider, setUpPrices } from './set-up-prices.ts'

/** `prices` of the operator's command. Throws NotDone where there is no provider, or with `check` where prices are missing. */
export async function prices(
  context: Pick<Context, 'db' | 'payment'>,
  { check }: Readonly<Record<string, string | boolean | undefined>>,
): Promise<string> {
  if (context.payment.all().length === 0)
    throw new NotDone(
      'There is no payment provider: set STRIPE_SECRET_KEY or CHARGEBEE_SITE and what goes with it.',
    )
  if (check !== true) return (await setUpPrices(context)).map(told('made')).join('\n')
  const missing = await findMissingPrices(context)
  const all = missing.map(told('missing')).join('\n')
  if (missing.some(({ lookupKeys }) => lookupKeys.length > 0)) throw new NotDone(all)
  return all
}

const told =
  (word: string) =>
  ({ provider, lookupKeys }: PricesOfProvider): string =>
    lookupKeys.length === 0
      ? `${provider}: all prices are there`
      : [
          `${provider}: ${lookupKeys.length} ${lookupKeys.length === 1 ? 'price' : 'prices'} ${word}`,
          ...lookupKeys.map((key) => `  ${key}`),
        ].join('\n')
