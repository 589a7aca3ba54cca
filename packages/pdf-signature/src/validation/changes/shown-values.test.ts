import { describe, expect, test } from 'vitest'
import { openDocument } from '../../reader/document.ts'
import { listFormFields } from '../../reader/form-fields.ts'
import { aPdf, streamObject } from '../../testing/pdf-builder.ts'
import { matchesText } from './matches-text.ts'
import { differenceOf } from './shown-values.ts'

describe('glyphs from left to right are a text', () => {
  test.each<[string, string[][], string, boolean]>([
    ['Latin', [['A', 'b', 'c']], 'Abc', true],
    ['spaces that are not drawn', [['A', 'b'], ['c']], 'A b\nc ', true],
    ['a ligature', [['o', 'ﬃ', 'ce']], 'office', true],
    ['Hebrew, which is drawn from its end', [['ם', 'ו', 'ל', 'ש']], 'שלום', true],
    ['Hebrew as it is stored, by some producers', [['ש', 'ל', 'ו', 'ם']], 'שלום', true],
    ['Hebrew with a number', [['1', '2', 'ם', 'ו', 'י']], 'יום 12', true],
    ['Arabic with a ligature', [['م', 'لا', 'س']], 'سلام', true],
    [
      'two lines of Hebrew',
      [
        ['ב', 'א'],
        ['ד', 'ג'],
      ],
      'אב גד',
      true,
    ],
    [
      'a line of Hebrew that begins with a Latin word',
      [
        ['ב', 'א'],
        ['ד', 'ג', 'B', 'C'],
      ],
      'אב BC גד',
      true,
    ],
    [
      'the same, as if the line were a text of its own',
      [
        ['ב', 'א'],
        ['B', 'C', 'ד', 'ג'],
      ],
      'אב BC גד',
      true,
    ],
    ['a number within Hebrew, changed', [['2', '1', 'ם', 'ו', 'י']], 'יום 12', false],
    [
      'lines in another order',
      [
        ['ד', 'ג'],
        ['ב', 'א'],
      ],
      'אב גד',
      false,
    ],
    ['another text', [['9', '0', '0']], '100', false],
    ['more than the text', [['1', '0', '0', '0']], '100', false],
    ['less than the text', [['1', '0']], '100', false],
  ])('%s', (_, lines, text, expected) => {
    expect(matchesText(lines, text)).toBe(expected)
  })
})

describe('what a field shows', () => {
  const differenceIn = (value: string, drawing: string, { font = '4 0 R', field = '', form = '' } = {}) => {
    const draws = `/Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</F ${font}>>>>`
    const document = openDocument(
      aPdf({
        catalog: `/AcroForm<</Fields[60 0 R]${form}>>`,
        page: '/Annots[60 0 R]',
        objects: {
          60: `<</Type/Annot/Subtype/Widget/F 4/FT/Tx/T(A)/V${value}/AP<</N 61 0 R>>/Rect[0 0 100 20]${field}>>`,
          61: streamObject(drawing, draws),
          62: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[39/quoteright 200/Euro]>>>>',
          63: '<</Type/Font/Subtype/Type0/Encoding/Identity-H>>',
          64: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
          65: '<</Type/Font/Subtype/Type3/Encoding/WinAnsiEncoding>>',
          66: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/ToUnicode 67 0 R>>',
          67: streamObject('1 beginbfchar <39> <0031> endbfchar'),
          68: '<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats/Encoding/WinAnsiEncoding>>',
        },
      }),
    )
    const [only] = listFormFields(document)
    return only && differenceOf(document, only)
  }

  test.each<[string, string, string, string | undefined, Parameters<typeof differenceIn>[2]?]>([
    ['the value', '(It is)', 'BT /F 9 Tf (It)Tj ( is)Tj ET', undefined],
    ['another one', '(100)', 'BT /F 9 Tf [(9)-20(00)]TJ ET', 'shows_other'],
    ['nothing', '(100)', '0 0 9 9 re f', 'shows_nothing'],
    ['the value beside its box', '(100)', 'BT /F 9 Tf 500 5 Td (100)Tj ET 0 0 9 9 re f', 'shows_nothing'],
    ['the value above its box', '(100)', 'q 1 0 0 1 0 90 cm BT /F 9 Tf (100)Tj ET Q', 'shows_nothing'],
    ['the value far along its line', '(100)', 'BT /F 9 Tf [-90000 (100)]TJ ET', 'shows_nothing'],
    ['the value below its box', '(100)', 'BT /F 1 Tf 9 0 0 9 2 -20 Tm (100)Tj ET', 'shows_nothing'],
    [
      'more than fits in a line',
      `(${'9'.repeat(90)})`,
      `BT /F 9 Tf 2 5 Td (${'9'.repeat(90)})Tj ET`,
      undefined,
    ],
    ['the end of a line', `(${'9'.repeat(90)})`, `BT /F 9 Tf -300 5 Td (${'9'.repeat(90)})Tj ET`, undefined],
    ['more lines than fit', '(1 2 3)', "BT /F 9 Tf 9 TL 2 9 Td (1)Tj T* (2)Tj (3)' ET", undefined],
    ['a large text, scaled', '(100)', 'q .01 0 0 .01 0 0 cm BT /F 900 Tf 200 500 Td (100)Tj ET Q', undefined],
    ['text that is not painted', '(100)', 'BT /F 9 Tf 3 Tr (100)Tj ET', 'shows_nothing'],
    [
      'the value by names of glyphs',
      '(\\240 It\\220s)',
      "BT /F 9 Tf (\\310 It's)Tj ET",
      undefined,
      { font: '62 0 R' },
    ],
    [
      'the value in another encoding',
      '(It\\220s \\240)',
      'BT /F 9 Tf (It\\222s \\200)Tj ET',
      undefined,
      { font: '64 0 R' },
    ],
    [
      'another value than the font says that it draws',
      '(100)',
      'BT /F 9 Tf (900)Tj ET',
      'shows_other',
      { font: '66 0 R' },
    ],
    ['signs for letters', '(100)', 'BT /F 9 Tf (900)Tj ET', undefined, { font: '68 0 R' }],
    ['glyphs of which nothing is known', '(100)', 'BT /F 9 Tf <0001>Tj ET', undefined, { font: '63 0 R' }],
    ['a picture', '(100)', '/I Do', undefined],
    ['glyphs that are drawings', '(100)', 'BT /F 9 Tf (100)Tj ET', undefined, { font: '65 0 R' }],
    ['text of a mode that has ended', '(100)', 'q 3 Tr Q BT /F 9 Tf (100)Tj ET', undefined],
    [
      'text that is not painted, of a mode from before',
      '(100)',
      '3 Tr q 0 Tr Q BT /F 9 Tf (100)Tj ET',
      'shows_nothing',
    ],
    ['what a script formats', '(100)', 'BT /F 9 Tf (100.00)Tj ET', undefined, { field: '/AA<</F<<>>>>' }],
    ['what viewers draw', '(100)', 'BT /F 9 Tf (900)Tj ET', undefined, { form: '/NeedAppearances true' }],
    [
      'another value beside its text for readers',
      '(100)',
      '/Span<</ActualText(100)>>BDC BT /F 9 Tf (900)Tj ET EMC',
      'shows_other',
    ],
    ['more glyphs than a value has', '(100)', `BT /F 9 Tf (${'9'.repeat(30_000)})Tj ET`, undefined],
  ])('%s', (_, value, drawing, expected, more) => {
    expect(differenceIn(value, drawing, more)).toBe(expected)
  })
})
