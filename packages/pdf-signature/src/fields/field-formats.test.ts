import { expect, test } from 'vitest'
import { aPdf, streamObject } from '../testing/pdf-builder.ts'
import { listFieldFormats } from './field-formats.ts'

const field = (name: string, more: string) =>
  `<</Type/Annot/Subtype/Widget/FT/Tx/T(${name})/Rect[20 150 120 170]${more}>>`
const script = (trigger: string, js: string) => `/AA<</${trigger}<</S/JavaScript/JS${js}>>>>`

test('a text field that is formatted as a date or a number is known as such', () => {
  const form = aPdf({
    catalog: '/AcroForm<</Fields[100 0 R 101 0 R 102 0 R 103 0 R 104 0 R]>>',
    page: '/Annots[100 0 R 101 0 R 102 0 R 103 0 R 104 0 R]',
    objects: {
      100: field('Born', script('F', '(AFDate_FormatEx\\("dd.mm.yyyy"\\);)')),
      101: field('Rent', script('K', '( AFNumber_Keystroke\\(2, 0, 0, 0, "", true\\);)')),
      102: field('Share', script('F', ' 110 0 R')),
      103: field('Name', script('F', '(event.value = "AFDate_";)')),
      104: field('Plain', ''),
      110: streamObject('AFPercent_Format(2, 0);'),
    },
  })
  expect([...listFieldFormats(form)]).toEqual([
    ['Born', 'date'],
    ['Rent', 'number'],
    ['Share', 'number'],
  ])
})

test('a file without a form has none', () => {
  expect(listFieldFormats(aPdf())).toEqual(new Map())
})
