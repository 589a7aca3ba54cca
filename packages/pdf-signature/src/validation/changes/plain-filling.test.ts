import { describe, expect, test } from 'vitest'
import { aPki } from '../../cms/testing/sample-authority.ts'
import { joined, validationData } from '../../testing/ceremony.ts'
import { aPdf, appendRevision, streamObject } from '../../testing/pdf-builder.ts'
import { aWidget, certify } from '../../testing/raw-signature.ts'
import { addValidationData } from '../../validation-data.ts'
import { validatePdf } from '../../validate.ts'

// What a certification foresees to be filled in is told in a notice, as long as it is that: the text of a value in its frame.

const pki = aPki()
const bytes = 'q BT /F 8 Tf 4 14 Td (ok) Tj ET Q'

interface Filling {
  /** Of the field, as it was certified. */
  readonly field?: string
  readonly value?: string
  /** Of the appearance. */
  readonly form?: string
  readonly resources?: string
  readonly fonts?: string
  /** Of the form. */
  readonly entries?: string
  /** Instead of the appearance of the field. */
  readonly appearance?: string
}

/** What the certifier's signature says of a field on an empty place that was filled in with that drawing. */
function saidOf(
  drawing: string,
  {
    field = '',
    value = '(ok)',
    form = '',
    resources = '',
    fonts = '',
    entries = '',
    appearance = '/AP<</N 900 0 R>>',
  }: Filling = {},
) {
  const text = (more = ''): string =>
    `${aWidget('Remark', '[10 90 210 130]')}${field.includes('/FT') ? '' : '/FT/Tx'}${field.includes('/DA') ? '' : '/DA(/F 8 Tf)'}${field}${more}>>`
  const base = aPdf({
    page: '/Annots[60 0 R 61 0 R 62 0 R]',
    catalog: '/AcroForm<</Fields[60 0 R 61 0 R 62 0 R]/SigFlags 3>>',
    objects: {
      3: streamObject(''),
      60: `${aWidget('Certifier')}/FT/Sig>>`,
      61: `${aWidget('Second')}/FT/Sig>>`,
      62: text(),
      910: streamObject('<xdp/>'),
      909: streamObject(bytes, '/Type/XObject/Subtype/Form/BBox[0 0 200 40]/Resources<</Font<</F 4 0 R>>>>'),
    },
  })
  const certified = certify(base, pki, 2, entries)
  const box = form.includes('/BBox') ? '' : '/BBox[0 0 200 40]'
  const draws = `/Type/XObject/Subtype/Form${box}${form}/Resources<</Font<</F 4 0 R/T 902 0 R${fonts}>>${resources}>>`
  const file = appendRevision(joined([certified, addValidationData(certified, validationData(pki))]), {
    62: text(`/V${value}${appearance}`),
    900: streamObject(drawing, draws),
    901: '<</Type/ExtGState/ca 0.5>>',
    902: '<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 111/CharProcs<<>>/Encoding<</Differences[107/k 111/o]>>>>',
    903: '<</Type/ExtGState/SMask<</S/Luminosity>>>>',
    904: '<</Type/ExtGState/ca 0>>',
    911: streamObject(bytes, '/Type/XObject/Subtype/Form/BBox[0 0 200 40]/Resources<</Font<</F 4 0 R>>>>')
      .toString('latin1')
      .replace(/Length \d+/, 'Length 20'),
    905: streamObject('2 beginbfchar <6b> <006f> <6f> <006b> endbfchar'),
    906: '<</Type/FontDescriptor/FontName/AAAAAA+Arial/Flags 32/FontFile2 907 0 R>>',
    907: streamObject('a font'),
    908: '<</Type/OCG/Name(Off)>>',
  })
  const { signatures } = validatePdf(file, { anchors: [pki.root.certificate.raw], at: new Date() })
  const codes = [...(signatures[0]?.warnings ?? []), ...(signatures[0]?.infos ?? [])].map(({ code }) => code)
  return codes.filter((code) => code !== 'legal_weight_not_known')
}

const foreseen = ['form_filled_as_permitted']
const reserved = ['changed_visibly']

