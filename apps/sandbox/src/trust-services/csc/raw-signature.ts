import { constants, createECDH, privateEncrypt, randomBytes } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { DigestName } from '../hash-algorithms.ts'

/** DigestInfo before the hash itself (RFC 8017 §9.2, note 1). */
const digestInfo: Record<DigestName, string> = {
  sha256: '3031300d060960864801650304020105000420',
  sha384: '3041300d060960864801650304020205000430',
  sha512: '3051300d060960864801650304020305000440',
}

/** A signature over a hash that someone else has made: PKCS #1 v1.5, or ECDSA on P-256. */
export function signHash(key: KeyObject, hash: Buffer, algorithm: DigestName): Buffer {
  if (key.asymmetricKeyType === 'ec') return signByEcdsa(key, hash)
  const padding = constants.RSA_PKCS1_PADDING
  return privateEncrypt({ key, padding }, Buffer.concat([Buffer.from(digestInfo[algorithm], 'hex'), hash]))
}

/** The order of P-256 (SEC 2 §2.4.2). */
const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')
const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)

/** FIPS 186-5 §6.4.1; the platform signs what it hashes itself, so that the point alone comes from it. */
function signByEcdsa(key: KeyObject, hash: Buffer): Buffer {
  const secret = numberOf(Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url'))
  const nonce = randomBytes(32)
  const k = numberOf(nonce)
  if (k === 0n || k >= order) return signByEcdsa(key, hash)
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(nonce)
  const r = numberOf(curve.getPublicKey().subarray(1, 33)) % order
  const s = (inverse(k) * (numberOf(hash.subarray(0, 32)) + r * secret)) % order
  return r === 0n || s === 0n ? signByEcdsa(key, hash) : derOf(r, s)
}

/** By Fermat: the order is prime. */
function inverse(value: bigint): bigint {
  let [result, base] = [1n, value % order]
  for (let exponent = order - 2n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % order
    base = (base * base) % order
  }
  return result
}

/** Ecdsa-Sig-Value (RFC 3279 §2.2.3). */
function derOf(...numbers: bigint[]): Buffer {
  const parts = numbers.map((value) => {
    const hex = value.toString(16)
    const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
    const content = (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes
    return Buffer.concat([Buffer.of(0x02, content.length), content])
  })
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.of(0x30, content.length), content])
}
