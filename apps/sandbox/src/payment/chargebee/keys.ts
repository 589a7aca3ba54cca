import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../../time-stamp-authority/key-store.ts'

/** What the site hands over to its merchant. */
export interface Settings {
  /** Where its API listens, without a path. */
  apiUrl: string
  site: string
  apiKey: string
  webhookUser: string
  webhookPassword: string
}

type Keys = Pick<Settings, 'apiKey' | 'webhookUser' | 'webhookPassword'>

/** Random for each data folder, and kept there. */
export function openKeys(data: string | undefined): Keys {
  const path = data === undefined ? undefined : join(data, 'chargebee-keys.json')
  const kept = path ? read(path) : undefined
  if (kept) return kept
  const random = () => randomBytes(24).toString('base64url').replaceAll(/[-_]/g, 'x')
  const keys = { apiKey: `test_${random()}`, webhookUser: 'chargebee', webhookPassword: random() }
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
