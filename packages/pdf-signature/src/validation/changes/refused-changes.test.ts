import { describe, expect, test } from 'vitest'
import { aPki } from '../../cms/testing/sample-authority.ts'
import { aCms, joined, signField, validationData } from '../../testing/ceremony.ts'
import { aPdf, appendRevision, streamObject } from '../../testing/pdf-builder.ts'
import { aSignatureDictionary, aWidget, certify, signRevision } from '../../testing/raw-signature.ts'
import { validatePdf } from '../../validate.ts'
import { addValidationData } from '../../validation-data.ts'

// What a later revision may not do, one rule at a time, each beside what it may.

const [pki, attacker] = [aPki(), aPki()]
const policy = { anchors: [pki.root.certificate.raw], at: new Date() }
const withStore = (bytes: Uint8Array): Buffer =>
  joined([bytes, addValidationData(bytes, validationData(pki))])

const drawing = '/Type/XObject/Subtype/Form/BBox[0 0 300 200]'
const amount = (more = '/FT/Tx/V(100)'): string =>
  `${aWidget('Amount', '[20 20 90 40]')}${more}/AP<</N 63 0 R>>>>`
const page = (annotations: string, more = ''): string =>
  `<</Type/Page/Parent 2 0 R/Contents 3 0 R/Resources<</Font<</F 4 0 R>>>>/Annots[${annotations}]${more}>>`
const widgets = '60 0 R 61 0 R 62 0 R'
const base = aPdf({
  catalog: `/AcroForm<</Fields[${widgets}]>>`,
  objects: {
    10: page(widgets),
    60: `${aWidget('Certifier')}/FT/Sig>>`,
    61: `${aWidget('Approver')}/FT/Sig>>`,
    62: amount(),
    63: streamObject('BT /F 12 Tf (100) Tj ET', drawing),
  },
})
const approved = withStore(joined([base, signField(base, pki, 'Approver')]))
const [fillable, annotatable] = ([2, 3] as const).map((permission) =>
  withStore(certify(base, pki, permission)),
) as [Buffer, Buffer]

const outcomeOf = (bytes: Uint8Array, field?: string) => {
  const { signatures } = validatePdf(bytes, policy)
  return (field ? signatures.find((one) => one.field === field) : signatures[0])?.indication
}
const catalogueOf = (bytes: Buffer): string =>
  [...bytes.toString('latin1').matchAll(/\n1 0 obj\n(.*)\nendobj/g)].at(-1)?.[1] ?? ''
const numberOfSignature = /\/T ?\(Approver\).*?\/V (\d+) 0 R/s.exec(approved.toString('latin1'))?.[1] ?? ''

describe('a field that is filled in', () => {
  test.each([
    ['may be closed to typing', { 62: amount('/FT/Tx/V(100)/Ff 1') }, 'TOTAL_PASSED'],
    ['may not get another flag', { 62: amount('/FT/Tx/V(100)/Ff 4097') }, 'TOTAL_FAILED'],
    ['may not become one of another kind', { 62: amount('/FT/Ch/V(100)') }, 'TOTAL_FAILED'],
    ['may not go', { 62: 'null' }, 'TOTAL_FAILED'],
    ['may not leave the form', { 1: catalogueOf(fillable).replace(' 62 0 R]', ']') }, 'TOTAL_FAILED'],
    [
      'may not give its place in the form to another',
      { 1: catalogueOf(fillable).replace(' 62 0 R]', ' 61 0 R]') },
      'TOTAL_FAILED',
    ],
  ])('%s', (_, objects, outcome) => {
    expect(outcomeOf(appendRevision(fillable, objects))).toBe(outcome)
  })
})

