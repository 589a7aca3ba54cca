import { toE164 } from './e164.ts'
import { canonicalEmail } from './email.ts'
import { emailPattern } from './email-pattern.ts'
import { containsLink, isBlank } from './plain-name.ts'

// What a value of a signer field has to be. Without schemas: the signing page checks by the same rules, beside the field.

export const fieldTypes = [
  'INITIALS',
  'DATE_SIGNED',
  'NAME',
  'EMAIL',
  'TEXT',
  'NUMBER',
  'DATE',
  'CHECKBOX',
  'RADIO',
  'DROPDOWN',
] as const
export type FieldType = (typeof fieldTypes)[number]

/** What is the signer’s own: without a prefilled value it is filled in from what is known of the person who signs. */
const signersOwnTypes: readonly FieldType[] = ['NAME', 'EMAIL', 'INITIALS']
export const isSignersOwn = ({ type }: { readonly type: FieldType }): boolean =>
  signersOwnTypes.includes(type)

export const textPatterns = ['text', 'email', 'number', 'phone', 'date'] as const
export type TextPattern = (typeof textPatterns)[number]

export type FieldValue = string | boolean

export const valueAtMost = 4000
export const labelAtMost = 100
export const optionsAtMost = 200
/** More boxes would be too narrow to be read. */
export const combAtMost = 500
export const initialsAtMost = 5
const nameAtMost = 200

/** What the rules need to know of a field. */
export interface FieldRules {
  readonly type: FieldType
  readonly multiline: boolean
  readonly max_length: number | null
  readonly pattern: TextPattern | null
  readonly options: readonly { readonly value: string }[]
}

export type WrongValue =
  | 'wrong_type'
  | 'unknown_option'
  | 'too_long'
  | 'one_line'
  | 'invalid_email'
  | 'invalid_number'
  | 'invalid_phone'
  | 'invalid_date'
  | 'contains_link'

/** What the type alone demands: a value that is still being typed has to be that much. */
export function wrongShape(field: FieldRules, value: FieldValue): WrongValue | null {
  if ((field.type === 'CHECKBOX') !== (typeof value === 'boolean')) return 'wrong_type'
  if (typeof value === 'boolean' || value === '') return null
  if (field.type === 'RADIO' || field.type === 'DROPDOWN')
    return field.options.some((option) => option.value === value) ? null : 'unknown_option'
  if (!field.multiline && /[\r\n\u2028\u2029]/.test(value)) return 'one_line'
  return charactersIn(value) > lengthAtMost(field) ? 'too_long' : null
}

/** Why this can't be signed as the field's value; null where it can. An empty text is no value, and not wrong. */
export function wrongValue(field: FieldRules, value: FieldValue): WrongValue | null {
  const shape = wrongShape(field, value)
  if (shape || typeof value === 'boolean' || isBlank(value)) return shape
  return wrongFormat(field, value.trim())
}

export function lengthAtMost({ type, max_length }: Pick<FieldRules, 'type' | 'max_length'>): number {
  const ofType = type === 'INITIALS' ? initialsAtMost : type === 'NAME' ? nameAtMost : valueAtMost
  return Math.min(max_length ?? ofType, ofType)
}

/** As people count: “é” is one, however it is encoded. */
export const charactersIn = (text: string): number => [...text.normalize('NFC')].length

/** Is nothing filled in? A checkbox is, where it isn't ticked. */
export const isEmptyValue = (value: FieldValue | null | undefined): boolean =>
  value === null || value === undefined || value === false || (value !== true && isBlank(value))

function wrongFormat({ type, pattern }: FieldRules, value: string): WrongValue | null {
  const format = type === 'TEXT' ? pattern : type
  switch (format) {
    case 'EMAIL':
    case 'email':
      return value.length <= 254 && emailPattern.test(canonicalEmail(value)) ? null : 'invalid_email'
    case 'NUMBER':
    case 'number':
      return isPlainNumber(value) ? null : 'invalid_number'
    case 'phone':
      return toE164(value) === null ? 'invalid_phone' : null
    case 'DATE':
    case 'date':
      return isIsoDate(value) ? null : 'invalid_date'
    case 'NAME':
      return containsLink(value) ? 'contains_link' : null
    default:
      return null
  }
}

/** With a decimal point and no groups: `-1234.5`. */
const isPlainNumber = (value: string): boolean => /^-?(?:0|[1-9]\d{0,29})(?:\.\d{1,20})?$/.test(value)

/** A day that the calendar has: `2026-11-27`. */
function isIsoDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const at = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
}