describe('as it was foreseen', () => {
  test.each<[string, string, Filling?]>([
    ['text alone', bytes],
    ['text as Acrobat writes it', `/Tx BMC q 2 2 196 36 re W n BT 0 g /F 8 Tf 4 14 Td (ok) Tj ET Q EMC`],
    ['a background and a border', `0.9 g 0 0 200 40 re f 1 w 0 G 0.5 0.5 199 39 re s 0 g ${bytes}`],
    ['a border of dashes', `[3 3] 0 d 1 w 0.5 0.5 199 39 re S ${bytes}`],
    ['a line below', `0 0.5 m 200 0.5 l s ${bytes}`],
    [
      'a raised border',
      `1 g 1 1 m 1 39 l 199 39 l 198 38 l 2 38 l 2 2 l f 0.5 g 199 39 m 199 1 l 1 1 l 2 2 l 198 2 l 198 38 l f 0 G 0.5 0.5 199 39 re S ${bytes}`,
      { field: '/BS<</W 1/S/B>>' },
    ],
    ['a border three points wide', `3 w 1.5 1.5 197 37 re S ${bytes}`, { field: '/BS<</W 3>>' }],
    ['a border drawn as an area', `0 0 200 40 re 1 1 198 38 re f* ${bytes}`],
    ['another scale', `q .1 0 0 .1 0 0 cm 10 w 5 5 1990 390 re S Q ${bytes}`],
    [
      'a box of another size',
      '10 w 5 5 1990 390 re S BT /F 80 Tf 40 140 Td (ok) Tj ET',
      { form: '/BBox[0 0 2000 400]' },
    ],
    [
      'a turned box',
      '0.5 0.5 39 199 re S BT /F 8 Tf 4 14 Td (ok) Tj ET',
      { form: '/BBox[0 0 40 200]/Matrix[0 1 -1 0 0 0]' },
    ],
    [
      'a comb',
      `50 0 m 50 40 l 100 0 m 100 40 l 150 0 m 150 40 l S ${bytes}`,
      { field: '/Ff 16777216/MaxLen 4' },
    ],
    ['two sides of a border', `0.5 0.5 m 0.5 39.5 l 199.5 39.5 l S ${bytes}`],
    ['half its strength', `/G gs ${bytes}`, { resources: '/ExtGState<</G 901 0 R>>' }],
    ['what a script formats', 'BT /F 8 Tf 4 14 Td (1.00) Tj ET', { field: '/AA<</F<<>>>>', value: '(1)' }],
    [
      'an amount that a script formats',
      "BT /F 8 Tf 4 14 Td (CHF 1'234.50) Tj ET",
      { field: '/AA<</F<<>>>>', value: '(1234.5)' },
    ],
    [
      'a date that a script formats',
      'BT /F 8 Tf 4 14 Td (30.11.2026) Tj ET',
      { field: '/AA<</F<<>>>>', value: '(2026-11-30)' },
    ],
    ['white text on its own dark background', `0.1 g 0 0 200 40 re f 1 g ${bytes}`],
    ['the label of a choice', bytes, { field: '/FT/Ch/Ff 131072/Opt[[(1)(ok)][(2)(no)]]', value: '(1)' }],
    ['text kerned by hand', 'BT /F 8 Tf 4 14 Td [(o)40(k)]TJ ET'],
    [
      'text in an ordinary font of the viewer',
      'BT /A 8 Tf 4 14 Td (ok) Tj ET',
      { fonts: '/A<</Type/Font/Subtype/TrueType/BaseFont/ArialMT/Encoding/WinAnsiEncoding>>' },
    ],
    [
      'upright text on a page that is turned round',
      'BT /F 8 Tf -1 0 0 -1 190 30 Tm (ok) Tj ET',
      { field: '/MK<</R 180>>' },
    ],
  ])('with %s', (_, drawing, filling) => {
    expect(saidOf(drawing, filling)).toEqual(foreseen)
  })
})