describe('a page', () => {
  test.each([
    ['may say when it was changed', page(widgets, '/LastModified(D:20261201)'), 'TOTAL_PASSED'],
    ['may not say so by an object', page(widgets, '/LastModified 3 0 R'), 'TOTAL_FAILED'],
    ['may say how one gets through its fields', page(widgets, '/Tabs/R'), 'TOTAL_PASSED'],
    ['may not say so by an object', page(widgets, '/Tabs 3 0 R'), 'TOTAL_FAILED'],
    ['may not list one annotation in place of another', page('60 0 R 62 0 R 62 0 R'), 'TOTAL_FAILED'],
  ])('%s', (_, changed, outcome) => {
    expect(outcomeOf(appendRevision(annotatable, { 10: changed }))).toBe(outcome)
  })
})

describe('a comment on a file that may be annotated', () => {
  const noting = (annotation: string, drawn = streamObject('0 0 300 200 re f', `${drawing}/Resources<<>>`)) =>
    appendRevision(annotatable, {
      10: page(`${widgets} 900 0 R`),
      900: `<</Type/Annot/Rect[0 0 300 200]/F 4${annotation}>>`,
      901: drawn,
    })
  const highlight = '/Subtype/Highlight/AP<</N 901 0 R>>'
  const withFonts = `${drawing}/Resources<</Font<</F 4 0 R>>>>`
  const picture = 'q 9 0 0 9 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q'

  test.each([
    ['may mark what is there', noting(highlight), 'TOTAL_PASSED'],
    ['may not do anything', noting('/Subtype/Text/A<</S/URI/URI(http://a.test)>>'), 'TOTAL_FAILED'],
    [
      'may not do anything under the pointer',
      noting('/Subtype/Text/AA<</E<</S/URI/URI(http://a.test)>>>>'),
      'TOTAL_FAILED',
    ],
    ['may not have fonts', noting(highlight, streamObject('', withFonts)), 'TOTAL_FAILED'],
    [
      'may not have a picture in its drawing',
      noting(highlight, streamObject(picture, `${drawing}/Resources<<>>`)),
      'TOTAL_FAILED',
    ],
    [
      'may not have states',
      noting('/Subtype/Highlight/AS/On/AP<</N<</On 901 0 R>>>>', streamObject('BT (9000) Tj ET', withFonts)),
      'TOTAL_FAILED',
    ],
  ])('%s', (_, bytes, outcome) => expect(outcomeOf(bytes)).toBe(outcome))
})

describe('a new signature field', () => {
  const place = `${aWidget('Sneaky', '[0 0 30 20]')}/FT/Sig`
  const adding = (field: string, more: Record<number, string> = {}) =>
    appendRevision(approved, {
      1: catalogueOf(approved).replace('62 0 R]', '62 0 R 900 0 R]'),
      10: page(`${widgets} 900 0 R`),
      900: field,
      ...more,
    })
  /** With a widget of its own, 904. */
  const parent = (kids: string, more = '', kid = '/Parent 900 0 R') =>
    adding(`<</FT/Sig/T(Sneaky)/Kids[${kids}]${more}>>`, {
      10: page(`${widgets} 904 0 R`),
      904: `<</Type/Annot/Subtype/Widget/F 4/P 10 0 R/Rect[0 0 30 20]${kid}>>`,
    })
  const act = '<</S/URI/URI(http://a.test)>>'

  test.each([
    ['may be empty', adding(`${place}>>`), 'TOTAL_PASSED'],
    ['may not have a background', adding(`${place}/MK<</BG[1 1 1]>>>>`), 'TOTAL_FAILED'],
    ['may not be in a layer', adding(`${place}/OC 3 0 R>>`), 'TOTAL_FAILED'],
    ['may not do anything', adding(`${place}/A${act}>>`), 'TOTAL_FAILED'],
    ['may not be below another', adding(`${place}/Parent 62 0 R>>`), 'TOTAL_FAILED'],
    ['may have a widget of its own', parent('904 0 R'), 'TOTAL_PASSED'],
    ['may not have it twice', parent('904 0 R 904 0 R'), 'TOTAL_FAILED'],
    ['may not have one of another field', parent('904 0 R', '', '/Parent 62 0 R'), 'TOTAL_FAILED'],
    ['may not have one in a layer', parent('904 0 R', '', '/Parent 900 0 R/OC 3 0 R'), 'TOTAL_FAILED'],
    ['may not be a widget beside its own', parent('904 0 R', '/Rect[0 0 9 9]'), 'TOTAL_FAILED'],
  ])('%s', (_, bytes, outcome) => expect(outcomeOf(bytes)).toBe(outcome))
})

