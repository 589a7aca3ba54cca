import { createHmac, timingSafeEqual } from 'node:crypto'
import { WebhookRefused } from './port.ts'

/** What of a delivery says who sent it, and when. */
export interface DeliverySignature {
  /** Seconds since 1970. */
  readonly timestamp: string
  readonly deliveryId: string
  readonly mac: Uint8Array
}

/** Minutes that a clock may be off, and that a delivery may take. */
const tolerance = 5 * 60_000
const bodyLimit = 256 * 1024

/**
 * HMAC-SHA256 over `timestamp.delivery.body`. Throws WebhookRefused unless it was signed with the secret, just now. A provider that
 * heard no answer sends the same delivery again: where it is written down, it is known by its id.
 */
export function checkSignature(
  secret: string,
  now: Date,
  signature: DeliverySignature | undefined,
  rawBody: Uint8Array,
): DeliverySignature {
  if (!signature || rawBody.length > bodyLimit) throw new WebhookRefused('It is not signed')
  const { timestamp, deliveryId, mac } = signature
  const expected = createHmac('sha256', secret).update(`${timestamp}.${deliveryId}.`).update(rawBody).digest()
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected))
    throw new WebhookRefused('Its signature is not the provider’s')
  if (!(Math.abs(now.getTime() - Number(timestamp) * 1000) <= tolerance))
    throw new WebhookRefused('It was not signed just now')
  return signature
}

/** One header's text; undefined where it is missing or there are several. */
export function headerIn(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  name: string,
): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}
