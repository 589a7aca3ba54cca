import { createHmac, randomBytes } from 'node:crypto'

// Standard Webhooks (standardwebhooks.com), symmetric signatures.

const prefix = 'whsec_'

/** 288 random bits: its libraries take 24 to 64 bytes, and 36 need no padding. */
export function makeSecret(): string {
  return prefix + randomBytes(36).toString('base64')
}

export interface SignedContent {
  readonly id: string
  readonly at: Date
  readonly body: string
}

/** The headers of a delivery; a signature by each secret, so that a receiver may have the old or the new one. */
export function signCallback(
  { id, at, body }: SignedContent,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
