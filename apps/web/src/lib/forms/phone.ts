import { toE164 } from '@countersign/contract/e164.ts'

/** Does it say its country? Elsewhere nobody can send a message to it. */
export function isInternational(typed: string): boolean {
  return toE164(typed) !== null
}

/** A number with its country; empty is none. */
export function isPhone(typed: string): boolean {
  return typed.trim() === '' || isInternational(typed)
}
