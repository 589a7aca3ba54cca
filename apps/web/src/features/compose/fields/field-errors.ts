import {
  combAtMost,
  isEmptyValue,
  isSignersOwn,
  wrongValue,
  type WrongValue,
} from '@countersign/contract/field-rules.ts'
import { SignerField } from '@countersign/contract/signer-fields.ts'
import type { SignerFieldContent } from './signer-fields.ts'

/** What the API would refuse a field for, by the property it is about. */
export type FieldError =
  | WrongValue
  | 'required'
  | 'too_few'
  | 'twice'
  | 'not_allowed'
  | 'not_with_several_lines'
  | 'needs_max_length'
  | 'too_many_boxes'
  | 'out_of_range'

export type FieldErrors = Readonly<Partial<Record<string, FieldError>>>

export function fieldErrors(field: SignerFieldContent): FieldErrors {
  return { ...wrongSchema(field), ...wrongOptions(field), ...wrongText(field), ...wrongPrefill(field) }
}

/** By the contract’s own schema: lengths, ranges and characters. */
function wrongSchema(field: SignerFieldContent): FieldErrors {
  const { success, error } = SignerField.safeParse(field)
  if (success) return {}
  return Object.fromEntries(
    error.issues.map(({ path, code }): [string, FieldError] => {
      const [name = '', index] = path
      const at = typeof index === 'number' ? `${String(name)}.${index}` : String(name)
      if (code === 'too_small' && (name === 'label' || name === 'options')) return [at, 'required']
      return [at, code === 'too_big' || code === 'too_small' ? 'out_of_range' : 'not_allowed']
    }),
  )
}

function wrongOptions({ type, options, form_field }: SignerFieldContent): FieldErrors {
  if (type !== 'RADIO' && type !== 'DROPDOWN') return {}
  const values = options.map(({ value }) => value.trim())
  const wrong = values.flatMap((value, index): [string, FieldError][] => {
    if (value === '') return [[`options.${index}`, 'required']]
    // In the PDF it is the state of a button that is off (ISO 32000-2, 12.7.5.2.3).
    if (type === 'RADIO' && value === 'Off') return [[`options.${index}`, 'not_allowed']]
    return values.indexOf(value) < index ? [[`options.${index}`, 'twice']] : []
  })
  const isFew = form_field === null && options.length < (type === 'RADIO' ? 2 : 1)
  return { ...(isFew && { options: 'too_few' as const }), ...Object.fromEntries(wrong) }
}

function wrongText({
  type,
  multiline,
  pattern,
  comb,
  max_length,
  form_field,
}: SignerFieldContent): FieldErrors {
  if (type !== 'TEXT') return {}
  const hasFormat = pattern !== null && pattern !== 'text'
  return {
    ...(multiline && hasFormat && { pattern: 'not_with_several_lines' as const }),
    ...(multiline && comb && { comb: 'not_with_several_lines' as const }),
    ...(comb && max_length === null && { comb: 'needs_max_length' as const }),
    ...(comb &&
      form_field === null &&
      (max_length ?? 0) > combAtMost && { max_length: 'too_many_boxes' as const }),
  }
}

function wrongPrefill(field: SignerFieldContent): FieldErrors {
  const { type, value, read_only: isReadOnly, required } = field
  if (type === 'DATE_SIGNED') return value === null ? {} : { value: 'not_allowed' }
  const code = value === null ? null : wrongValue(field, value)
  if (code) return { value: code }
  const isMissing = type === 'CHECKBOX' && !required ? value === null : isEmptyValue(value)
  return isReadOnly && !isSignersOwn(field) && isMissing ? { value: 'required' } : {}
}
