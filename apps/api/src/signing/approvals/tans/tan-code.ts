import { randomInt, timingSafeEqual } from 'node:crypto'
import { type HashKeys, keyedHash } from '#api/platform/secrets/hash-keys.ts'
import { decrypt, encrypt, type MasterKey } from '#api/platform/secrets/secret-box.ts'
import { tanRules } from '../approval.ts'

export function makeCode(): string {
  return String(randomInt(10 ** tanRules.digits)).padStart(tanRules.digits, '0')
}

/**
 * Six digits are soon guessed from a plain hash, so it is a keyed one: who reads the database alone learns nothing. Bound
 * to its approval and to which of its codes it is.
 */
export function hashCode(keys: HashKeys, approvalId: string, round: number, code: string): Buffer {
  return keyedHash(keys, 'tan').update(`${approvalId}:${round}:${code}`).digest()
}

/** As it was typed or read aloud: spaces and dashes do not count. */
export function isCode(hash: Uint8Array, hashed: (code: string) => Buffer, typed: string): boolean {
  return timingSafeEqual(hash, hashed(typed.replaceAll(/[\s\-\u00A0]/g, '')))
}

const codePlace = (approvalId: string) => `approval-code:${approvalId}`
const destinationPlace = (approvalId: string) => `approval-destination:${approvalId}`

export const encryptCode = (masterKey: MasterKey, approvalId: string, code: string): Buffer =>
  Buffer.from(encrypt(masterKey, Buffer.from(code), codePlace(approvalId)))

export const decryptCode = (masterKey: MasterKey, approvalId: string, encrypted: Uint8Array): string =>
  Buffer.from(decrypt(masterKey, encrypted, codePlace(approvalId))).toString()

export const encryptDestination = (masterKey: MasterKey, approvalId: string, to: string): Buffer =>
  Buffer.from(encrypt(masterKey, Buffer.from(to), destinationPlace(approvalId)))

export const decryptDestination = (masterKey: MasterKey, approvalId: string, encrypted: Uint8Array): string =>
  Buffer.from(decrypt(masterKey, encrypted, destinationPlace(approvalId))).toString()
