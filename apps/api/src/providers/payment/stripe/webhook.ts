import { Stripe } from 'stripe'
import type * as z from 'zod/mini'
import { WebhookRefused, type Webhook, type WebhookEvent } from '../port.ts'
import type { StripeClient } from './client.ts'
import { Event } from './shapes.ts'

/** Seconds that a delivery may be old. */
const tolerance = 300
const bodyLimit = 1024 * 1024

export function readWebhook({ settings, now }: StripeClient, { headers, rawBody }: Webhook): WebhookEvent {
  const signature = headers['stripe-signature']
  if (typeof signature !== 'string' || rawBody.length > bodyLimit)
    throw new WebhookRefused('It is not signed')
  const event = Event.safeParse(verified(signature, rawBody, settings.webhookSecret, now()))
  if (!event.success) throw new WebhookRefused('It is not of the documented form')
  return { id: event.data.id, type: event.data.type, customerId: customerOf(event.data) }
}

function verified(signature: string, rawBody: Uint8Array, secret: string, now: Date): unknown {
  try {
    const body = Buffer.from(rawBody)
    return Stripe.webhooks.constructEvent(body, signature, secret, tolerance, undefined, now.getTime())
  } catch {
    // What the package throws holds the body: it is not kept.
    throw new WebhookRefused('Its signature is not Stripe’s, or not from now')
  }
}

/** Whom an event is about. */
function customerOf({ data: { object } }: z.infer<typeof Event>): string | null {
  return object.object === 'customer' ? (object.id ?? null) : (object.customer ?? null)
}
