import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../../time-stamp-authority/key-store.ts'

/** What a merchant needs to use the account. */
export interface Settings {
  /** Where its API listens, without a path. */
  apiUrl: string
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Stripe.js, for the browser. */
  scriptUrl: string
}

type Keys = Pick<Settings, 'secretKey' | 'publishableKey' | 'webhookSecret'>

/** Random for each data folder, and kept there. */
export function openKeys(data: string | undefined): Keys {
  const path = data === undefined ? undefined : join(data, 'stripe-keys.json')
  const kept = path ? read(path) : undefined
  if (kept) return kept
  const random = () => randomBytes(24).toString('base64url').replaceAll(/[-_]/g, 'x')
  const keys = {
    secretKey: `sk_test_${random()}`,
    publishableKey: `pk_test_${random()}`,
    webhookSecret: `whsec_${random()}`,
  }
  if (path) writeWhole(path, JSON.stringify(keys), 0o600)
  return keys
}

/** A damaged file counts as none. */
function read(path: string): Keys | undefined {
  try {
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Keys) : undefined
  } catch {
    return undefined
  }
}
