import { toE164 } from '@countersign/contract/e164.ts'
import { Email } from '@countersign/contract/values.ts'
import type { SupportContactRow } from '#api/platform/db/tables.ts'
import { wrongField } from '#api/platform/refusal.ts'

export function readEmail(typed: string, field: string): string {
  const email = Email.safeParse(typed)
  if (!email.success) throw wrongField(field, 'format', 'Please enter a valid email')
  return email.data
}

/**
 * Blanked where it is no address and no number (specification, section 5): a wrong one would send people nowhere. What
 * is left out, or given as it is, stays.
 */
export function readSupportContact(
  current: SupportContactRow,
  given: SupportContactChange,
): SupportContactRow {
  const isNew = (field: 'email' | 'phone') => given[field] !== undefined && given[field] !== current[field]
  const email = isNew('email') ? Email.safeParse(given.email ?? '').data : current.email
  const phone = isNew('phone') ? toE164(given.phone ?? '') : current.phone
  return { ...(email ? { email } : {}), ...(phone ? { phone } : {}) }
}

export interface SupportContactChange {
  readonly email?: string | null | undefined
  readonly phone?: string | null | undefined
}
