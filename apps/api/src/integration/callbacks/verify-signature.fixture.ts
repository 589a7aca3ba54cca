import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const tolerance = 5 * 60

/**
 * A receiver's check, written from the specification of Standard Webhooks and not from our code: throws unless the message
 * is genuine and fresh. `now` in seconds.
 */
export function verifySignature(
  headers: IncomingHttpHeaders,
  text: string,
  secret: string,
  now = Date.now() / 1000,
): void {
  const id = String(headers['webhook-id'])
  const timestamp = String(headers['webhook-timestamp'])
  if (!/^\d+$/.test(timestamp) || Math.abs(Number(timestamp) - now) > tolerance)
    throw new Error('the timestamp is not fresh')
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  if (key.length < 24 || key.length > 64) throw new Error('the secret has a wrong length')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest()
  const isGenuine = String(headers['webhook-signature'])
    .split(' ')
    .map((one) => one.split(','))
    .filter(([version]) => version === 'v1')
    .map(([, signature = '']) => Buffer.from(signature, 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected))
  if (!isGenuine) throw new Error('no signature matches')
}
