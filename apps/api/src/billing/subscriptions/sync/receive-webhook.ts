import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import { networkOf } from '#api/platform/values/network.ts'
import { type PaymentProviderName, type Webhook, WebhookRefused } from '#api/providers/payment/port.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { countFailure, refuseThrottled } from '#api/identity/throttles/count-failures.ts'
import { insertWebhook } from './event-repository.ts'

const limit = { failures: 60, seconds: 900 }

/**
 * A provider tells that something moved. Its id and whose it is are kept, and what moved is asked for by a job: changes that
 * are late, come twice or in another order change nothing. What is about nobody we know is taken as well.
 */
export async function receiveWebhook(
  context: Context,
  name: PaymentProviderName,
  { address, ...given }: Webhook & { readonly address: string },
): Promise<void> {
  const provider = context.payment.named(name)
  if (!provider) throw new Refusal('not_found')
  let event: ReturnType<typeof provider.readWebhook>
  try {
    event = provider.readWebhook(given)
  } catch (error) {
    if (!(error instanceof WebhookRefused)) throw error
    context.log.warn({ provider: name, reason: error.message }, 'a webhook was refused')
    refuseThrottled(await countFailure(context, `payment-webhook:${networkOf(address)}`, limit))
    throw new Refusal('not_found')
  }
  const { id, type, customerId } = event
  const at = context.now()
  await transaction(context.db, async (tx) => {
    const taken = await insertWebhook(tx, {
      ...{ provider: name, id, type: type.slice(0, 200), customer_id: customerId },
      received_at: at,
      processed_at: customerId === null ? at : null,
    })
    if (!taken || customerId === null) return
    const key = `billing:${name}:${customerId}`
    await enqueue(tx, 'sync-billing', { provider: name, customerId }, { key, maxAttempts: 5 })
  })
}
