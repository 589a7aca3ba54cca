import { expect, test } from 'vitest'
import { aPdf } from '../testing/pdf-builder.ts'
import { listInputFields } from './list-input-fields.ts'

const objects = {
  100: '<</Type/Annot/Subtype/Widget/FT/Tx/T(Name)/TU(Full name)/Ff 4098/MaxLen 40/V(Anna)/Rect[20 150 120 170]>>',
  101: '<</Type/Annot/Subtype/Widget/FT/Btn/T(Agree)/Ff 1/AS/Yes/V/Yes/AP<</N<</Yes 110 0 R/Off 110 0 R>>>>/Rect[20 120 30 130]>>',
  102: '<</FT/Btn/T(Size)/Ff 32768/V/b/Kids[103 0 R 104 0 R]/Opt[(Small)(Big)]>>',
  103: '<</Type/Annot/Subtype/Widget/Parent 102 0 R/AS/Off/AP<</N<</a 110 0 R/Off 110 0 R>>>>/Rect[20 90 30 100]>>',
  104: '<</Type/Annot/Subtype/Widget/Parent 102 0 R/AS/b/AP<</N<</b 110 0 R/Off 110 0 R>>>>/Rect[40 90 50 100]>>',
  105: '<</Type/Annot/Subtype/Widget/FT/Ch/T(Country)/Ff 131072/Opt[[(CH)(Switzerland)](Italy)]/V(CH)/Rect[20 60 120 80]>>',
  106: '<</Type/Annot/Subtype/Widget/FT/Tx/T(Secret)/Ff 8192/Rect[20 30 120 50]>>',
  107: '<</Type/Annot/Subtype/Widget/FT/Btn/T(Reset)/Ff 65536/Rect[20 10 120 20]>>',
  110: '<</Type/XObject/Subtype/Form/BBox[0 0 10 10]/Length 0>>\nstream\n\nendstream',
}
const aForm = (more = '') =>
  aPdf({
    catalog: `/AcroForm<</Fields[100 0 R 101 0 R 102 0 R 105 0 R 106 0 R 107 0 R]${more}>>`,
    page: '/Annots[100 0 R 101 0 R 103 0 R 104 0 R 105 0 R 106 0 R 107 0 R]',
    objects,
  })

test('the fields of a form are listed with their kinds, options, values and places', () => {
  const { fields, problem } = listInputFields(aForm())
  expect(problem).toBeUndefined()
  const common = { required: false, readOnly: false, options: [], multiline: false, comb: false }
  expect(fields).toEqual([
    {
      ...common,
      name: 'Name',
      kind: 'text',
      label: 'Full name',
      required: true,
      multiline: true,
      maxLength: 40,
      value: 'Anna',
      places: [{ page: 0, x: 20, y: 30, width: 100, height: 20 }],
    },
    {
      ...common,
      name: 'Agree',
      kind: 'checkbox',
      readOnly: true,
      value: true,
      places: [{ page: 0, x: 20, y: 70, width: 10, height: 10 }],
    },
    {
      ...common,
      name: 'Size',
      kind: 'radio',
      value: 'b',
      options: [
        { value: 'a', label: 'Small' },
        { value: 'b', label: 'Big' },
      ],
      places: [
        { page: 0, x: 20, y: 100, width: 10, height: 10, option: 'a' },
        { page: 0, x: 40, y: 100, width: 10, height: 10, option: 'b' },
      ],
    },
    {
      ...common,
      name: 'Country',
      kind: 'dropdown',
      value: 'CH',
      options: [
        { value: 'CH', label: 'Switzerland' },
        { value: 'Italy', label: 'Italy' },
      ],
      places: [{ page: 0, x: 20, y: 120, width: 100, height: 20 }],
    },
  ])
})

test.each([
  ['hidden', '/F 2/Rect[20 150 120 170]'],
  ['not shown on screen', '/F 36/Rect[20 150 120 170]'],
  ['part of optional content', '/F 4/OC<</Type/OCG/Name(Draft)>>/Rect[20 150 120 170]'],
  ['beside its page', '/F 4/Rect[5000 150 5100 170]'],
])('a field that is %s is not offered: nobody would see what was filled in', (_, widget) => {
  const form = aPdf({
    catalog: '/AcroForm<</Fields[100 0 R 101 0 R]>>',
    page: '/Annots[100 0 R 101 0 R]',
    objects: {
      100: `<</Type/Annot/Subtype/Widget/FT/Tx/T(Unseen)${widget}>>`,
      101: '<</Type/Annot/Subtype/Widget/FT/Tx/T(Seen)/F 4/Rect[20 120 120 140]>>',
    },
  })
  expect(listInputFields(form).fields.map(({ name }) => name)).toEqual(['Seen'])
})

test.each([
  ['XFA', '/XFA(xdp)', 'xfa'],
  ['a calculation order', '/CO[100 0 R]', 'calculated'],
])('a form with %s has no fields to fill in, and says why', (_, more, problem) => {
  expect(listInputFields(aForm(more))).toEqual({ fields: [], problem })
})
