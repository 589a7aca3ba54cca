import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { JsonWebKey, KeyObject } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../time-stamp-authority/key-store.ts'

export type KeySet = {
  /** The provider signs with it; its public half is at jwks_uri. */
  signing: { jwk: JsonWebKey & { kid: string; use: 'sig'; alg: 'ES256' }; key: KeyObject }
  cookieKey: string
}

/** Kept beside the messages: tokens that were signed before a restart are still good after it. */
export function openKeySet(data: string | undefined): KeySet {
  if (data === undefined) return keySetOf(makeKeys())
  mkdirSync(data, { recursive: true, mode: 0o700 })
  const path = join(data, 'single-sign-on-keys.json')
  const kept = existsSync(path) ? readKeys(path) : undefined
  if (kept) return kept
  const made = makeKeys()
  writeWhole(path, JSON.stringify(made), 0o600)
  return keySetOf(made)
}

type KeptKeys = { signing: JsonWebKey; cookieKey: string }

function makeKeys(): KeptKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { signing: privateKey.export({ format: 'jwk' }), cookieKey: randomBytes(32).toString('base64url') }
}

function keySetOf({ signing, cookieKey }: KeptKeys): KeySet {
  const key = createPrivateKey({ key: signing, format: 'jwk' })
  const kid = String(signing.x).slice(0, 12)
  return { signing: { jwk: { ...signing, kid, use: 'sig', alg: 'ES256' }, key }, cookieKey }
}

/** A damaged file counts as none: the sandbox makes new keys instead of refusing to start. */
function readKeys(path: string): KeySet | undefined {
  try {
    return keySetOf(JSON.parse(readFileSync(path, 'utf8')) as KeptKeys)
  } catch {
    return undefined
  }
}
