import type { FontFile } from '@countersign/pdf-signature/appearance/font-face.ts'
import { openFont } from '@countersign/pdf-signature/appearance/font-face.ts'
import { subsetFont } from '@countersign/pdf-signature/appearance/harfbuzz-subset.ts'
import { shapeLine } from '@countersign/pdf-signature/appearance/shape-line.ts'
import { aPki } from '@countersign/pdf-signature/cms/testing/sample-authority.ts'
import { joined, validationData } from '@countersign/pdf-signature/testing/ceremony.ts'
import { aPdf, appendRevision, streamObject } from '@countersign/pdf-signature/testing/pdf-builder.ts'
import { aWidget, certify } from '@countersign/pdf-signature/testing/raw-signature.ts'
import { validatePdf } from '@countersign/pdf-signature/validate.ts'
import { addValidationData } from '@countersign/pdf-signature/validation-data.ts'
import { beforeAll, expect, test } from 'vitest'
import { loadAppearanceFonts } from './appearance-fonts.ts'

// A value that is drawn, after a certification, with a font that came along with it: the font itself says what its glyphs are.

const pki = aPki()
let fonts: readonly FontFile[]
beforeAll(async () => {
  fonts = await loadAppearanceFonts()
})

const text = (more = ''): string => `${aWidget('Amount', '[10 90 210 110]')}/FT/Tx/DA(/F 12 Tf)${more}>>`
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
const signed = joined([certified, addValidationData(certified, validationData(pki))])

const hex4 = (value: number): string => value.toString(16).padStart(4, '0')

/** The file with a value, and glyphs for another text that the font says are those of the value. */
function filled(value: string, drawn: string): Buffer {
  const [file] = shapeLine(drawn, fonts).glyphs.map(({ font }) => font.file)
  if (!file) throw new Error('There is no font')
  const font = openFont(file)
  const glyphs = shapeLine(drawn, [file]).glyphs.map(({ glyph }) => glyph)
  const map = glyphs.map((glyph, index) => `<${hex4(glyph)}> <${hex4(value.charCodeAt(index))}>`)
  const widths = glyphs.map((glyph) => `${glyph}[${font.advance(glyph)}]`)
  const program = subsetFont(font.bytes, [0, ...glyphs])
  return appendRevision(signed, {
    62: text(`/V(${value})/AP<</N 900 0 R>>`),
    900: streamObject(
      `/Tx BMC BT /E 12 Tf 2 5 Td <${glyphs.map(hex4).join('')}> Tj ET EMC`,
      '/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</E 901 0 R>>>>',
    ),
    901: '<</Type/Font/Subtype/Type0/BaseFont/AAAAAA+A/Encoding/Identity-H/DescendantFonts[902 0 R]/ToUnicode 905 0 R>>',
    902: `<</Type/Font/Subtype/CIDFontType2/BaseFont/AAAAAA+A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor 903 0 R/W[${widths.join(' ')}]/CIDToGIDMap/Identity>>`,
    903: '<</Type/FontDescriptor/FontName/AAAAAA+A/Flags 4/FontFile2 904 0 R>>',
    904: streamObject(program, `/Length1 ${program.length}`),
    905: streamObject(`${map.length} beginbfchar ${map.join(' ')} endbfchar`),
  })
}

function saidOf(bytes: Uint8Array, known: readonly FontFile[]) {
  const policy = { anchors: [pki.root.certificate.raw], at: new Date(), fonts: known }
  const { overall, withReservation, signatures } = validatePdf(bytes, policy)
  return { overall, withReservation, warnings: signatures[0]?.warnings.map(({ code }) => code) }
}

const valid = { overall: 'TOTAL_PASSED', withReservation: false, warnings: [] }
const reserved = { overall: 'TOTAL_PASSED', withReservation: true, warnings: ['changed_visibly'] }

test('letters of a font that is known are as it was foreseen', () => {
  expect(saidOf(filled('CHF 190', 'CHF 190'), fonts)).toEqual(valid)
})

test('letters of a font that is not known are a reservation', () => {
  expect(saidOf(filled('CHF 190', 'CHF 190'), [])).toEqual(reserved)
})

test.each([
  ['100', '900'],
  ['Ja', 'No'],
])('the value %s that is drawn as %s is a reservation', (value, drawn) => {
  expect(saidOf(filled(value, drawn), fonts)).toEqual(reserved)
})
