import { FieldValue as GivenValue } from '@countersign/contract/signer-fields.ts'
import type { RowProblemCode } from '@countersign/contract/bulk-sends.ts'
import * as z from 'zod/mini'
import type { FieldValue, SignerField } from '#api/platform/values/signer-field.ts'
import { normalValue } from '#api/signing/signer-fields/normal-value.ts'
import { wrongPrefill } from '#api/signing/signer-fields/read-fields.ts'

/** What a cell prefills a field with; `value` is left out where the template’s stays. */
export interface CellValue {
  readonly value?: FieldValue
  readonly problem?: RowProblemCode
}

/** A cell as the value of a field, by the rules that hold for what a sender prefills. */
export function cellValue(field: SignerField, cell: string): CellValue {
  // Nobody could correct it: a placeholder of the template would be signed.
  if (cell === '' && field.type !== 'CHECKBOX') return field.readOnly ? { problem: 'value_missing' } : {}
  const given = machineReadable(field, cell)
  const value = normalValue(field, given)
  const [wrong] = wrongPrefill({ ...field, value }, '')
  if (wrong) return { problem: problemOf(wrong.code) }
  if (!z.safeParse(GivenValue, given).success) return { problem: 'value_wrong_characters' }
  return value === null ? {} : { value }
}

function problemOf(code: string): RowProblemCode {
  return code === 'required' ? 'value_missing' : (`value_${code}` as RowProblemCode)
}

/** As people write it in a spreadsheet, to what is kept. What can’t be told stays as it is, and is refused by its rules. */
function machineReadable(field: SignerField, cell: string): FieldValue {
  const format = field.type === 'TEXT' ? field.pattern : field.type.toLowerCase()
  switch (format) {
    case 'checkbox':
      return yesOrNo(cell)
    case 'radio':
    case 'dropdown':
      return optionIn(field, cell)
    case 'number':
      return numberIn(cell)
    case 'date':
      return dateIn(cell)
    default:
      return cell
  }
}

// In the languages of the product, and as spreadsheets write truth.
const yes = ['x', '1', 'true', 'wahr', 'vrai', 'vero', 'yes', 'y', 'ja', 'j', 'oui', 'o', 'sì', 'si', 's']
const no = ['', '0', 'false', 'falsch', 'faux', 'falso', 'no', 'n', 'nein', 'non', '-']

function yesOrNo(cell: string): FieldValue {
  const word = cell.toLowerCase().normalize('NFC')
  if (yes.includes(word) || cell === '✓' || cell === '✔') return true
  return no.includes(word) ? false : cell
}

function optionIn({ options }: SignerField, cell: string): string {
  if (options.some(({ value }) => value === cell)) return cell
  const word = cell.toLowerCase().normalize('NFC')
  const labelled = options.filter(({ label }) => label.trim().toLowerCase().normalize('NFC') === word)
  // Two of the same label: nobody knows which one is meant.
  return labelled.length === 1 ? (labelled[0]?.value ?? cell) : cell
}

/** `1’234,5` is 1234.5. `1,500` is two numbers in two countries: it stays as it is. */
function numberIn(cell: string): string {
  const grouped = /^-?\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d+)?$/.test(cell)
  const digits = (grouped ? cell.replaceAll(/[\s'’]/g, '') : cell).replace(/^\u2212/, '-')
  const isAmbiguous = !grouped && /^-?\d{1,3},\d{3}$/.test(digits)
  return /^-?\d+,\d+$/.test(digits) && !isAmbiguous ? digits.replace(',', '.') : digits
}

/** With dots the day comes first everywhere; with slashes it doesn’t, so they stay as they are. */
function dateIn(cell: string): string {
  const [, day = '', month = '', year] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(cell) ?? []
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : cell
}
