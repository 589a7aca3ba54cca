import { expect, test } from 'vitest'
import { openDocument } from '../reader/document.ts'
import { dict, isString, name } from '../reader/objects.ts'
import type { PdfObject } from '../reader/objects.ts'
import { aPdf } from '../testing/pdf-builder.ts'
import { decodeTextString, textString } from '../text-string.ts'
import { finish, newSink, numberText, writeObject } from './serialise.ts'

function written(value: PdfObject): string {
  const sink = newSink()
  writeObject(sink, value)
  return finish(sink).toString('latin1')
}

test.each([
  [0.1 + 0.2, '0.30000000000000004'],
  [1e-7, '0.0000001'],
  [-2.5e-9, '-0.0000000025'],
  [1e-12, '0'],
  [1e21, '1000000000000000000000'],
  [Number.NaN, '0'],
  [Number.NEGATIVE_INFINITY, '0'],
])('the number %d is written without an exponent: %s', (value, text) => {
  expect(numberText(value)).toBe(text)
})

test.each([
  ['a name', name('A#20B (c)/d%e')],
  ['a key', dict({ 'A#20B c': 1 })],
  ['a list', [1, -0.5, true, null, name('A')]],
])('%s is read as it was written', (_, value) => {
  expect(openDocument(aPdf({ objects: { 50: written(value) } })).load(50)).toEqual(value)
})

test.each(['C:\\files (old', 'Zürich 署名', ''])('the text %j is read as it was written', (text) => {
  const read = openDocument(aPdf({ objects: { 50: written(textString(text)) } })).load(50)
  expect(isString(read) && decodeTextString(read.bytes)).toBe(text)
})
