import type { WrongValue } from '@countersign/contract/field-rules.ts'

/** What is wrong with a value, for people. */
export const valueWords: Record<WrongValue, string> = {
  wrong_type: 'The value doesn’t match the field’s type',
  unknown_option: 'The field has no such option',
  too_long: 'The value is too long',
  one_line: 'The value must be one line',
  invalid_email: 'Enter a valid email',
  invalid_number: 'Enter a number without separators, such as -1234.5',
  invalid_phone: 'Enter the number with the country code, such as +41 79 123 45 67',
  invalid_date: 'Enter a date such as 2026-11-27',
  contains_link: 'A name can’t contain an email address or a link',
}
