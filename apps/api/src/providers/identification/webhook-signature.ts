import { createHmac, timingSafeEqual } from 'node:crypto'
import { WebhookRefused } from './port.ts'

/** What of a delivery says who sent it, and when. */
export interface DeliverySignature {
  /** Seconds since 1970. */
  readonly timestamp: string
  readonly deliveryId: string
  readonly mac: Uint8Array
}

export interface SignatureCheck {
  /** Throws WebhookRefused unless it was signed with the secret, just now, and was not taken before. */
  check(signature: DeliverySignature | undefined, rawBody: Uint8Array): void
  /** From now on this delivery is refused. */
  markTaken(deliveryId: string): void
}

/** Minutes that a clock may be off, and that a delivery may take. */
const tolerance = 5 * 60_000
const mostDeliveries = 10_000
const bodyLimit = 256 * 1024

/** HMAC-SHA256 over `timestamp.delivery.body`. What was taken is remembered for as long as its time-stamp is good. */
export function signatureCheck(secret: string, now: () => Date): SignatureCheck {
  const taken = new Map<string, number>()
  const forget = (time: number): void => {
    for (const [id, until] of taken) if (until < time || taken.size > mostDeliveries) taken.delete(id)
  }
  return {
    check(signature, rawBody) {
      if (!signature || rawBody.length > bodyLimit) throw new WebhookRefused('It is not signed')
      const { timestamp, deliveryId, mac } = signature
      const expected = createHmac('sha256', secret)
        .update(`${timestamp}.${deliveryId}.`)
        .update(rawBody)
        .digest()
      if (mac.length !== expected.length || !timingSafeEqual(mac, expected))
        throw new WebhookRefused('Its signature is not the provider’s')
      const time = now().getTime()
      if (!(Math.abs(time - Number(timestamp) * 1000) <= tolerance))
        throw new WebhookRefused('It was not signed just now')
      if (taken.has(deliveryId)) throw new WebhookRefused('It has come before')
    },
    markTaken(deliveryId) {
      const time = now().getTime()
      forget(time)
      taken.set(deliveryId, time + 2 * tolerance)
    },
  }
}

/** One header's text; undefined where it is missing or there are several. */
export function headerIn(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  name: string,
): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}
