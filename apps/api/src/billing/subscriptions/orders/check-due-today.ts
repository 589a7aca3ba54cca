import type { Preview, PaymentProvider } from '#api/providers/payment/port.ts'
import type { Context } from '#api/providers/context.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { atProvider } from '../provider-refusal.ts'

/** Of a change without a fixed moment, every second of the hour that a preview holds costs a little less. */
const drift = 0.01

/**
 * What is charged is what was shown: where the provider would charge another amount by now, because of a price, a tax or a code
 * that has changed since, nothing is ordered. Called once the customer's address is saved, by which tax is computed.
 */
export async function checkDueToday(
  context: Pick<Context, 'log'>,
  provider: PaymentProvider,
  shown: number | null | undefined,
  wish: Parameters<PaymentProvider['preview']>[0],
): Promise<void> {
  if (shown == null) return
  const preview = await atProvider(context, () => provider.preview(wish))
  const allowed = wish.subscriptionId === null ? 0 : drift * volumeOf(preview)
  if (Math.abs(preview.dueToday.total - shown) > allowed) throw new Refusal('billing.stale')
}

const volumeOf = ({ lines }: Preview): number => lines.reduce((sum, { amount }) => sum + Math.abs(amount), 0)
