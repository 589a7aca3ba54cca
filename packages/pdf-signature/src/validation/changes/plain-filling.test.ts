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
}

/** What the certifier's signature says of a field on an empty place that was filled in with that drawing. */
function saidOf(drawing: string, { field = '', value = '(ok)', form = '', resources = '' }: Filling = {}) {
  const text = (more = ''): string =>
    `${aWidget('Remark', '[10 90 210 130]')}/FT/Tx/DA(/F 8 Tf)${field}${more}>>`
  const base = aPdf({
    page: '/Annots[60 0 R 61 0 R 62 0 R]',
    catalog: '/AcroForm<</Fields[60 0 R 61 0 R 62 0 R]/SigFlags 3>>',
    objects: {
      3: streamObject(''),
      60: `${aWidget('Certifier')}/FT/Sig>>`,
      61: `${aWidget('Second')}/FT/Sig>>`,
      62: text(),
    },
  })
  const certified = certify(base, pki, 2)
  const box = form.includes('/BBox') ? '' : '/BBox[0 0 200 40]'
  const draws = `/Type/XObject/Subtype/Form${box}${form}/Resources<</Font<</F 4 0 R/T 902 0 R>>${resources}>>`
  const file = appendRevision(joined([certified, addValidationData(certified, validationData(pki))]), {
    62: text(`/V${value}/AP<</N 900 0 R>>`),
    900: streamObject(drawing, draws),
    901: '<</Type/ExtGState/ca 0.5>>',
    902: '<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 111/CharProcs<<>>/Encoding<</Differences[107/k 111/o]>>>>',
    903: '<</Type/ExtGState/SMask<</S/Luminosity>>>>',
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
    ['a background and a border', `0.9 g 0 0 200 40 re f 1 w 0 G 0.5 0.5 199 39 re s ${bytes}`],
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
    ['what a script formats', 'BT /F 8 Tf (1.00) Tj ET', { field: '/AA<</F<<>>>>', value: '(1)' }],
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
