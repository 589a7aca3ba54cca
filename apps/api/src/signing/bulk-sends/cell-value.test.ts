import { expect, test } from 'vitest'
import type { SignerField } from '#api/platform/values/signer-field.ts'
import { cellValue } from './cell-value.ts'

const field = (given: Partial<SignerField> = {}): SignerField => ({
  id: 'a',
  type: 'TEXT',
  label: 'A',
  required: false,
  readOnly: false,
  value: null,
  fontSize: null,
  tooltip: null,
  alignment: 'left',
  multiline: false,
  maxLength: null,
  comb: false,
  pattern: given.type === undefined || given.type === 'TEXT' ? 'text' : null,
  place: null,
  formField: null,
  options: [],
  ...given,
})
const sizes = [
  { value: 's', label: 'Small', place: null },
  { value: 'l', label: 'Large', place: null },
  { value: 'x', label: 'large', place: null },
]

test.each<[Partial<SignerField>, string, string | boolean]>([
  [{}, 'Anna', 'Anna'],
  [{ multiline: true }, 'One\r\nTwo', 'One\nTwo'],
  [{ pattern: 'phone' }, '+41 79 123 45 67', '+41791234567'],
  [{ type: 'NUMBER' }, '-1234.50', '-1234.50'],
  [{ type: 'NUMBER' }, '1’234,5', '1234.5'],
  [{ type: 'NUMBER' }, '1 234 567', '1234567'],
  [{ pattern: 'number' }, '12,5', '12.5'],
  [{ type: 'DATE' }, '2026-11-27', '2026-11-27'],
  [{ type: 'DATE' }, '1.3.2026', '2026-03-01'],
  [{ pattern: 'date' }, '27. 11. 2026', '2026-11-27'],
  [{ type: 'CHECKBOX' }, 'X', true],
  [{ type: 'CHECKBOX' }, 'Sì', true],
  [{ type: 'CHECKBOX' }, 'nein', false],
  [{ type: 'CHECKBOX' }, '', false],
  [{ type: 'DROPDOWN', options: sizes }, 's', 's'],
  [{ type: 'DROPDOWN', options: sizes }, 'SMALL', 's'],
  [{ type: 'NAME' }, 'Anna Keller', 'Anna Keller'],
])('a field prefills %j from the cell %j', (given, cell, value) => {
  expect(cellValue(field(given), cell)).toEqual({ value })
})

test.each<[Partial<SignerField>, string, string]>([
  [{ maxLength: 3 }, 'four', 'value_too_long'],
  [{}, 'a\nb', 'value_one_line'],
  [{}, 'a\u202Eb', 'value_wrong_characters'],
  [{ pattern: 'email' }, 'anna@', 'value_invalid_email'],
  [{ pattern: 'phone' }, '079', 'value_invalid_phone'],
  [{ type: 'NUMBER' }, 'ten', 'value_invalid_number'],
  [{ type: 'NUMBER' }, '1,500', 'value_invalid_number'],
  [{ type: 'DATE' }, '03/04/2026', 'value_invalid_date'],
  [{ type: 'DATE' }, '30.02.2026', 'value_invalid_date'],
  [{ type: 'CHECKBOX' }, 'perhaps', 'value_wrong_type'],
  [{ type: 'CHECKBOX', required: true, readOnly: true }, 'no', 'value_missing'],
  [{ type: 'DROPDOWN', options: sizes }, 'M', 'value_unknown_option'],
  [{ type: 'DROPDOWN', options: sizes }, 'LARGE', 'value_unknown_option'],
  [{ type: 'NAME' }, 'www.example.org', 'value_contains_link'],
  [{ readOnly: true, value: 'Rent' }, '', 'value_missing'],
])('a cell that a field of %j can’t take: %j', (given, cell, problem) => {
  expect(cellValue(field(given), cell)).toEqual({ problem })
})

test('an empty cell leaves a field that the signer can change as the template has it', () => {
  expect(cellValue(field({ value: 'Bern' }), '')).toEqual({})
})
