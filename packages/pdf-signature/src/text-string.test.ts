import { expect, test } from 'vitest'
import { decodeTextString, parsePdfDate, pdfDate, textString } from './text-string.ts'

test.each([
  ["D:20260701143015+02'00'", '2026-07-01T12:30:15.000Z'],
  ["D:20260701143015-09'30'", '2026-07-02T00:00:15.000Z'],
  ['D:20260701143015+0200', '2026-07-01T12:30:15.000Z'],
  ['D:20260701143015Z', '2026-07-01T14:30:15.000Z'],
  ['20260701', '2026-07-01T00:00:00.000Z'],
])('the date %s is the moment %s', (text, moment) => {
  expect(parsePdfDate(text)?.toISOString()).toBe(moment)
})

test.each(['', 'yesterday', 'D:26'])('the date %j is none', (text) => {
  expect(parsePdfDate(text)).toBeUndefined()
})

test('a date is read as it was written', () => {
  const time = new Date('2026-02-28T23:59:59Z')
  expect(parsePdfDate(pdfDate(time))).toEqual(time)
})

test.each(['Anna (Muster)', 'Zürich', '署名 Anna', '𝒜nna', ''])(
  'the text %j is read as it was written',
  (text) => {
    expect(decodeTextString(textString(text).bytes)).toBe(text)
  },
)

test('half of a character is written as one that is missing', () => {
  expect(decodeTextString(textString('Anna \ud83d').bytes)).toBe('Anna \ufffd')
})

test.each([
  ['UTF-16 with half a character at its end', [0xfe, 0xff, 0, 0x41, 0], 'A'],
  ['UTF-8', [0xef, 0xbb, 0xbf, 0xc3, 0xbc], 'ü'],
  ['PDFDocEncoding', [0xa0, 0x80, 0x9e, 0x1f, 0xe4], '€•ž˜ä'],
])('%s is read', (_, bytes, text) => {
  expect(decodeTextString(Uint8Array.from(bytes))).toBe(text)
})
