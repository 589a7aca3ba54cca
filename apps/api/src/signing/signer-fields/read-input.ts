import { type WrongValue, wrongShape } from '@countersign/contract/field-rules.ts'
import type { FieldInput } from '@countersign/contract/signer-fields.ts'
import type { FieldValue, SignerField } from '#api/platform/values/signer-field.ts'
import type { WrongField } from '#api/platform/refusal.ts'
import { isGivenByServer, rulesOf } from './signer-field.ts'
import { valueWords } from './value-words.ts'

/** Values as a call gives them, by field; null takes a value back. */
export type GivenValues = ReadonlyMap<string, FieldValue | null>

/**
 * The values that a call gives for a signer’s own fields, each of its field’s type. What is another’s, locked or of another
 * type is added to `wrong`, by its place in the call.
 */
export function readInput(
  fields: readonly SignerField[],
  given: FieldInput,
  path: string,
  wrong: WrongField[],
): GivenValues {
  const known = new Map(fields.map((field) => [field.id, field]))
  const values = new Map<string, FieldValue | null>()
  for (const [index, { id, value }] of given.entries()) {
    const field = known.get(id)
    const at = `${path}.${index}`
    if (!field) wrong.push({ field: `${at}.id`, code: 'unknown', message: 'This signer has no such field' })
    else if (values.has(id)) wrong.push({ field: `${at}.id`, code: 'twice', message: 'Named twice' })
    else if (field.readOnly || isGivenByServer(field))
      wrong.push({ field: `${at}.value`, code: 'read_only', message: `“${field.label}” can’t be changed` })
    else if (value !== null) {
      const code = wrongShape(rulesOf(field), value)
      if (code) wrong.push(wrongValueOf(field, code, `${at}.value`))
    }
    values.set(id, value)
  }
  return values
}

export const wrongValueOf = ({ label }: SignerField, code: WrongValue, field: string): WrongField => ({
  field,
  code,
  message: `“${label}”: ${valueWords[code]}`,
})
