import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from '#api/providers/context.ts'
import { keyedHash } from '#api/platform/secrets/hash-keys.ts'
import { makeToken } from '#api/identity/sessions/token.ts'

type KeyContext = Pick<Context, 'hashKeys'>

/** 256 random bits. It is shown once; we keep a hash, and its end by which people know it again. */
export function makeKey(context: KeyContext): { key: string; hash: Buffer; ending: string } {
  const key = makeToken()
  return { key, hash: hashKey(context, key), ending: key.slice(-4) }
}

/** Keyed: without its key the table does not even tell whether a key that was found somewhere is one of ours. */
function hashKey({ hashKeys }: KeyContext, key: string): Buffer {
  return keyedHash(hashKeys, 'api-user-key').update(key).digest()
}

const nobodys = randomBytes(32)

/** Takes the same time for an unknown user, whose hash is null, as for a wrong key. */
export function isKey(context: KeyContext, hash: Buffer | null, key: string): boolean {
  const isSame = timingSafeEqual(hash ?? nobodys, hashKey(context, key))
  return hash !== null && isSame
}
