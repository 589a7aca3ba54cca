import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { lengthAtMost } from '@countersign/contract/field-rules.ts'
import type { FieldProblem } from './filling.ts'
import type { SignerField } from './own-fields.ts'

/** What is wrong, and what to do. */
export function describeProblem(problem: FieldProblem, field: SignerField, i18n: I18n): string {
  switch (problem) {
    case 'required':
      if (field.type === 'CHECKBOX') return i18n._(msg`Tick this box to continue.`)
      return i18n._(
        field.type === 'RADIO' || field.type === 'DROPDOWN'
          ? msg`Choose an option.`
          : msg`Fill in this field.`,
      )
    case 'too_long': {
      const most = lengthAtMost(field)
      return i18n._(msg`Use at most ${most} characters.`)
    }
    case 'one_line':
      return i18n._(msg`Use one line.`)
    case 'unknown_option':
      return i18n._(msg`Choose an option.`)
    case 'invalid_email':
      return i18n._(msg`Enter an email address like name@example.com.`)
    case 'invalid_number':
      return i18n._(msg`Enter a number with digits only, like 1234.50.`)
    case 'invalid_phone':
      return i18n._(msg`Enter a phone number with its country code, like +41 79 123 45 67.`)
    case 'invalid_date':
      return i18n._(msg`Enter a date that exists.`)
    case 'contains_link':
      return i18n._(msg`A name can’t contain an email address or a link.`)
    case 'no_font':
      return i18n._(msg`One of the characters can’t be printed. Please use another.`)
    case 'wrong_type':
      return i18n._(msg`Fill in this field.`)
  }
}
