import { describe, expect, test } from 'vitest'
import { aPki } from '../../cms/testing/sample-authority.ts'
import { aCms, joined, signField, validationData } from '../../testing/ceremony.ts'
import { aPdf, appendRevision, streamObject } from '../../testing/pdf-builder.ts'
import { aSignatureDictionary, aWidget, signRevision } from '../../testing/raw-signature.ts'
import { validatePdf } from '../../validate.ts'
import { addValidationData } from '../../validation-data.ts'

// What other products write after a signature, beside what nobody may.

const pki = aPki()
const policy = { anchors: [pki.root.certificate.raw], at: new Date() }
const signed = (base: Uint8Array): Buffer => {
  const first = joined([base, signField(base, pki, 'Own')])
  return joined([first, addValidationData(first, validationData(pki))])
}
const changesOf = (bytes: Uint8Array) => {
  const own = validatePdf(bytes, policy).signatures.find(({ field }) => field === 'Own')
  return own?.changesAfter.map(({ kind, permitted }) => (permitted ? kind : `${kind}!`)).toSorted()
}

describe('a second signature in a tagged file', () => {
  const page = (annotations: string) =>
    `<</Type/Page/Parent 2 0 R/Contents 3 0 R/Resources<</Font<</F 4 0 R>>>>/StructParents 0/Annots[${annotations}]>>`
  const catalog = (fields: string) =>
    `<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 70 0 R/AcroForm<</Fields[${fields}]/SigFlags 3>>>>`
  const element = '/Type/StructElem/S/P/P 71 0 R/Pg 10 0 R/K 0'
  const base = aPdf({
    objects: {
      1: catalog('60 0 R'),
      10: page('60 0 R'),
      60: `${aWidget('Own')}/FT/Sig>>`,
      70: '<</Type/StructTreeRoot/K 71 0 R/ParentTree 73 0 R/ParentTreeNextKey 1>>',
      71: '<</Type/StructElem/S/Document/P 70 0 R/K[72 0 R]>>',
      72: `<<${element}>>`,
      73: '<</Nums[0[72 0 R]]>>',
    },
  })
  const store = /\/DSS \d+ 0 R/
  const first = signed(base)
  const kept = store.exec(first.toString('latin1'))?.[0] ?? ''
  const second = (more: Record<number, string> = {}) =>
    signRevision(
      first,
      {
        1: catalog('60 0 R 180 0 R').replace('/MarkInfo', `${kept}/MarkInfo`),
        10: page('60 0 R 180 0 R').replace('/Annots', '/Tabs/S/Annots'),
        70: '<</Type/StructTreeRoot/K 71 0 R/ParentTree 73 0 R/ParentTreeNextKey 2>>',
        71: '<</Type/StructElem/S/Document/P 70 0 R/K[72 0 R 182 0 R]>>',
        73: '<</Nums[0[72 0 R]1 182 0 R]>>',
        180: `${aWidget('Second')}/FT/Sig/V 181 0 R/StructParent 1>>`,
        181: aSignatureDictionary(),
        182: '<</Type/StructElem/S/Form/P 71 0 R/Pg 10 0 R/K<</Type/OBJR/Obj 180 0 R/Pg 10 0 R>>>>',
        ...more,
      },
      (digest) => aCms(pki, digest),
    )

  test('may be put into its structure', () => {
    expect(changesOf(second())).toEqual(['signature_added', 'validation_data_added'])
  })

  test.each([
    [
      'with an element that reads out something else',
      { 182: '<</Type/StructElem/S/Form/P 71 0 R/ActualText(Pay)/K<</Type/OBJR/Obj 180 0 R>>>>' },
    ],
    ['with another text for what was there', { 72: `<<${element}/ActualText(Pay 9000)>>` }],
    ['with an element left out', { 71: '<</Type/StructElem/S/Document/P 70 0 R/K[182 0 R]>>' }],
    ['with the parent tree turned round', { 73: '<</Nums[0[182 0 R]1 182 0 R]>>' }],
  ])('but not %s', (_, more) => {
    expect(changesOf(second(more))).toContain('content_changed!')
  })
})

