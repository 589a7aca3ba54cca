import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/*
 * AES-256-GCM: version (1) ‖ nonce (12) ‖ ciphertext ‖ tag (16). The context is authenticated, so that a encrypted value
 * that is copied to another row or column does not open there. Nonces are random: at most 2^32 values under one key
 * (NIST SP 800-38D §8.3), far more than an installation ever seals.
 */
const version = 1
const nonceLength = 12
const tagLength = 16

export const masterKeyLength = 32

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

/** Encrypts and authenticates; `context` says where the value belongs ("authority_keys/root") and must be given to open it. */
export function encrypt(masterKey: Uint8Array, plaintext: Uint8Array, context: string): Uint8Array {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', masterKey, nonce)
  cipher.setAAD(Buffer.from(context, 'utf8'))
  const ciphertext = [cipher.update(plaintext), cipher.final()]
  return Buffer.concat([Uint8Array.of(version), nonce, ...ciphertext, cipher.getAuthTag()])
}

/** What `seal` was given. Throws DecryptionFailed when key, context or value are not those of that sealing. */
export function decrypt(masterKey: Uint8Array, encrypted: Uint8Array, context: string): Uint8Array {
  if (encrypted[0] !== version || encrypted.length < 1 + nonceLength + tagLength)
    throw new DecryptionFailed(context)
  const nonce = encrypted.subarray(1, 1 + nonceLength)
  const decipher = createDecipheriv('aes-256-gcm', masterKey, nonce, { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(context, 'utf8'))
  decipher.setAuthTag(encrypted.subarray(-tagLength))
  try {
    return Buffer.concat([decipher.update(encrypted.subarray(1 + nonceLength, -tagLength)), decipher.final()])
  } catch (cause) {
    throw new DecryptionFailed(context, { cause })
  }
}
