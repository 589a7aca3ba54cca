import { PdfError } from '../pdf-error.ts'
import type { FieldOption } from './placement.ts'

/** What a text is stored as: composed, with line feeds, and without what cannot be drawn. Throws `value_too_long`. */
export function textValue(
  name: string,
  value: string,
  { maxLength, multiline }: { readonly maxLength?: number; readonly multiline: boolean },
): string {
  const lines = value.normalize('NFC').toWellFormed().replace(/\r\n?/g, '\n').replaceAll('\t', ' ')
  const plain = (multiline ? lines : lines.replaceAll('\n', ' ')).replace(controls, '')
  if (maxLength !== undefined && [...plain].length > maxLength)
    throw new PdfError(
      'value_too_long',
      `The field ${JSON.stringify(name)} takes ${maxLength} characters`,
      name,
    )
  return plain
}

const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g

/** The option with that value; undefined for a blank. Throws `value_not_an_option`. */
export function optionOf(
  name: string,
  value: string,
  options: readonly FieldOption[],
): FieldOption | undefined {
  if (value === '') return undefined
  const option = options.find((one) => one.value === value)
  if (option) return option
  throw new PdfError(
    'value_not_an_option',
    `The field ${JSON.stringify(name)} has no option ${JSON.stringify(value)}`,
    name,
  )
}
