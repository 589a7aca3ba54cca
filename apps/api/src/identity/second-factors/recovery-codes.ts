import { randomBytes } from 'node:crypto'
import { type HashKeys, keyedHash } from '#api/platform/secrets/hash-keys.ts'

/*
 * Twelve characters of Crockford's base32, in groups of four: 60 random bits. The alphabet has no I, L, O and U, so what
 * is read wrongly from paper still counts.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 12
const count = 10

export function makeRecoveryCodes(): string[] {
  return Array.from({ length: count }, makeCode)
}

function makeCode(): string {
  const characters = [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('')
  return (characters.match(/.{4}/g) ?? []).join('-')
}

/** The code as it was made, from what someone typed; null where it cannot be one. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll(/[IL]/g, '1').replaceAll('O', '0')
  return new RegExp(`^[${alphabet}]{${length}}$`).test(code) ? code : null
}

/** 60 bits are too few for a plain hash in a stolen table: this one cannot be tried without its key. */
export function hashRecoveryCode(keys: HashKeys, accountId: string, code: string): Buffer {
  return keyedHash(keys, 'recovery-codes')
    .update(`${accountId}:${readRecoveryCode(code)}`)
    .digest()
}