describe('with a reservation', () => {
  test.each<[string, string, Filling?]>([
    ['a line across', `0 20 m 200 20 l S ${bytes}`],
    ['a line from corner to corner', `0 0 m 200 40 l S ${bytes}`],
    ['an area from corner to corner', `0 0 m 200 40 l 198 40 l f ${bytes}`],
    ['an area that is left open', `0 0 m 200 0 l 200 40 l f ${bytes}`],
    ['two areas that are left open', `0 0 m 200 0 l 200 40 l 0 40 m 0 0 l f ${bytes}`],
    ['an area cut to what is left open', `0 0 m 200 0 l 200 40 l W n 0 0 200 40 re f ${bytes}`],
    ['a table', `20 10 60 20 re S ${bytes}`],
    ['a filled box', `20 10 60 20 re f ${bytes}`],
    ['a curve', `0 0 m 100 80 100 80 200 0 c S ${bytes}`],
    ['an area cut to a shape', `20 5 m 60 35 l 90 5 l h W n 0 0 200 40 re f ${bytes}`],
    ['an area cut to glyphs', `q BT /F 20 Tf 7 Tr 90 5 Td (ok) Tj ET 0 0 200 40 re f Q ${bytes}`],
    ['a line wider than a border', `60 w 0 0 m 200 0 l S ${bytes}`],
    [
      'many lines along its side',
      `${Array.from({ length: 30 }, (_, at) => `${at} 0 2 2 re f`).join(' ')} ${bytes}`,
    ],
    ['lines where no cells are', `30 0 m 30 40 l S ${bytes}`, { field: '/Ff 16777216/MaxLen 4' }],
    ['a picture', `/I Do ${bytes}`],
    ['a picture written into it', `BI /W 1/H 1/BPC 8/CS/G ID x EI ${bytes}`],
    ['a pattern', `/Pattern cs /P scn 0 0 200 40 re f ${bytes}`],
    ['a mask', `/G gs 0 0 200 40 re f ${bytes}`, { resources: '/ExtGState<</G 903 0 R>>' }],
    ['what some viewers hide', `/OC/X BDC 0 0 200 40 re f EMC ${bytes}`],
    ['a skewed box', bytes, { form: '/Matrix[1 1 0 1 0 0]' }],
    ['glyphs that are drawings', 'BT /T 8 Tf 4 14 Td (ok) Tj ET'],
    ['rich text', bytes, { field: '/Ff 33554432' }],
  ])('with %s', (_, drawing, filling) => {
    expect(saidOf(drawing, filling)).toEqual(reserved)
  })
})

