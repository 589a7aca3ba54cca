import { meterName } from '#api/providers/payment/lookup-keys.ts'
import { type CountUsage, PaymentFailed, type UsageEvent } from '../port.ts'
import type { StripeClient } from './client.ts'
import { isDuplicateUsage } from './failures.ts'
import { listAll } from './pages.ts'
import { findMeters } from './prices.ts'
import { MeterEvent, MeterEventSummary } from './shapes.ts'
import { unixTime } from './subscription-state.ts'

// "Uniqueness is enforced within a rolling period of at least 24 hours" (meter events, `identifier`). An hour less, as our
// clocks differ, and as the first try may have arrived before the time we have of it.
export const usageMemory = 23 * 3_600_000

export async function recordUsage(
  client: StripeClient,
  { id, customerId, quality, at }: UsageEvent,
): Promise<void> {
  const params = {
    event_name: meterName(quality),
    identifier: id,
    timestamp: Number(unixTime(at)),
    payload: { stripe_customer_id: customerId, value: '1' },
  }
  try {
    await client.ask(MeterEvent, client.api.billing.meterEvents.create(params))
  } catch (error) {
    if (!isDuplicateUsage(error)) throw error
  }
}

/** Summaries are of whole minutes. */
export async function countUsage(
  client: StripeClient,
  { customerId, quality, from, to }: Parameters<CountUsage>[0],
): Promise<number> {
  const name = meterName(quality)
  const meter = (await findMeters(client)).get(name)
  if (meter === undefined) throw new PaymentFailed('misconfigured', 'STRIPE', `there is no meter ${name}`)
  const summaries = await listAll(client, MeterEventSummary, (page) =>
    client.api.billing.meters.listEventSummaries(meter, {
      customer: customerId,
      start_time: Number(unixTime(from)),
      end_time: Number(unixTime(to)),
      ...page,
    }),
  )
  return summaries.reduce((sum, summary) => sum + summary.aggregated_value, 0)
}
