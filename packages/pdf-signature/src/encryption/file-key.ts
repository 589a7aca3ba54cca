import crypto from 'node:crypto'
import { rc4 } from './rc4.ts'
import type { StandardSecurity } from './standard-security.ts'

/** The file's key for an empty user password; undefined where the file takes another one (ISO 32000-2 §7.6.4.3). */
export function openFileKey(security: StandardSecurity): Uint8Array | undefined {
  return security.revision >= 5 ? openModernKey(security) : openOldKey(security)
}

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

const md5 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = crypto.createHash('md5')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Algorithm 2; checked against /U by algorithms 4 and 5. */
function openOldKey(security: StandardSecurity): Uint8Array | undefined {
  const { revision, keyLength, owner, user, permissions, id } = security
  const rights = Buffer.alloc(4)
  rights.writeInt32LE(permissions | 0)
  const plainMetadata = revision >= 4 && !security.enciphersMetadata ? Buffer.alloc(4, 0xff) : Buffer.alloc(0)
  let key = md5(padding, owner.subarray(0, 32), rights, id, plainMetadata).subarray(0, keyLength)
  if (revision >= 3) for (let i = 0; i < 50; i++) key = md5(key).subarray(0, keyLength)
  const expected = revision === 2 ? rc4(key, padding) : enciphered(key, md5(padding, id))
  const held = user.subarray(0, expected.length)
  return held.length > 0 && Buffer.compare(held, expected) === 0 ? key : undefined
}

/** Twenty rounds, each with the key changed by its number (algorithm 5). */
function enciphered(key: Uint8Array, start: Uint8Array): Uint8Array {
  let data = start
  for (let round = 0; round < 20; round++)
    data = rc4(
      key.map((byte) => byte ^ round),
      data,
    )
  return data
}

/** Algorithm 2.A. */
function openModernKey({ revision, user, userKey }: StandardSecurity): Uint8Array | undefined {
  if (user.length < 48 || userKey.length < 32) return undefined
  const hash = revision === 5 ? sha256 : hardened
  if (Buffer.compare(hash(user.subarray(32, 40)), user.subarray(0, 32)) !== 0) return undefined
  return aesCbc(hash(user.subarray(40, 48)), Buffer.alloc(16), userKey.subarray(0, 32), 'decipher')
}

const sha256 = (salt: Uint8Array): Buffer => crypto.createHash('sha256').update(salt).digest()

/** Algorithm 2.B for an empty password: rounds of AES whose number the data decides, at least 64. */
function hardened(salt: Uint8Array): Uint8Array {
  let key = sha256(salt)
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => key))
    const data = aesCbc(key.subarray(0, 16), key.subarray(16, 32), repeated, 'encipher')
    const remainder = data.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = crypto
      .createHash(['sha256', 'sha384', 'sha512'][remainder] ?? 'sha256')
      .update(data)
      .digest()
    last = data.at(-1) ?? 0
  }
  return key.subarray(0, 32)
}

/** AES in CBC mode without padding; the key's length says which. */
export function aesCbc(
  key: Uint8Array,
  start: Uint8Array,
  data: Uint8Array,
  direction: 'encipher' | 'decipher',
): Buffer {
  const name = `aes-${key.length * 8}-cbc`
  const cipher =
    direction === 'encipher'
      ? crypto.createCipheriv(name, key, start)
      : crypto.createDecipheriv(name, key, start)
  cipher.setAutoPadding(false)
  return Buffer.concat([cipher.update(data), cipher.final()])
}
