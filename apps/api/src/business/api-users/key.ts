import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from '#api/providers/context.ts'
import { makeToken } from '#api/identity/sessions/token.ts'

type KeyContext = Pick<Context, 'masterKey'>

/** 256 random bits. It is shown once; we keep a hash, and its end by which people know it again. */
export function makeKey(context: KeyContext): { key: string; hash: Buffer; ending: string } {
  const key = makeToken()
  return { key, hash: hashKey(context, key), ending: key.slice(-4) }
}

/** Keyed: without the master key the table does not even tell whether a key that was found somewhere is one of ours. */
function hashKey({ masterKey }: KeyContext, key: string): Buffer {
  const own = createHmac('sha256', masterKey).update('api-user-key').digest()
  return createHmac('sha256', own).update(key).digest()
}

const nobodys = randomBytes(32)

/** Takes the same time for an unknown user, whose hash is null, as for a wrong key. */
export function isKey(context: KeyContext, hash: Buffer | null, key: string): boolean {
  const isSame = timingSafeEqual(hash ?? nobodys, hashKey(context, key))
  return hash !== null && isSame
}
