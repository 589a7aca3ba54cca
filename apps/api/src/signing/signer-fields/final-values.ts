import { isEmptyValue, wrongShape, wrongValue } from '@countersign/contract/field-rules.ts'
import type { FieldInput } from '@countersign/contract/signer-fields.ts'
import type { FieldValue, SignerField } from '#api/platform/values/signer-field.ts'
import { Refusal, type WrongField } from '#api/platform/refusal.ts'
import type { Signature } from '#api/signing/signature-requests/signature-request.ts'
import { knownValue } from './known-value.ts'
import { normalValue } from './normal-value.ts'
import { type GivenValues, readInput, wrongValueOf } from './read-input.ts'
import type { Input } from './repository.ts'
import { isGivenByServer, rulesOf } from './signer-field.ts'

/** The values that a call names for one document, and where it names them. */
export interface GivenFields {
  readonly documentId: string
  readonly fields: FieldInput
  readonly path: string
}

export interface FieldFilling {
  readonly signature: Pick<Signature, 'documents' | 'email'>
  readonly signingName: string
  /** What the signer has saved. */
  readonly input: Input
  readonly given: readonly GivenFields[]
  /** Of the call, under which a field is named that the call doesn’t name. */
  readonly path: string
}

/** By document and field. */
export type FinalValues = Record<string, Record<string, FieldValue>>

/**
 * What is signed in the signer’s fields: what the call says, else what was saved, else what was prefilled or is known of the
 * signer. Refused as a whole where one of them is wrong or missing.
 */
export function finalValues(filling: FieldFilling): FinalValues {
  const wrong: WrongField[] = []
  const values: FinalValues = {}
  for (const { documentId, fields } of filling.signature.documents) {
    const call = filling.given.find((one) => one.documentId === documentId)
    const given = call ? readInput(fields, call.fields, call.path, wrong) : new Map()
    const isWrongAlready = wrong.length > 0
    const ofDocument: Record<string, FieldValue> = {}
    for (const field of fields.filter((one) => !isGivenByServer(one))) {
      const value = valueOf(field, given, filling)
      const index = call?.fields.findIndex(({ id }) => id === field.id) ?? -1
      const at = call && index >= 0 ? `${call.path}.${index}.value` : `${filling.path}.fields.${field.id}`
      if (!isWrongAlready) wrong.push(...wrongFinal(field, value, at))
      if (value !== null) ofDocument[field.id] = value
    }
    if (Object.keys(ofDocument).length > 0) values[documentId] = ofDocument
  }
  if (wrong.length > 0) throw new Refusal('validation.failed', { fields: wrong })
  return values
}

function valueOf(field: SignerField, given: GivenValues, filling: FieldFilling): FieldValue | null {
  // Null takes back what was saved as well.
  const named = given.has(field.id) ? given.get(field.id) : savedValue(field, filling.input)
  return field.readOnly ? prefilledValue(field, filling) : namedValue(field, named, filling)
}

/** What a value that a signer names comes to: null and none are the prefilled one. */
export function namedValue(
  field: SignerField,
  named: FieldValue | null | undefined,
  signer: SignerOfValues,
): FieldValue | null {
  return named === null || named === undefined ? prefilledValue(field, signer) : normalValue(field, named)
}

function prefilledValue(field: SignerField, signer: SignerOfValues): FieldValue | null {
  const value = field.value ?? knownValue(field, { email: signer.signature.email, name: signer.signingName })
  return value === null ? null : normalValue(field, value)
}

/** What was saved before the sender changed the field to another one counts for nothing. */
export function savedValue(field: SignerField, input: Input): FieldValue | undefined {
  const value = input[field.id]
  const isOfField = value !== undefined && !field.readOnly && wrongShape(rulesOf(field), value) === null
  return isOfField ? value : undefined
}

interface SignerOfValues {
  readonly signature: Pick<Signature, 'email'>
  readonly signingName: string
}

function wrongFinal(field: SignerField, value: FieldValue | null, at: string): WrongField[] {
  const code = value === null ? null : wrongValue(rulesOf(field), value)
  if (code) return [wrongValueOf(field, code, at)]
  return field.required && isEmptyValue(value)
    ? [{ field: at, code: 'required', message: `“${field.label}” is required` }]
    : []
}
