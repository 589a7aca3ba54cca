import type { InputField } from '../packages/pdf-signature/src/fields/input-field.ts'
import type { FieldValue } from '../packages/pdf-signature/src/fields/field-value.ts'
import { listInputFields } from '../packages/pdf-signature/src/fields/list-input-fields.ts'

/** A value for each field that the file asks people to fill in: half of them for each of two people. */
export function valuesFor(base: Uint8Array): [FieldValue[], FieldValue[]] {
  const { fields, problem } = listInputFields(base)
  const values = problem ? [] : fields.filter(({ readOnly }) => !readOnly).flatMap(valueOf)
  const half = Math.ceil(values.length / 2)
  return [values.slice(0, half), values.slice(half)]
}

function valueOf(field: InputField, index: number): FieldValue[] {
  const { name, kind, options, maxLength } = field
  if (kind === 'checkbox') return [{ name, value: true }]
  if (kind === 'text') return [{ name, value: [...`Zoë ${index}`].slice(0, maxLength ?? 100).join('') }]
  const last = options.at(-1)
  return last ? [{ name, value: last.value }] : []
}