/** Of the text, none of which is to be read as the value without a look at it. */
describe('with a reservation where the text is', () => {
  const helvetica = '/Type/Font/Subtype/Type1/BaseFont/Helvetica'
  test.each<[string, string, Filling?]>([
    ['as white as the page', `1 g ${bytes}`],
    ['as white as the field has it', `1 g ${bytes}`, { field: '/DA(/F 8 Tf 1 g)' }],
    ['as dark as its background', `0 g 0 0 200 40 re f ${bytes}`],
    ['nearly as light as the page', `1 1 0 rg ${bytes}`],
    [
      'of a colour that turns into another',
      `0 g ${bytes}`,
      {
        resources:
          '/ColorSpace<</DefaultGray[/Separation/X/DeviceGray<</FunctionType 2/N 1/Domain[0 1]/C0[1]/C1[1]>>]>>',
      },
    ],
    ['not to be seen through', `/G gs ${bytes}`, { resources: '/ExtGState<</G 904 0 R>>' }],
    ['tiny', 'BT /F 0.1 Tf 4 14 Td (ok) Tj ET'],
    ['made tiny by its box', bytes, { form: '/BBox[0 0 20000 4000]' }],
    ['of no width', 'BT /F 8 Tf 1 Tz 4 14 Td (ok) Tj ET'],
    ['turned upside down', 'BT /F 8 Tf -1 0 0 -1 190 30 Tm (ok) Tj ET'],
    ['seen as in a mirror', 'BT /F 8 Tf -1 0 0 1 190 14 Tm (ok) Tj ET'],
    ['turned into a mirror by its box', bytes, { form: '/Matrix[-1 0 0 1 0 0]' }],
    ['drawn in another order than it is read', 'BT /F 8 Tf 40 14 Td (o) Tj -10 0 Td (k) Tj ET'],
    ['drawn from the bottom up', 'BT /F 8 Tf 4 4 Td (o) Tj 0 12 Td (k) Tj ET'],
    ['drawn in one place', 'BT /F 8 Tf 4 14 Td (o) Tj 0 0 Td (k) Tj ET'],
    ['pushed out of its box', 'BT /F 8 Tf 500 Tc 4 14 Td (ok) Tj ET'],
    ['pushed out of its box after a space', 'BT /F 8 Tf 500 Tw 4 14 Td (o k) Tj ET', { value: '(o k)' }],
    ['raised out of its box', 'BT /F 8 Tf 100 Ts 4 14 Td (ok) Tj ET'],
    ['too large for its box', 'BT /F 500 Tf 4 4 Td (ok) Tj ET'],
    ['cut off', `0 0 3 40 re W n ${bytes}`],
    ['cut off by a box of no size', `W n ${bytes}`],
    ['cut off by a line', `0 0 m 200 0 l W n ${bytes}`],
    ['outlined by a line of the page’s colour', 'BT /F 8 Tf 2 Tr 1 G 9 w 4 14 Td (ok) Tj ET'],
    ['outlined alone', 'BT /F 8 Tf 1 Tr 0 w 4 14 Td (ok) Tj ET'],
    ['torn apart', 'BT /F 8 Tf 4 14 Td [(o) -5000 (k)] TJ ET'],
    ['placed by what is no number', 'BT /F 8 Tf 4..0 14 Td (ok) Tj ET'],
    ['placed by too many numbers', 'BT /F 8 Tf 99 4 14 Td (ok) Tj ET'],
    ['one of two operands', 'BT /F 8 Tf 4 14 Td (no) (ok) Tj ET'],
    ['beside an unknown operator', `12 foo ${bytes}`],
    ['in a stream of another length', '', { appearance: '/AP<</N 911 0 R>>' }],
    ['cut off by two boxes', `0 0 200 40 re 1 1 198 38 re W* n ${bytes}`],
    ['painted over', `${bytes} 1 g 0 0 200 40 re f`],
    ['in a layer', bytes, { form: '/OC 908 0 R' }],
    ['of another file', bytes, { form: '/Ref<</F(other.pdf)/Page 0>>' }],
    [
      'spread by the widths of a font',
      'BT /A 8 Tf 4 14 Td (ok) Tj ET',
      { fonts: `/A<<${helvetica}/FirstChar 107/LastChar 111/Widths[90000 0 0 0 90000]>>` },
    ],
    [
      'drawn over itself by the widths of a font',
      'BT /A 8 Tf 4 14 Td (ok) Tj ET',
      { fonts: `/A<<${helvetica}/FirstChar 107/LastChar 111/Widths[0 0 0 0 0]>>` },
    ],
    [
      'in a font with glyphs of its own',
      'BT /A 8 Tf 4 14 Td (ok) Tj ET',
      {
        fonts:
          '/A<</Type/Font/Subtype/TrueType/BaseFont/AAAAAA+Arial/Encoding/WinAnsiEncoding/FontDescriptor 906 0 R>>',
      },
    ],
    [
      'in a font of signs',
      'BT /A 8 Tf 4 14 Td (ok) Tj ET',
      { fonts: `/A<<${helvetica.replace('Helvetica', 'Symbol')}>>` },
    ],
    [
      'in a font that nobody knows',
      'BT /A 8 Tf 4 14 Td (ok) Tj ET',
      { fonts: `/A<<${helvetica.replace('Helvetica', 'Runes')}>>` },
    ],
    [
      'what a script cannot have made of it',
      'BT /F 8 Tf 4 14 Td (900) Tj ET',
      { field: '/AA<</F<<>>>>', value: '(100)' },
    ],
    [
      'a day and a month that a script cannot have turned',
      'BT /F 8 Tf 4 14 Td (11.30.2026) Tj ET',
      { field: '/AA<</F<<>>>>', value: '(30.11.2026)' },
    ],
    ['not there', '', { appearance: '' }],
    ['not there for the state of its field', bytes, { appearance: '/AP<</N<</On 900 0 R>>>>' }],
    [
      'that of the value that was signed',
      '',
      { field: '/AA<</F<<>>>>/AP<</N 909 0 R>>', value: '(900)', appearance: '' },
    ],
    ['there only while it is pressed', bytes, { appearance: '/AP<</D 900 0 R>>' }],
    ['one of two values', bytes, { value: '[(ok)(ko)]' }],
    ['a stream', bytes, { value: ' 905 0 R' }],
    [
      'one of two labels of a choice',
      bytes,
      { field: '/FT/Ch/Ff 131072/Opt[[(1)(ok)][(1)(no)]]', value: '(1)' },
    ],
    [
      'the label of another choice',
      bytes,
      { field: '/FT/Ch/Ff 131072/Opt[[(ok)(no)][(no)(ok)]]', value: '(ok)' },
    ],
    ['not what XFA has', bytes, { entries: '/XFA 910 0 R' }],
    ['other rich text', bytes, { value: '(ok)/RV(<body>ko</body>)' }],
  ])('%s', (_, drawing, filling) => {
    expect(saidOf(drawing, filling)).toEqual(reserved)
  })
})
