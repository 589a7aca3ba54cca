import { isEmptyValue, isSignersOwn, wrongValue } from '@countersign/contract/field-rules.ts'
import type { SignerField as GivenField } from '@countersign/contract/signer-fields.ts'
import type { DocumentFormField, SignerField } from '#api/platform/values/signer-field.ts'
import type { WrongField } from '#api/platform/refusal.ts'
import { toPlace, wrongPlace } from '#api/signing/signature-requests/place.ts'
import type { RequestDocument } from '#api/signing/signature-requests/signature-request.ts'
import { labelInDocument, lengthOfFormField, rulesOf } from './signer-field.ts'
import { normalValue } from './normal-value.ts'
import { valueWords } from './value-words.ts'
import { wrongSettings } from './wrong-settings.ts'

/** The fields of one signer in one document, as they were given; what is wrong with them is added to `wrong`. */
export function readFields(
  document: RequestDocument | undefined,
  given: readonly GivenField[],
  path: string,
  wrong: WrongField[],
): SignerField[] {
  return given.map((one, index) => {
    const at = `${path}.${index}`
    const existing = one.form_field
      ? document?.formFields.find(({ name }) => name === one.form_field)
      : undefined
    const field = toField(one, existing)
    wrong.push(...wrongSettings(one, existing, at), ...wrongForm(document, one.form_field ?? null, at))
    if (document)
      wrong.push(...placesOf(one, at).flatMap(([place, where]) => wrongPlace(document, place, where)))
    wrong.push(...wrongPrefill(field, at))
    return field
  })
}

const problems = {
  xfa: 'The document keeps its form as XFA: its fields can’t be filled in here',
  calculated: 'The document calculates fields by scripts: they can’t be filled in here',
  certified: 'The document is certified: fields can’t be added to it, only its own filled in',
  signed: 'The document is signed already: fields can’t be added to it, only its own filled in',
}

/** A form that can’t take this field, and why (ISO 32000-2, 12.7.8 and 12.8.2.2). */
export function wrongForm(
  document: Pick<RequestDocument, 'formProblem'> | undefined,
  formField: string | null,
  field: string,
): WrongField[] {
  const problem = document?.formProblem ?? null
  const takesOwn = problem === 'certified' || problem === 'signed'
  if (problem === null || (takesOwn && formField !== null)) return []
  return [{ field, code: `form_${problem}`, message: problems[problem] }]
}

/** Of a form field that the document has, what its own definition says holds too. */
function toField(given: GivenField, existing: DocumentFormField | undefined): SignerField {
  const options = given.options.map(({ value, label, position }) => ({
    value,
    label: labelInDocument(existing, value) ?? label,
    place: position ? toPlace(position) : null,
  }))
  const ofDocument = (existing?.options ?? []).map((option) => ({ ...option, place: null }))
  const hasOptions = given.type === 'RADIO' || given.type === 'DROPDOWN'
  const field: SignerField = {
    id: given.id ?? crypto.randomUUID(),
    type: given.type,
    label: given.label,
    required: given.required,
    readOnly: given.read_only,
    value: given.value ?? null,
    fontSize: given.font_size ?? null,
    tooltip: given.tooltip || null,
    alignment: given.alignment,
    multiline: given.multiline || (given.type === 'TEXT' && existing?.multiline === true),
    maxLength: given.max_length ?? lengthOfFormField(existing),
    comb: given.comb || (given.type === 'TEXT' && existing?.comb === true),
    pattern: given.type === 'TEXT' ? (given.pattern ?? 'text') : null,
    place: given.position ? toPlace(given.position) : null,
    formField: given.form_field ?? null,
    options: options.length > 0 || !hasOptions ? options : ofDocument,
  }
  return { ...field, value: field.value === null ? null : normalValue(field, field.value) }
}

function placesOf({ position, options }: GivenField, path: string) {
  return [
    ...(position ? [[toPlace(position), `${path}.position`] as const] : []),
    ...options.flatMap((option, index) =>
      option.position ? [[toPlace(option.position), `${path}.options.${index}.position`] as const] : [],
    ),
  ]
}

/** What is wrong with the value that a field is prefilled with. */
export function wrongPrefill(field: SignerField, path: string): WrongField[] {
  const at = `${path}.value`
  if (field.type === 'DATE_SIGNED') {
    return field.value === null
      ? []
      : [{ field: at, code: 'not_allowed', message: 'The date of signing is filled in when it is signed' }]
  }
  const code = field.value === null ? null : wrongValue(rulesOf(field), field.value)
  if (code) return [{ field: at, code, message: valueWords[code] }]
  const isMissing =
    field.type === 'CHECKBOX' && !field.required ? field.value === null : isEmptyValue(field.value)
  return field.readOnly && !isSignersOwn(field) && isMissing
    ? [{ field: at, code: 'required', message: 'A read-only field needs a value' }]
    : []
}
