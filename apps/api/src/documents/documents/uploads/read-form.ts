import type { Inspection } from '@countersign/pdf-signature/inspect.ts'
import { type FieldFormat, listFieldFormats } from '@countersign/pdf-signature/fields/field-formats.ts'
import type { InputField } from '@countersign/pdf-signature/fields/input-field.ts'
import { listInputFields } from '@countersign/pdf-signature/fields/list-input-fields.ts'
import { PdfError } from '@countersign/pdf-signature/pdf-error.ts'
import type { DocumentFormField, FormProblem } from '#api/platform/values/signer-field.ts'

export interface ReadForm {
  readonly formFields: DocumentFormField[]
  /** Why no field can be added to it, or none filled in. */
  readonly formProblem: FormProblem | null
}

/**
 * What an upload asks people to fill in. What can’t be read of it is not offered. Which fields take dates and numbers, their
 * scripts say: of a file whose scripts were removed, those of `original`.
 */
export function readForm(content: Uint8Array, inspection: Inspection, original = content): ReadForm {
  // A certification forbids new fields, and they make any signature doubtful that was made before (ISO 32000-2, 12.8.2.2).
  const isSigned = inspection.signatures.length > 0
  const closed = inspection.certifiedPermission !== undefined ? 'certified' : isSigned ? 'signed' : null
  try {
    const { fields, problem } = listInputFields(content)
    const formats = fields.length > 0 ? formatsOf(original) : new Map<string, FieldFormat>()
    const offered = fields
      .filter(({ readOnly, name }) => !readOnly && isKeepable(name))
      .map((field) => toFormField(field, formats.get(field.name)))
    // Of an XFA form that is certified as well no field is offered: what is left to say is where it can be signed.
    return { formFields: offered, formProblem: closed === 'certified' ? closed : (problem ?? closed) }
  } catch (error) {
    if (!(error instanceof PdfError)) throw error
    return { formFields: [], formProblem: closed }
  }
}

/** A script that can’t be read says nothing: the fields are offered all the same. */
function formatsOf(content: Uint8Array): ReadonlyMap<string, FieldFormat> {
  try {
    return listFieldFormats(content)
  } catch (error) {
    if (!(error instanceof PdfError)) throw error
    return new Map()
  }
}

const types = { text: 'TEXT', checkbox: 'CHECKBOX', radio: 'RADIO', dropdown: 'DROPDOWN' } as const

function toFormField(field: InputField, format: FieldFormat | undefined): DocumentFormField {
  const isShown = (value: string) =>
    field.kind !== 'radio' || field.places.some(({ option }) => option === value)
  const options = field.options.filter(({ value }) => isKeepable(value) && value !== '' && isShown(value))
  // Of a choice the button of each option, in their order.
  const places =
    field.kind === 'radio'
      ? options.flatMap(({ value }) => field.places.filter(({ option }) => option === value).slice(0, 1))
      : field.places
  return {
    name: field.name,
    type: types[field.kind],
    label: keepable(field.label ?? field.name),
    required: field.required,
    value: typeof field.value === 'string' ? keepable(field.value) || null : field.value,
    multiline: field.multiline,
    comb: field.comb,
    maxLength: field.maxLength ?? null,
    format: (field.kind === 'text' && format) || null,
    options: options.map(({ value, label }) => ({ value, label: keepable(label) })),
    places: places.map(({ page, x, y, width, height }) => ({ page, x, y, width, height, rotation: 0 })),
  }
}

/** No database keeps NUL and halves of characters: a field of such a name is offered to nobody. */
export function isKeepable(name: string): boolean {
  return name.isWellFormed() && !name.includes('\0')
}

const keepable = (text: string): string => text.toWellFormed().replaceAll('\0', '')
