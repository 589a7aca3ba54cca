import { describe, expect, test } from 'vitest'
import { aPki } from '../../cms/testing/sample-authority.ts'
import { joined, signAll } from '../../testing/ceremony.ts'
import { aPdf, appendRevision, streamObject } from '../../testing/pdf-builder.ts'
import { aWidget } from '../../testing/raw-signature.ts'
import { validatePdf } from '../../validate.ts'

// To our reader each of these objects is what it was; to Poppler, qpdf or PDFium it may be another.

const pki = aPki()
const sign = (base: Uint8Array): Buffer => joined(signAll(base, pki))

function verdict(bytes: Uint8Array) {
  const { overall, signatures } = validatePdf(bytes, { anchors: [pki.root.certificate.raw], at: new Date() })
  return { overall, codes: [...new Set(signatures.flatMap(({ errors }) => errors.map(({ code }) => code)))] }
}
const passed = { overall: 'TOTAL_PASSED', codes: [] }
const failedBy = (...codes: string[]) => ({
  overall: 'TOTAL_FAILED',
  codes: expect.arrayContaining(['changed_after_signing', ...codes]),
})

describe('an object that is written again', () => {
  const value = (body: string) => sign(aPdf({ catalog: '/Kept 50 0 R', objects: { 50: body } }))
  const again = (old: string, now: string) => verdict(appendRevision(value(old), { 50: now }))

  test.each([
    ['a minus within a number', '<</ca 0>>', '<</ca 0.-9>>'],
    ['two signs', '<</ca 0>>', '<</ca --1>>'],
    ['two points', '<</ca 0>>', '<</ca 0.0.9>>'],
    ['an exponent', '<</ca 0>>', '<</ca 0e1>>'],
    ['letters in a hexadecimal string', '[<FFFFFF>]', '[<FFGFFFF>]'],
    ['half an escape in a name', '<</N/A>>', '<</N/A/B#4>>'],
    ['a key without a value', '<</N/A>>', '<</N/A/B>>'],
  ])('with %s is refused', (_, old, now) => expect(again(old, now)).toEqual(failedBy('hidden_objects_added')))

  test.each([
    ['a real for an integer', '<</F 2>>', '<</F 2.0>>'],
    ['a real for an integer in a list', '[/Indexed/DeviceRGB 1 <00>]', '[/Indexed/DeviceRGB 1. <00>]'],
    ['a real that is all of it', '2', '2.0'],
    ['another end of line in a string', '(a\nb)', '(a\r\nb)'],
    ['what was no number before', '<</ca 0.-9>>', '<</ca 0>>'],
  ])('with %s has changed', (_, old, now) => expect(again(old, now)).toEqual(failedBy()))

  test.each([
    ['in another order', '<</A 1/B(x)>>', '<</B(x) /A 1>>'],
    ['with other spellings of a name and a string', '<</Name(ab)>>', '<</N#61me <6 1\n62>>>'],
    ['with coordinates as reals', '<</Rect[0 0 30 20]>>', '<</Rect[0.0 0 30. 20.00]>>'],
    ['with the same number as a real', '<</ca 0.50>>', '<</ca .5>>'],
    ['with the same end of line', '(a\rb)', '(a\rb)'],
    ['with a plain end of line', '(a\r\nb)', '(a\nb)'],
    ['with an integer for a real', '[<</W 1.0>> /A 2.]', '[<</W 1>> /A 2]'],
  ])('%s has not', (_, old, now) => expect(again(old, now)).toEqual(passed))

  test('a hidden field with flags that are no integer is not shown to some readers', () => {
    const field = (flags: string) =>
      `${aWidget('Note', '[20 20 90 40]').replace('/F 4', `/F ${flags}`)}/FT/Tx/AP<</N 63 0 R>>>>`
    const appearance = streamObject(
      'BT /F 12 Tf (Pay 9000) Tj ET',
      '/Type/XObject/Subtype/Form/BBox[0 0 70 20]',
    )
    const base = aPdf({
      page: '/Annots[62 0 R]',
      catalog: '/AcroForm<</Fields[62 0 R]>>',
      objects: { 62: field('2'), 63: appearance },
    })
    expect(verdict(appendRevision(sign(base), { 62: field('2.0') }))).toEqual(failedBy())
  })
})
