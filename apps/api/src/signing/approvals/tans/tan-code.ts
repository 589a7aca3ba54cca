import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { decrypt, encrypt } from '#api/platform/secrets/secret-box.ts'
import { tanRules } from '../approval.ts'

export function makeCode(): string {
  return String(randomInt(10 ** tanRules.digits)).padStart(tanRules.digits, '0')
}

/**
 * Six digits are soon guessed from a plain hash, so it is a keyed one: who reads the database alone learns nothing. Bound
 * to its approval and to which of its codes it is.
 */
export function hashCode(masterKey: Uint8Array, approvalId: string, round: number, code: string): Buffer {
  const key = createHmac('sha256', masterKey).update('tan').digest()
  return createHmac('sha256', key).update(`${approvalId}:${round}:${code}`).digest()
}

/** As it was typed or read aloud: spaces and dashes do not count. */
export function isCode(hash: Uint8Array, hashed: (code: string) => Buffer, typed: string): boolean {
  return timingSafeEqual(hash, hashed(typed.replaceAll(/[\s\-\u00A0]/g, '')))
}

const codePlace = (approvalId: string) => `approval-code:${approvalId}`
const destinationPlace = (approvalId: string) => `approval-destination:${approvalId}`

export const encryptCode = (masterKey: Uint8Array, approvalId: string, code: string): Buffer =>
  Buffer.from(encrypt(masterKey, Buffer.from(code), codePlace(approvalId)))

export const decryptCode = (masterKey: Uint8Array, approvalId: string, encrypted: Uint8Array): string =>
  Buffer.from(decrypt(masterKey, encrypted, codePlace(approvalId))).toString()

export const encryptDestination = (masterKey: Uint8Array, approvalId: string, to: string): Buffer =>
  Buffer.from(encrypt(masterKey, Buffer.from(to), destinationPlace(approvalId)))

export const decryptDestination = (
  masterKey: Uint8Array,
  approvalId: string,
  encrypted: Uint8Array,
): string => Buffer.from(decrypt(masterKey, encrypted, destinationPlace(approvalId))).toString()