test('what was there may be written once more as it was', () => {
  const base = aPdf({
    page: '/Annots[60 0 R]',
    catalog: '/AcroForm<</Fields[60 0 R]/SigFlags 3>>',
    objects: { 60: `${aWidget('Own')}/FT/Sig>>` },
  })
  const content = streamObject('BT /F 12 Tf 20 100 Td (Agreement) Tj ET')
  const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'
  const approved = signed(base)
  expect(changesOf(appendRevision(approved, { 3: content, 4: font }))).toEqual(['validation_data_added'])
  expect(
    changesOf(appendRevision(approved, { 3: content, 4: font.replace('>>', '/BaseFont/Helvetica>>') })),
  ).toContain('hidden_objects_added!')
})

describe('a form', () => {
  const choice = streamObject('q Q', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]')
  const form = aPdf({
    page: '/Annots[60 0 R 61 0 R 64 0 R 65 0 R]',
    catalog: '/AcroForm<</Fields[60 0 R 61 0 R 63 0 R]/SigFlags 3>>',
    objects: {
      60: `${aWidget('Own')}/FT/Sig>>`,
      61: `${aWidget('Agreed', '[5 5 9 9]')}/FT/Btn/V/Off/AS/Off/AP<</N<</Yes 62 0 R/Off 62 0 R>>>>>>`,
      62: choice,
      63: '<</FT/Btn/Ff 32768/T(Colour)/Kids[64 0 R 65 0 R]/V/Off>>',
      64: '<</Type/Annot/Subtype/Widget/Parent 63 0 R/Rect[0 0 5 5]/AS/Off/AP<</N<</Red 62 0 R>>>>>>',
      65: '<</Type/Annot/Subtype/Widget/Parent 63 0 R/Rect[5 0 9 5]/AS/Off/AP<</N<</Blue 62 0 R>>>>>>',
    },
  })
  const approved = signed(form)

  test('may have its boxes ticked, to be seen by who looks', () => {
    const ticked = appendRevision(approved, {
      61: `${aWidget('Agreed', '[5 5 9 9]')}/FT/Btn/V/Yes/AS/Yes/AP<</N<</Yes 62 0 R/Off 62 0 R>>>>>>`,
      63: '<</FT/Btn/Ff 32768/T(Colour)/Kids[64 0 R 65 0 R]/V/Blue>>',
      65: '<</Type/Annot/Subtype/Widget/Parent 63 0 R/Rect[5 0 9 5]/AS/Blue/AP<</N<</Blue 62 0 R>>>>>>',
    })
    expect(changesOf(ticked)).toEqual(['form_filled', 'form_filled', 'validation_data_added'])
    expect(validatePdf(ticked, policy)).toMatchObject({ overall: 'TOTAL_PASSED', withReservation: true })
  })

  test.each([
    [
      'what a tick looks like, which several boxes share',
      { 62: streamObject('1 g 0 0 300 200 re f', '/Type/XObject/Subtype/Form/BBox[0 0 300 200]') },
    ],
    [
      'where a box is',
      {
        61: `${aWidget('Agreed', '[0 0 300 200]')}/FT/Btn/V/Off/AS/Off/AP<</N<</Yes 62 0 R/Off 62 0 R>>>>>>`,
      },
    ],
    [
      'what a box does',
      {
        61: `${aWidget('Agreed', '[5 5 9 9]')}/FT/Btn/V/Off/AS/Off/A<</S/JavaScript/JS(1)>>/AP<</N<</Yes 62 0 R/Off 62 0 R>>>>>>`,
      },
    ],
    ['the boxes of a field', { 63: '<</FT/Btn/Ff 32768/T(Colour)/Kids[64 0 R]/V/Off>>' }],
  ])('may not have changed %s', (_, objects) => {
    expect(changesOf(appendRevision(approved, objects))?.some((change) => change.endsWith('!'))).toBe(true)
  })
})
