import { createHash } from 'node:crypto'
import { extraKey } from '#api/providers/payment/lookup-keys.ts'
import { PaymentFailed, type UsageEvent } from '../port.ts'
import type { ChargebeeClient } from './client.ts'
import { isAlreadyThere, orMissing } from './failures.ts'
import { WithUsage } from './shapes.ts'

const mostTries = 60
const day = 86_400

/** Charged once for each id. A subscription has one usage of an item in a second: another one is written into a second that is free. */
export async function recordUsage(client: ChargebeeClient, event: UsageEvent): Promise<void> {
  const { id, subscriptionId } = event
  const params = { id, item_price_id: extraKey(event), quantity: '1' }
  const at = Math.floor(event.at.getTime() / 1000)
  const past = Math.floor(client.now().getTime() / 1000) - at
  for (let attempt = 0; attempt < mostTries; attempt += 1) {
    try {
      const usage = { ...params, usage_date: at + offsetOf(id, attempt, past) }
      await client.ask(WithUsage, client.api.usage.create(subscriptionId, usage))
      return
    } catch (error) {
      if (!isAlreadyThere(error)) throw error
      const retrieving = client.api.usage.retrieve(subscriptionId, { id })
      if (await orMissing(client.ask(WithUsage, retrieving))) return
    }
  }
  throw new PaymentFailed('conflict', 'CHARGEBEE', 'too many usages at the same time')
}

/**
 * Of the seconds after that of the signature, the next. Those of a past month are all reported as of the beginning of this one: they
 * are spread over the day that followed, each by its id.
 */
function offsetOf(id: string, attempt: number, past: number): number {
  const room = Math.min(past, day)
  if (attempt === 0 || room <= mostTries) return attempt
  return 1 + (createHash('sha256').update(`${id}:${attempt}`).digest().readUInt32BE(0) % room)
}
