import type * as z from 'zod/mini'
import type { Currency } from '../port.ts'
import type { StripeClient } from './client.ts'
import { Coupon } from './shapes.ts'

/** Of a coupon whose `currency_options` are there; null where it holds in other currencies alone. */
export function amountOff(
  { amount_off, currency, currency_options }: z.infer<typeof Coupon>,
  wanted: Currency,
): number | null {
  const code = wanted.toLowerCase()
  return currency === code ? amount_off : (currency_options?.[code]?.amount_off ?? null)
}

/** The same of one in a list, whose `currency_options` would be a level deeper than Stripe expands. */
export async function findAmountOff(
  client: StripeClient,
  coupon: z.infer<typeof Coupon>,
  wanted: Currency,
): Promise<number | null> {
  if (coupon.amount_off === null || coupon.currency === wanted.toLowerCase()) return coupon.amount_off
  const asking = client.api.coupons.retrieve(coupon.id, { expand: ['currency_options'] })
  return amountOff(await client.ask(Coupon, asking), wanted)
}
