import { findUndrawable, undrawableIn } from '#api/documents/appearance/find-undrawable.ts'
import { Refusal, type WrongField } from '#api/platform/refusal.ts'
import type { FieldValue, SignerField } from '#api/platform/values/signer-field.ts'
import type { Context } from '#api/providers/context.ts'
import { nameGivenTo, type Signature } from '#api/signing/signature-requests/signature-request.ts'
import type { FieldFilling, FinalValues } from './final-values.ts'
import { knownValue } from './known-value.ts'

/** A text that the page is to show, the field of the call it is in, and what people call it. */
export interface ShownText {
  readonly text: string
  readonly field: string
  readonly label?: string
}

/**
 * What the page shows is what was signed: a text with characters that no font has is refused, and they are named. Throws
 * Saturated, which says nothing about the texts.
 */
export async function refuseUndrawable(context: Context, shown: readonly ShownText[]): Promise<void> {
  const texts = shown.map(({ text }) => text)
  const undrawable = await findUndrawable(context, texts)
  if (undrawable.size === 0) return
  const fields = shown.flatMap(({ text, field, label }): WrongField[] => {
    const characters = undrawableIn(text, undrawable)
    if (characters === null) return []
    const message = `No font has these characters: ${characters}`
    return [{ field, code: 'no_font', message: label ? `“${label}”: ${message}` : message }]
  })
  if (fields.length > 0) throw new Refusal('validation.failed', { fields })
}

/** What is to be signed in a signer’s fields, by the place in the call where each is named. */
export function textsOfValues(
  { signature, given, path }: Pick<FieldFilling, 'signature' | 'given' | 'path'>,
  values: FinalValues,
): ShownText[] {
  return signature.documents.flatMap(({ documentId, fields }) => {
    const call = given.find((one) => one.documentId === documentId)
    return fields.flatMap((field) => {
      const text = textOf(field, values[documentId]?.[field.id] ?? null)
      const index = call?.fields.findIndex(({ id }) => id === field.id) ?? -1
      const at = call && index >= 0 ? `${call.path}.${index}.value` : `${path}.fields.${field.id}`
      return text === null ? [] : [{ text, field: at, label: field.label }]
    })
  })
}

/** What the sender has prefilled, and the labels of the options that the sender has named. */
export function textsOfPrefills(
  signatures: readonly Pick<Signature, 'documents' | 'firstName' | 'lastName'>[],
  path: string,
): ShownText[] {
  return signatures.flatMap((signature, index) =>
    signature.documents.flatMap(({ fields }, at) =>
      fields.flatMap((field, nth) => {
        const where = `${path}.${index}.document_signatures.${at}.fields.${nth}`
        const text = textOfPrefill(field, signature)
        return [
          ...(text === null ? [] : [{ text, field: `${where}.value`, label: field.label }]),
          ...ownOptions(field).map(({ label }, option) => ({
            text: label,
            field: `${where}.options.${option}.label`,
          })),
        ]
      }),
    ),
  )
}

/** What a signer finds prefilled, as the page shows it. */
export const textOfPrefill = (
  field: SignerField,
  signature: Pick<Signature, 'firstName' | 'lastName'>,
): string | null => textOf(field, field.value ?? fixedName(field, signature))

/** The options that the sender has named: those of a form are in its PDF. */
export const ownOptions = ({ type, formField, options }: SignerField): SignerField['options'] =>
  type === 'DROPDOWN' && formField === null ? options : []

/** A signer could not write another name here, nor other initials. */
const fixedName = (field: SignerField, signature: Pick<Signature, 'firstName' | 'lastName'>) =>
  field.readOnly && field.type !== 'EMAIL'
    ? knownValue(field, { email: '', name: nameGivenTo(signature) })
    : null

/** What is drawn of a value: nothing of a mark, and the label of an option. */
function textOf({ type, options }: SignerField, value: FieldValue | null): string | null {
  if (typeof value !== 'string' || type === 'RADIO') return null
  return type === 'DROPDOWN' ? (options.find((option) => option.value === value)?.label ?? null) : value
}
