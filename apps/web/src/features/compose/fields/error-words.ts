import { combAtMost, lengthAtMost } from '@countersign/contract/field-rules.ts'
import { useLingui } from '@lingui/react/macro'
import type { FieldError } from './field-errors.ts'
import type { SignerFieldContent } from './signer-fields.ts'

export function useErrorWords(): (error: FieldError, field: SignerFieldContent) => string {
  const { t } = useLingui()
  return (error, field) => {
    const longest = lengthAtMost(field)
    const words: Readonly<Record<FieldError, string>> = {
      required: t`This field is required.`,
      too_few: t`Add another option.`,
      twice: t`Two options have this name.`,
      not_allowed: t`This isn’t possible here.`,
      not_with_several_lines: t`Not possible with several lines.`,
      needs_max_length: t`Enter a maximum length first.`,
      too_many_boxes: t`With one box per character, the maximum is ${combAtMost}.`,
      out_of_range: t`This value is out of range.`,
      wrong_type: t`This isn’t possible here.`,
      unknown_option: t`Choose one of the options.`,
      too_long: t`Enter at most ${longest} characters.`,
      one_line: t`Enter one line only.`,
      invalid_email: t`Enter a valid email.`,
      invalid_number: t`Enter a number such as 1234.5.`,
      invalid_phone: t`Include the country code, for example +41 79 123 45 67.`,
      invalid_date: t`Enter a date such as 2026-11-27.`,
      contains_link: t`A name can’t contain a link.`,
    }
    return words[error]
  }
}
