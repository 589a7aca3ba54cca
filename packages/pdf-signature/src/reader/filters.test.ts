import zlib from 'node:zlib'
import { expect, test } from 'vitest'
import { PdfError } from '../pdf-error.ts'
import { newBudget } from './budget.ts'
import { decodeStream } from './filters.ts'
import { dict, name, stream } from './objects.ts'
import type { PdfObject } from './objects.ts'

const decode = (data: Uint8Array, entries: Record<string, PdfObject>): string =>
  Buffer.from(decodeStream(stream(entries, data), newBudget(0), (value) => value ?? null)).toString('latin1')

test('ASCIIHex, with an odd last digit and white space', () => {
  expect(decode(Buffer.from('41 42\n437>'), { Filter: name('ASCIIHexDecode') })).toBe('ABCp')
})

test('ASCII85, with z for four zeros and a short last group', () => {
  expect(decode(Buffer.from('z87cURD]i,"Ebo7~>'), { Filter: name('ASCII85Decode') })).toBe(
    '\0\0\0\0Hello World',
  )
})

test('LZW, the example of ISO 32000-2 §7.4.4.2', () => {
  const data = Buffer.from('800B6050220C0C8501', 'hex')
  expect(decode(data, { Filter: name('LZWDecode') })).toBe('-----A---B')
})

test('Flate with every PNG predictor', () => {
  const rows = [
    [0, 10, 20, 30],
    [1, 10, 10, 10],
    [2, 1, 1, 1],
    [3, 5, 5, 5],
    [4, 2, 2, 2],
  ]
  const parameters = dict({ Predictor: 15, Columns: 3 })
  const data = zlib.deflateSync(Buffer.from(rows.flat()))
  const decoded = Buffer.from(
    decode(data, { Filter: name('FlateDecode'), DecodeParms: parameters }),
    'latin1',
  )
  expect([...decoded]).toEqual([10, 20, 30, 10, 20, 30, 11, 21, 31, 10, 20, 30, 12, 22, 32])
})

test('Flate with the TIFF predictor', () => {
  const parameters = dict({ Predictor: 2, Columns: 4 })
  const decoded = decode(zlib.deflateSync(Buffer.from([65, 1, 1, 1])), {
    Filter: name('FlateDecode'),
    DecodeParms: parameters,
  })
  expect(decoded).toBe('ABCD')
})

test('Flate data that was cut short gives what there is', () => {
  const whole = zlib.deflateSync(Buffer.from('agreement '.repeat(500)), { level: 0 })
  expect(decode(whole.subarray(0, 300), { Filter: name('FlateDecode') })).toMatch(/^agreement /)
})

test('several filters are undone one after the other', () => {
  const data = Buffer.from(zlib.deflateSync(Buffer.from('twice')).toString('hex'))
  expect(decode(data, { Filter: [name('AHx'), name('Fl')] })).toBe('twice')
})

test.each([
  ['DCTDecode', 'unsupported_filter'],
  ['FlateDecode', 'damaged'],
  ['LZWDecode', 'damaged'],
])('what %s cannot decode is refused', (filter, code) => {
  expect(() => decode(Buffer.from('ffffffff', 'hex'), { Filter: name(filter) })).toThrow(
    expect.objectContaining({ constructor: PdfError, code }),
  )
})
