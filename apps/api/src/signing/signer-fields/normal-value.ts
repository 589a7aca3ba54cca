import { toE164 } from '@countersign/contract/e164.ts'
import { isBlank } from '@countersign/contract/plain-name.ts'
import type { FieldValue, SignerField } from '#api/platform/values/signer-field.ts'

/** As it is kept: no spaces around a line, a phone in E.164, and nothing where nobody would see anything. */
export function normalValue(
  { type, pattern, multiline }: Pick<SignerField, 'type' | 'pattern' | 'multiline'>,
  value: FieldValue,
): FieldValue | null {
  if (typeof value === 'boolean') return value
  // An option is the sender's own word for it.
  if (type === 'RADIO' || type === 'DROPDOWN') return value === '' ? null : value
  if (isBlank(value)) return null
  if (multiline) return value.replaceAll(/\r\n?/g, '\n')
  const line = value.trim()
  return pattern === 'phone' ? (toE164(line) ?? line) : line
}
