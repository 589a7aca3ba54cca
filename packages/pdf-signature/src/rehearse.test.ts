import { expect, test } from 'vitest'
import { aPki } from './cms/testing/sample-authority.ts'
import { inspect } from './inspect.ts'
import { rehearseSigning } from './rehearse.ts'
import { joined, signAll } from './testing/ceremony.ts'
import { aPdf, streamObject } from './testing/pdf-builder.ts'
import { certify } from './testing/raw-signature.ts'

const rehearse = (bytes: Uint8Array) => rehearseSigning(bytes, inspect(bytes))
const pki = aPki()
const certifiable = aPdf({
  page: '/Annots[60 0 R 61 0 R]',
  objects: {
    60: '<</Type/Annot/Subtype/Widget/T(Certifier)/FT/Sig/F 4/P 10 0 R/Rect[0 0 0 0]>>',
    61: '<</Type/Annot/Subtype/Widget/T(Free)/FT/Sig/F 4/P 10 0 R/Rect[0 0 0 0]>>',
    62: '<</FT/Tx/T(Text)>>',
  },
})

test.each([
  ['with a cross-reference table', aPdf()],
  ['with object streams', aPdf({ style: 'object_streams', pages: 5 })],
  ['that is signed already', joined(signAll(aPdf(), pki))],
  ['that is certified and has an empty field', certify(certifiable, pki, 2)],
])('a file %s passes a trial signature', (_, bytes) => {
  expect(rehearse(bytes)).toEqual([])
})

test.each([
  [
    'its validation data with the resources of a page',
    aPdf({ catalog: '/DSS 80 0 R', page: '/Resources<</XObject 80 0 R>>', objects: { 80: '<</Type/DSS>>' } }),
  ],
  [
    'its form with the resources of a page',
    aPdf({
      catalog: '/AcroForm 80 0 R',
      page: '/Resources<</Properties 80 0 R>>',
      objects: { 80: '<</Fields[]>>' },
    }),
  ],
  [
    'its catalogue with a drawing',
    aPdf({ page: '/Resources<</XObject 1 0 R>>', objects: { 90: streamObject('') } }),
  ],
])('a file that shares %s does not', (_, bytes) => {
  expect(rehearse(bytes)).toContain('changed_after_signing')
})

test('a file that cannot be appended to does not', () => {
  const broken = Buffer.from(aPdf().toString('latin1').replace('startxref', 'startxxxx'), 'latin1')
  expect(rehearse(broken)).toEqual(['needs_normalising'])
})
