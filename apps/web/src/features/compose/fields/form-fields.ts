import { valueAtMost, wrongValue } from '@countersign/contract/field-rules.ts'
import type { FormFieldOfDocument } from '@countersign/contract/form-fields.ts'
import type { Draft } from '../drafts/draft.ts'
import { fieldsAtMost } from './field-limits.ts'
import type { SignerFieldContent } from './signer-fields.ts'

type FormField = FormFieldOfDocument

/** Gives a form field of a document to a signer, with its properties where someone had it; null: to no one. */
export function withFormField(
  draft: Draft,
  of: { readonly documentId: string; readonly formField: FormField; readonly signerKey: string | null },
  id: string,
): Draft {
  const { documentId, formField, signerKey } = of
  const isThis = (one: Draft['signerFields'][number]) =>
    one.documentId === documentId && one.field.form_field === formField.name
  const before = draft.signerFields.find(isThis)
  const others = draft.signerFields.filter((one) => !isThis(one))
  if (signerKey === null || others.length >= fieldsAtMost) return { ...draft, signerFields: others }
  const field = before?.field ?? fieldOf(formField, id)
  return { ...draft, signerFields: [...others, { signerKey, documentId, field }] }
}

function fieldOf(formField: FormField, id: string): SignerFieldContent {
  const { name, label, required, value, multiline, comb, max_length, options } = formField
  const type = typeOfFormField(formField)
  const isText = type === 'TEXT'
  // Some forms say 32767 where they mean any length.
  const longest = isText && max_length !== null ? Math.min(max_length, valueAtMost) : null
  const content: SignerFieldContent = {
    ...{ id, type, label: (label || name).slice(0, 100), required, read_only: false },
    value: isEmpty(value) ? null : value,
    ...{ font_size: null, tooltip: null, alignment: 'left' },
    ...{ multiline: isText && multiline, comb: isText && comb, max_length: longest },
    ...{ pattern: isText ? patternOf(formField) : null, position: null, form_field: name },
    options:
      type === 'RADIO' || type === 'DROPDOWN' ? options.map((option) => ({ ...option, position: null })) : [],
  }
  // “27.11.2026” in a field for dates is no value of ours.
  const isKept = content.value !== null && wrongValue(content, content.value) === null
  return isKept ? content : { ...content, value: null }
}

/** A text that takes dates or numbers alone; one of limited length keeps its limit, as a text of that pattern. */
export function typeOfFormField({
  type,
  format,
  multiline,
  comb,
  max_length,
}: FormField): SignerFieldContent['type'] {
  if (format === null || type !== 'TEXT' || multiline || comb || max_length !== null) return type
  return format === 'date' ? 'DATE' : 'NUMBER'
}

/** A date is ten characters long. */
function patternOf({ format, multiline, max_length }: FormField): 'text' | 'date' | 'number' {
  const isTooShort = format === 'date' && max_length !== null && max_length < 10
  return format === null || multiline || isTooShort ? 'text' : format
}

const isEmpty = (value: FormField['value']): boolean => value === '' || value === null