describe('a signer’s place', () => {
  test('may not show another person’s signature', () => {
    const field = `${aWidget('Certifier')}/FT/Sig/V ${numberOfSignature} 0 R>>`
    expect(outcomeOf(appendRevision(approved, { 60: field }), 'Approver')).toBe('TOTAL_FAILED')
  })

  test('may be signed once, and not be signed again by another', () => {
    const again = withStore(joined([fillable, signField(fillable, pki, 'Approver')]))
    expect(outcomeOf(again, 'Approver')).toBe('TOTAL_PASSED')
    const field = { 60: `${aWidget('Certifier')}/FT/Sig/V 902 0 R>>`, 902: aSignatureDictionary() }
    const replaced = signRevision(again, field, (digest) => aCms(attacker, digest))
    expect(outcomeOf(replaced, 'Approver')).toBe('TOTAL_FAILED')
  })
})

describe('what a signature locks', () => {
  const lockedBy = (lock: string): Buffer => {
    const fields = '/Annots[60 0 R 61 0 R 65 0 R]'
    const file = aPdf({
      catalog: '/AcroForm<</Fields[60 0 R 61 0 R 64 0 R]>>',
      page: fields,
      objects: {
        60: `${aWidget('Anna')}/FT/Sig/Lock<<${lock}>>>>`,
        61: `${aWidget('Ben')}/FT/Sig>>`,
        64: '<</T(Price)/Kids[65 0 R]>>',
        65: amount('/FT/Tx/V(100)/Parent 64 0 R'),
        63: streamObject('BT /F 12 Tf (100) Tj ET', drawing),
      },
    })
    return withStore(joined([file, signField(file, pki, 'Anna')]))
  }
  const fill = (bytes: Buffer) => appendRevision(bytes, { 65: amount('/FT/Tx/V(100)/Parent 64 0 R/Ff 1') })
  const signToo = (bytes: Buffer) => joined([bytes, signField(bytes, pki, 'Ben')])
  const addSignature = (bytes: Buffer) => joined([bytes, signField(bytes, pki, 'Carla')])

  test.each([
    ['a field', '/Action/Include/Fields[(Price.Amount)]', 'TOTAL_FAILED', 'TOTAL_PASSED', 'TOTAL_PASSED'],
    [
      'what is below a field',
      '/Action/Include/Fields[(Price)]',
      'TOTAL_FAILED',
      'TOTAL_PASSED',
      'TOTAL_PASSED',
    ],
    ['all but a field', '/Action/Exclude/Fields[(Ben)]', 'TOTAL_FAILED', 'TOTAL_PASSED', 'TOTAL_PASSED'],
    [
      'all but what is below one',
      '/Action/Exclude/Fields[(Price)]',
      'TOTAL_PASSED',
      'TOTAL_FAILED',
      'TOTAL_PASSED',
    ],
    ['all', '/Action/All', 'TOTAL_FAILED', 'TOTAL_FAILED', 'TOTAL_PASSED'],
    ['the whole document', '/Action/Include/Fields[]/P 1', 'TOTAL_FAILED', 'TOTAL_FAILED', 'TOTAL_FAILED'],
  ])('%s', (_, lock, filled, signed, added) => {
    const bytes = lockedBy(lock)
    expect([fill(bytes), signToo(bytes), addSignature(bytes)].map((one) => outcomeOf(one, 'Anna'))).toEqual([
      filled,
      signed,
      added,
    ])
  })
})
