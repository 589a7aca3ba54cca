import { combAtMost } from '@countersign/contract/field-rules.ts'
import type { SignerField as GivenField } from '@countersign/contract/signer-fields.ts'
import type { DocumentFormField } from '#api/platform/values/signer-field.ts'
import type { WrongField } from '#api/platform/refusal.ts'
import { kindOf, labelInDocument, lengthOfFormField } from './signer-field.ts'

/** What doesn’t go together in the definition of one field, each by its name. */
export function wrongSettings(
  given: GivenField,
  existing: DocumentFormField | undefined,
  path: string,
): WrongField[] {
  return [
    ...wrongForType(given, existing),
    ...wrongText(given, existing),
    ...wrongDate(given, existing),
    ...wrongWhere(given, existing),
    ...wrongOptions(given, existing),
  ].map(([field, code, message]) => ({ field: `${path}.${field}`, code, message }))
}

type SettingProblem = readonly [field: string, code: string, message: string]

/** Settings that say nothing for a field of this type. */
function wrongForType(given: GivenField, existing: DocumentFormField | undefined): SettingProblem[] {
  const isText = given.type === 'TEXT'
  const isMark = given.type === 'CHECKBOX' || given.type === 'RADIO'
  const hasOptions = given.type === 'RADIO' || given.type === 'DROPDOWN'
  // What a request shows of the form field can be sent back.
  const isFormFields = given.max_length === lengthOfFormField(existing)
  const not = (field: string): SettingProblem => [
    field,
    'not_allowed',
    `Not for a field of type ${given.type}`,
  ]
  return [
    ...(given.multiline && !isText ? [not('multiline')] : []),
    ...(given.max_length && !isText && !isFormFields ? [not('max_length')] : []),
    ...(given.comb && !isText ? [not('comb')] : []),
    ...(given.pattern && !isText ? [not('pattern')] : []),
    ...(given.font_size && isMark ? [not('font_size')] : []),
    ...(given.alignment !== 'left' && isMark ? [not('alignment')] : []),
    ...(given.options.length > 0 && !hasOptions ? [not('options')] : []),
  ]
}

function wrongText(given: GivenField, existing: DocumentFormField | undefined): SettingProblem[] {
  if (given.type !== 'TEXT') return []
  const longest = lengthOfFormField(existing)
  const isComb = given.comb || existing?.comb
  const isMultiline = given.multiline || existing?.multiline
  const hasFormat = given.pattern && given.pattern !== 'text'
  return [
    ...(given.comb && !given.max_length && longest === null
      ? [['comb', 'needs_max_length', 'A comb has a box for each of max_length characters'] as const]
      : []),
    ...(given.comb && !existing && (given.max_length ?? 0) > combAtMost
      ? [['max_length', 'too_big', `A comb has at most ${combAtMost} boxes`] as const]
      : []),
    ...(isComb && isMultiline ? [['comb', 'not_allowed', 'A comb has one line'] as const] : []),
    ...(hasFormat && isMultiline
      ? [['pattern', 'not_allowed', 'Several lines have no pattern'] as const]
      : []),
    ...(longest !== null && given.max_length && given.max_length > longest
      ? [['max_length', 'too_big', `The form field takes ${longest} characters`] as const]
      : []),
    ...(existing && given.multiline && !existing.multiline
      ? [['multiline', 'not_allowed', 'The form field has one line'] as const]
      : []),
    ...(existing && given.comb && !existing.comb
      ? [['comb', 'not_allowed', 'The form field is no comb'] as const]
      : []),
  ]
}

/** As ISO 8601 has it, in which it is printed where the signer's own notation is too long. */
const charactersOfDate = 10

function wrongDate({ type }: GivenField, existing: DocumentFormField | undefined): SettingProblem[] {
  const longest = lengthOfFormField(existing)
  const isDate = type === 'DATE' || type === 'DATE_SIGNED'
  if (!isDate || longest === null || longest >= charactersOfDate) return []
  const message = `The form field takes ${longest} characters, a date ${charactersOfDate}`
  return [['form_field', 'too_short', message]]
}

/** At a place of its own, or a form field that the document has. */
function wrongWhere(given: GivenField, existing: DocumentFormField | undefined): SettingProblem[] {
  const hasButtons = given.type === 'RADIO'
  if (given.form_field) {
    if (given.position) return [['form_field', 'ambiguous', 'Give a position or a form field, not both']]
    if (!existing) return [['form_field', 'unknown', 'The document has no such form field']]
    return existing.type === kindOf(given.type)
      ? []
      : [['form_field', 'wrong_kind', `The form field is of type ${existing.type}`]]
  }
  if (hasButtons && given.position)
    return [['position', 'not_allowed', 'Give the position of each option instead']]
  return hasButtons || given.position ? [] : [['position', 'required', 'This field is required']]
}

const otherLabel = 'The document shows another label for this option. Use that label, or leave out “options”'
/** As a call gives it. */
const normal = (label: string): string => label.trim().normalize('NFC')

function wrongOptions(given: GivenField, existing: DocumentFormField | undefined): SettingProblem[] {
  const { type, options } = given
  if (type !== 'RADIO' && type !== 'DROPDOWN') return []
  const atLeast = type === 'RADIO' ? 2 : 1
  if (!given.form_field && options.length < atLeast)
    return [['options', 'too_small', `Must be at least ${atLeast}`]]
  const values = options.map(({ value }) => value)
  return options.flatMap(({ value, label, position }, index): SettingProblem[] => {
    const at = `options.${index}`
    // In the PDF it is the state of a button that is off (ISO 32000-2, 12.7.5.2.3).
    if (type === 'RADIO' && value === 'Off') return [[`${at}.value`, 'not_allowed', 'Choose another value']]
    if (values.indexOf(value) < index) return [[`${at}.value`, 'twice', 'Named twice']]
    if (existing && !existing.options.some((one) => one.value === value))
      return [[`${at}.value`, 'unknown', 'The form field has no such option']]
    const printed = labelInDocument(existing, value)
    if (printed !== null && normal(printed) !== normal(label)) return [[`${at}.label`, 'differs', otherLabel]]
    const hasButton = type === 'RADIO' && !given.form_field
    if (hasButton && !position) return [[`${at}.position`, 'required', 'This field is required']]
    if (!hasButton && position) return [[`${at}.position`, 'not_allowed', 'This option has no position']]
    return []
  })
}
