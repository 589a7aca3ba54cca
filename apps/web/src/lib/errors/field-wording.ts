import type { MessageDescriptor } from '@lingui/core'
import type { FieldCode } from './field-errors.ts'

/** What is wrong with a field. Extracted into the catalogs under `field.{code}` and looked up there. */
export const fieldWording = {
  required: /*i18n*/ { id: 'field.required', message: 'This field is required' },
  email: /*i18n*/ { id: 'field.email', message: 'Please enter a valid email' },
  too_long: /*i18n*/ { id: 'field.too_long', message: 'This is too long' },
  longer_than: /*i18n*/ {
    id: 'field.longer_than',
    message: 'This has {count, number} characters. At most {most, number} are allowed',
  },
  invalid: /*i18n*/ { id: 'field.invalid', message: 'Invalid format' },
  contains_link: /*i18n*/ {
    id: 'field.contains_link',
    message: 'A name can’t contain an email address or a link',
  },
  accept: /*i18n*/ { id: 'field.accept', message: 'Accept this to continue' },
  too_short: /*i18n*/ { id: 'field.too_short', message: 'The password needs at least 10 characters' },
  too_common: /*i18n*/ {
    id: 'field.too_common',
    message: 'This password is easy to guess. Make it longer or less common',
  },
  contains_personal_data: /*i18n*/ {
    id: 'field.contains_personal_data',
    message: 'The password must not contain your name or email',
  },
} satisfies Record<FieldCode, MessageDescriptor>
