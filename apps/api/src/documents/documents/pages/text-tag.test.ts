import { expect, test } from 'vitest'
import { readTags } from './text-tag.ts'

test.each([
  ['{{signature:1}}', 1, null],
  ['{{s1}}', 1, null],
  ['{{ Sign : 12 }}', 12, null],
  ['[[S:3]]', 3, null],
  ['[[sign:anna@example.org]]', null, 'anna@example.org'],
  ['{{SIGNATURE: Anna@Example.org }}', null, 'anna@example.org'],
])('%s is a tag', (text, number, email) => {
  const line = `Signed: ${text}, in Bern`
  const signature = { type: 'SIGNATURE', label: null, required: false, multiline: false, options: [] }
  expect(readTags(line)).toEqual([{ text, start: 8, end: 8 + text.length, number, email, ...signature }])
})

test.each([
  ['{{text:1}}', { type: 'TEXT', number: 1, label: null, required: false, multiline: false }],
  ['{{text1}}', { type: 'TEXT', number: 1 }],
  ['{{text:2:Place of birth*}}', { type: 'TEXT', number: 2, label: 'Place of birth', required: true }],
  ['[[ Lines : 1 : Remarks: all ]]', { type: 'TEXT', multiline: true, label: 'Remarks: all' }],
  [
    '{{date:anna@example.org:Born}}',
    { type: 'DATE', number: null, email: 'anna@example.org', label: 'Born' },
  ],
  ['{{date_signed:1}}', { type: 'DATE_SIGNED' }],
  ['{{date signed1}}', { type: 'DATE_SIGNED', number: 1 }],
  ['{{Checkbox:1:*}}', { type: 'CHECKBOX', label: null, required: true }],
  ['{{initials:1}}', { type: 'INITIALS' }],
  ['{{name:1}}', { type: 'NAME' }],
  ['{{email:1}}', { type: 'EMAIL' }],
  ['{{number:1:Rent}}', { type: 'NUMBER', label: 'Rent' }],
  [
    '{{dropdown:1:Room*: North | South |North|}}',
    { type: 'DROPDOWN', label: 'Room', required: true, options: ['North', 'South'] },
  ],
  ['{{text:1:a\u202Eb}}', { label: null }],
  [`{{text:1:${'x'.repeat(150)}}}`, { label: 'x'.repeat(100) }],
] as const)('%s asks for a field', (text, expected) => {
  expect(readTags(`Name: ${text}`)).toMatchObject([{ text, start: 6, ...expected }])
})

test.each([
  '{{s0}}',
  '{{s501}}',
  '{{s}}',
  '{{dates:1}}',
  '{{date}}',
  '{{text:Label}}',
  '{{radio:1}}',
  '{{dropdown:1:Room}}',
  '{{s1:Label}}',
  '{{constructor:1}}',
  '{{seal1}}',
  '{s1}',
  '{{s1]]',
  '[[sign:anna@]]',
  '[[signanna@example.org]]',
  '{{signature:1',
  '{{ {{s1 } }',
])('%s is none', (text) => {
  expect(readTags(text)).toEqual([])
})

test('the reader of tags finds each tag of a line, and gets through a long one', () => {
  expect(readTags('{{s1}} {{s2}}').map(({ number }) => number)).toEqual([1, 2])
  expect(readTags('{{s'.repeat(100_000))).toEqual([])
})
