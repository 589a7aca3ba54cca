import type { Context } from '#api/providers/context.ts'
import { networkOf } from '#api/platform/values/network.ts'
import { type Webhook, WebhookRefused } from '#api/providers/identification/port.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { countFailure, refuseThrottled } from '#api/identity/throttles/count-failures.ts'
import { moveIdentification, updateOf } from './move-identification.ts'
import * as repository from '../repository.ts'

const limit = { failures: 60, seconds: 900 }

/**
 * A provider reports the state of an identity verification. A report that it did not sign is answered like an unknown one. Reports
 * that are repeated, outdated or about a forgotten verification are accepted and change nothing: the provider need not send them again.
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
