import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

/*
 * AES-256-GCM: version (1) ‖ nonce (12) ‖ ciphertext ‖ tag (16). The context is authenticated, so that an encrypted value
 * that is copied to another row or column does not open there. Nonces are random: at most 2^32 values under one key
 * (NIST SP 800-38D §8.3), far more than an installation ever encrypts.
 */
const version = 1
const nonceLength = 12
const tagLength = 16

export const masterKeyLength = 32

/** The key that encrypts, and those that it replaced or that will replace it: what any of them encrypted can be read. */
export interface MasterKey {
  readonly current: Uint8Array
  readonly previous: readonly Uint8Array[]
}

/** The master key does not open a stored value: another key encrypted it, or the value is damaged or in a wrong place. */
export class DecryptionFailed extends Error {
  override readonly name = 'DecryptionFailed'
  readonly context: string

  constructor(context: string, options?: ErrorOptions) {
    super(
      `The master key does not open the stored secret "${context}". ` +
        'Is COUNTERSIGN_MASTER_KEY, or master.key in the data directory, that of this database?',
      options,
    )
    this.context = context
  }
}

/** Made once for a key: from its bytes, each call would make one, which takes three times as long as the rest of it. */
const cipherKeys = new WeakMap<Uint8Array, KeyObject>()

function cipherKey(key: Uint8Array): KeyObject {
  const known = cipherKeys.get(key)
  if (known) return known
  const made = createSecretKey(key)
  cipherKeys.set(key, made)
  return made
}

/** Encrypts and authenticates; `context` says where the value belongs ("authority_keys/root") and must be given to open it. */
export function encrypt({ current }: MasterKey, plaintext: Uint8Array, context: string): Uint8Array {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', cipherKey(current), nonce)
  cipher.setAAD(Buffer.from(context, 'utf8'))
  const ciphertext = [cipher.update(plaintext), cipher.final()]
  return Buffer.concat([Uint8Array.of(version), nonce, ...ciphertext, cipher.getAuthTag()])
}

/** What `encrypt` was given. Throws DecryptionFailed if no key opens it, or if it is damaged or of another context. */
export function decrypt(masterKey: MasterKey, encrypted: Uint8Array, context: string): Uint8Array {
  return open(masterKey, encrypted, context).plaintext
}

/** The key that encrypted a value. Throws DecryptionFailed if it is none of these. */
export function keyOf(masterKey: MasterKey, encrypted: Uint8Array, context: string): Uint8Array {
  return open(masterKey, encrypted, context).key
}

/** Encrypted again with the current key; null if it already is. Throws DecryptionFailed if no key opens it. */
export function reencrypt(masterKey: MasterKey, encrypted: Uint8Array, context: string): Uint8Array | null {
  const { key, plaintext } = open(masterKey, encrypted, context)
  return key === masterKey.current ? null : encrypt(masterKey, plaintext, context)
}

/** The tag tells which key it was: a value names none, so that earlier releases read it too. */
function open({ current, previous }: MasterKey, encrypted: Uint8Array, context: string) {
  let cause: unknown
  for (const key of [current, ...previous])
    try {
      return { key, plaintext: openWith(key, encrypted, context) }
    } catch (error) {
      cause ??= error
    }
  throw new DecryptionFailed(context, { cause })
}

function openWith(key: Uint8Array, encrypted: Uint8Array, context: string): Uint8Array {
  if (encrypted[0] !== version || encrypted.length < 1 + nonceLength + tagLength)
    throw new Error('not an encrypted value')
  const nonce = encrypted.subarray(1, 1 + nonceLength)
  const decipher = createDecipheriv('aes-256-gcm', cipherKey(key), nonce, { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(context, 'utf8'))
  decipher.setAuthTag(encrypted.subarray(-tagLength))
  return Buffer.concat([decipher.update(encrypted.subarray(1 + nonceLength, -tagLength)), decipher.final()])
}
