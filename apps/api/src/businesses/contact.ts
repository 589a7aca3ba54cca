import { Email } from '@countersign/contract/values.ts'
import { isPhoneNumber, phoneNumber } from '#api/accounts/account.ts'
import type { SupportContactRow } from '#api/db/tables.ts'
import { wrongField } from '#api/refusal.ts'

/** A number as a machine reads it. */
export function readPhone(typed: string, field: string): string {
  const number = phoneNumber(typed)
  if (!isPhoneNumber(number)) throw wrongField(field, 'format', 'Invalid format')
  return number
}

export function readEmail(typed: string, field: string): string {
  const email = Email.safeParse(typed)
  if (!email.success) throw wrongField(field, 'format', 'Please enter a valid email')
  return email.data
}

/** Blanked where it is no address and no number (specification, section 5): a wrong one would send people nowhere. */
export function readSupportContact(given: SupportContactChange): SupportContactRow {
  const email = Email.safeParse(given.email ?? '')
  const number = phoneNumber(given.phone ?? '')
  return {
    ...(email.success ? { email: email.data } : {}),
    ...(isPhoneNumber(number) ? { phone: number } : {}),
  }
}

export interface SupportContactChange {
  readonly email?: string | null | undefined
  readonly phone?: string | null | undefined
}
