import type { Context } from '#api/providers/context.ts'
import { networkOf } from '#api/platform/values/network.ts'
import { type Webhook, WebhookRefused } from '#api/providers/identification/port.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { countFailure, refuseThrottled } from '#api/identity/throttles/count-failures.ts'
import { moveIdentification, updateOf } from './move-identification.ts'
import * as repository from '../repository.ts'

const limit = { failures: 60, seconds: 900 }

/**
 * A provider tells how one stands. What it did not sign looks like what is not there. What is told of one that is forgotten, what came
 * before and what is older than what is known are taken and change nothing: the provider need not tell again.
 */
export async function receiveWebhook(
  context: Context,
  given: Webhook & { readonly provider: string; readonly address: string },
): Promise<void> {
  const provider = context.identification.named(given.provider)
  if (!provider) throw new Refusal('not_found')
  let event: ReturnType<typeof provider.readWebhook>
  try {
    event = provider.readWebhook(given)
  } catch (error) {
    if (!(error instanceof WebhookRefused)) throw error
    context.log.warn({ provider: provider.name, reason: error.message }, 'a webhook was refused')
    refuseThrottled(await countFailure(context, `identification-webhook:${networkOf(given.address)}`, limit))
    throw new Refusal('not_found')
  }
  const one = await repository.findByReference(context, context.db, provider.name, event.reference)
  if (one) await moveIdentification(context, one.id, updateOf(event.state), event.deliveryId)
}
