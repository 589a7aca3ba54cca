import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto'
import { fromBech32, toBech32 } from './bech32.ts'

// Keys of age (age-encryption.org/v1): X25519, written as `age1…` and `AGE-SECRET-KEY-1…`.

const secretPrefix = 'age-secret-key-'
const publicPrefix = 'age'
// RFC 8410: what stands before the 32 bytes of a key.
const spki = Buffer.from('302a300506032b656e032100', 'hex')
const pkcs8 = Buffer.from('302e020100300506032b656e04220420', 'hex')

/** Whom something is encrypted to. */
export interface PublicKey {
  readonly text: string
  readonly raw: Buffer
  readonly key: KeyObject
}

/** Who can decrypt it. */
export interface PrivateKey {
  readonly key: KeyObject
  readonly publicKey: PublicKey
}

/** Null where the text is no public key of age. */
export function readPublicKey(text: string): PublicKey | null {
  const raw = fromBech32(publicPrefix, text.trim())
  return raw?.length === 32 ? publicKeyOf(raw) : null
}

/** From the file that `age-keygen` writes: comments, and the key on a line of its own. Null where there is none. */
export function readPrivateKey(file: string): PrivateKey | null {
  const line = file.split('\n').find((one) => one.trim().toUpperCase().startsWith('AGE-SECRET-KEY-1'))
  const raw = line ? fromBech32(secretPrefix, line.trim()) : null
  if (raw?.length !== 32) return null
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, raw]), format: 'der', type: 'pkcs8' })
  return { key, publicKey: publicKeyOf(rawOf(createPublicKey(key))) }
}

/** A new pair, as `age-keygen` writes it. */
export function newKeyFile(at: Date): { readonly publicKey: string; readonly file: string } {
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(pkcs8.length)
  const text = toBech32(publicPrefix, rawOf(publicKey))
  const created = at.toISOString().replace(/\.\d+/, '')
  return {
    publicKey: text,
    file: `# created: ${created}\n# public key: ${text}\n${toBech32(secretPrefix, secret).toUpperCase()}\n`,
  }
}

export function publicKeyOf(raw: Buffer): PublicKey {
  const key = createPublicKey({ key: Buffer.concat([spki, raw]), format: 'der', type: 'spki' })
  return { text: toBech32(publicPrefix, raw), raw, key }
}

export function rawOf(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' }).subarray(spki.length)
}

export function sharedSecret(privateKey: KeyObject, publicKey: KeyObject): Buffer {
  return diffieHellman({ privateKey, publicKey })
}
