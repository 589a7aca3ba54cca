import { CmsError } from './cms-error.ts'
import { integer, sequence } from './der/der-writer.ts'
import { children, readElement } from './der/der-reader.ts'

/** ECDSA signature r ‖ s of equal halves (IEEE P1363, what remote services often return) as DER (RFC 3279 §2.2.3). */
export function ecdsaToDer(signature: Uint8Array): Uint8Array {
  if (signature.length === 0 || signature.length % 2)
    throw new CmsError('malformed', 'ECDSA signature of odd length')
  const half = signature.length / 2
  return sequence(integer(signature.subarray(0, half)), integer(signature.subarray(half)))
}

/** ECDSA signature in DER as r ‖ s; `size` is the curve's length in bytes (32 for P-256). */
export function ecdsaToP1363(signature: Uint8Array, size: number): Uint8Array {
  const joined = new Uint8Array(size * 2)
  const values = children(readElement(signature))
  if (values.length !== 2) throw new CmsError('malformed', 'ECDSA signature without two values')
  for (const [index, { body }] of values.entries()) {
    const value = body.length > size ? body.subarray(body.length - size) : body
    if (body.length > size + 1) throw new CmsError('malformed', 'ECDSA signature longer than its curve')
    joined.set(value, size * (index + 1) - value.length)
  }
  return joined
}

/** Whether the bytes are an ECDSA signature in DER and not r ‖ s that happens to start alike. */
export function isEcdsaDer(signature: Uint8Array): boolean {
  try {
    const whole = readElement(signature)
    const values = whole.tag === 0x30 && whole.raw.length === signature.length ? children(whole) : []
    return values.length === 2 && values.every(({ tag, body }) => tag === 0x02 && body.length > 0)
  } catch {
    return false
  }
}
