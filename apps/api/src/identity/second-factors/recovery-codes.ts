import { createHmac, randomBytes } from 'node:crypto'

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

/** 60 bits are too few for a plain hash in a stolen table: this one cannot be tried without the master key. */
export function hashRecoveryCode(masterKey: Uint8Array, accountId: string, code: string): Buffer {
  const key = createHmac('sha256', masterKey).update('recovery-codes').digest()
  return createHmac('sha256', key)
    .update(`${accountId}:${readRecoveryCode(code)}`)
    .digest()
}
