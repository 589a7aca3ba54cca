import type * as z from 'zod/mini'
import { isSameSecret } from '#api/platform/secrets/is-same-secret.ts'
import { type Webhook, type WebhookEvent, WebhookRefused } from '../port.ts'
import type { ChargebeeClient } from './client.ts'
import { Event } from './shapes.ts'

const bodyLimit = 1024 * 1024

/** Chargebee proves itself by a user and a password alone: what it tells is a hint to look. */
export function readWebhook({ settings }: ChargebeeClient, { headers, rawBody }: Webhook): WebhookEvent {
  const { authorization } = headers
  const expected = `${settings.webhookUser}:${settings.webhookPassword}`
  const isOurs =
    typeof authorization === 'string' &&
    isSameSecret(authorization, `Basic ${Buffer.from(expected).toString('base64')}`)
  if (!isOurs || rawBody.length > bodyLimit) throw new WebhookRefused('Its credentials are not Chargebee’s')
  const event = Event.safeParse(parsed(rawBody))
  if (!event.success) throw new WebhookRefused('It is not of the documented form')
  return { id: event.data.id, type: event.data.event_type, customerId: customerOf(event.data) }
}

function parsed(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(rawBody).toString('utf8'))
  } catch {
    return undefined
  }
}

/** Whom an event is about. */
function customerOf({ content }: z.infer<typeof Event>): string | null {
  const { customer, subscription, invoice, transaction, payment_source: source, credit_note: note } = content
  const others = [subscription, invoice, transaction, source, note].map((one) => one?.customer_id)
  return [customer?.id, ...others].find((id) => id != null) ?? null
}
