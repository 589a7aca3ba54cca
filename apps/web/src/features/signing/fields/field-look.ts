import type { FieldValue } from '@countersign/contract/field-rules.ts'
import { classNames } from '#web/ui/class-names.ts'
import type { SignerField } from './own-fields.ts'

const look =
  'absolute rounded-xs border text-ink focus-visible:z-10 aria-invalid:border-2 aria-invalid:border-error border-accent'

/** The page beneath a form field of the document shows the value that it came with, which isn't what is signed. */
export const covers = ({ form_field: formField }: SignerField): boolean => formField !== null
export const groundOf = (field: SignerField): string => (covers(field) ? 'bg-selected' : 'bg-selected/70')
export const lookOf = (field: SignerField): string => classNames(look, groundOf(field))

export const labelOf = ({ options }: SignerField, value: FieldValue | null): string =>
  options.find((option) => option.value === value)?.label ?? ''

export function shownValue(field: SignerField, value: FieldValue | null): string {
  if (typeof value === 'boolean') return value ? '✓' : ''
  return field.options.length > 0 ? labelOf(field, value) : (value ?? '')
}
