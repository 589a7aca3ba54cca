import { expect, test } from 'vitest'
import { readTags } from './signature-tag.ts'

test.each([
  ['{{signature:1}}', 1, null],
  ['{{s1}}', 1, null],
  ['{{ Sign : 12 }}', 12, null],
  ['[[S:3]]', 3, null],
  ['[[sign:anna@example.org]]', null, 'anna@example.org'],
  ['{{SIGNATURE: Anna@Example.org }}', null, 'anna@example.org'],
])('%s is a tag', (text, number, email) => {
  const line = `Signed: ${text}, in Bern`
  expect(readTags(line)).toEqual([{ text, start: 8, end: 8 + text.length, number, email }])
})

test.each([
  '{{s0}}',
  '{{s501}}',
  '{{s}}',
  '{{date:1}}',
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

test('finds each tag of a line, and gets through a long one', () => {
  expect(readTags('{{s1}} {{s2}}').map(({ number }) => number)).toEqual([1, 2])
  expect(readTags('{{s'.repeat(100_000))).toEqual([])
})
