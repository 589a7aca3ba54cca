import { extraKey } from '#api/providers/payment/lookup-keys.ts'
import { PaymentFailed, type UsageEvent } from '../port.ts'
import type { ChargebeeClient } from './client.ts'
import { isAlreadyThere, orMissing } from './failures.ts'
import { WithUsage } from './shapes.ts'

const mostTries = 60

/**
 * Charged once for each id. A subscription has one usage of an item in a second: of two signatures in the same second, the
 * other is written into the next that is free.
 */
export async function recordUsage(client: ChargebeeClient, event: UsageEvent): Promise<void> {
  const { id, subscriptionId } = event
  const params = { id, item_price_id: extraKey(event), quantity: '1' }
  const at = Math.floor(event.at.getTime() / 1000)
  for (let second = 0; second < mostTries; second += 1) {
    try {
      const usage = { ...params, usage_date: at + second }
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
