import { describe, expect, test } from 'vitest'
import { aPki } from '../cms/testing/sample-authority.ts'
import { inspect } from '../inspect.ts'
import { placeSignatureFields } from '../place-fields.ts'
import { refusal } from '../refusal.ts'
import { joined } from '../testing/ceremony.ts'
import { fillAndSign, verdictsOf } from '../testing/form-ceremony.ts'
import { aPdf, appendRevision, streamObject } from '../testing/pdf-builder.ts'
import { validatePdf } from '../validate.ts'

// What can be done to values that were signed, each beside what is clean. All files are made here.

const pki = aPki()
const draws = '/Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</F 4 0 R>>>>'
const shows = (text: string): Buffer => streamObject(`/Tx BMC BT /F 12 Tf 2 5 Td (${text}) Tj ET EMC`, draws)
const widget = (name: string, rect: string, more = ''): string =>
  `<</Type/Annot/Subtype/Widget/F 4/P 10 0 R/T(${name})/Rect[${rect}]${more}>>`
const amount = (value: string, more = ''): string =>
  widget('Amount', '20 100 120 120', `/FT/Tx/V(${value})/AP<</N 62 0 R>>${more}`)
const later = (value: string, rect = '20 60 120 80'): string =>
  widget('Later', rect, `/FT/Tx/V(${value})/AP<</N 66 0 R>>`)
const box = (state: string, value = state): string =>
  widget('Box', '20 20 40 40', `/FT/Btn/V/${value}/AS/${state}/AP<</N<</Yes 63 0 R/Off 64 0 R>>>>`)

const form = (laterRect?: string): Buffer =>
  aPdf({
    catalog: '/AcroForm<</Fields[60 0 R 61 0 R 65 0 R]>>',
    page: '/Annots[60 0 R 61 0 R 65 0 R]',
    objects: {
      60: amount('100'),
      61: box('Off'),
      62: shows('100'),
      63: streamObject('0 0 20 20 re f', draws),
      64: streamObject('', draws),
      65: later('', laterRect),
      66: streamObject('/Tx BMC EMC', draws),
    },
  })
const signers = [
  { name: 'Anna', page: 0, rect: null, lock: ['Amount'] },
  { name: 'Ben', page: 0, rect: null, lock: ['Later', 'Box'] },
]
/** Anna signs the amount as it is filled in; the other fields are left to Ben. */
const signedBy = (base: Uint8Array): Buffer => {
  const placed = joined([base, placeSignatureFields(base, signers)])
  return joined([placed, fillAndSign(placed, pki, 'Anna', [])])
}
const signed = signedBy(form())
const verdict = (bytes: Uint8Array) => verdictsOf(bytes, pki)[0]

/** The newest object with that text in it, its list having one more entry: object 900. */
function grown(mark: string, key: string): Record<string, string> {
  const objects = signed.toString('latin1').matchAll(/(\d+) 0 obj\n([^]*?)\nendobj/g)
  const [whole = '', num = '', body = ''] = [...objects].findLast(([text]) => text.includes(mark)) ?? []
  expect(whole).toContain(`/${key}`)
  return {
    [num]: body
      .replace(new RegExp(`/${key} ?\\[`), `$&900 0 R `)
      .replace(/900 0 R ([^\]]*)\]/, '$1 900 0 R]'),
  }
}

test('clean: a field that the signer leaves to others is filled in, and reported', () => {
  const filled = appendRevision(signed, { 65: later('200'), 66: shows('200') })
  expect(verdict(filled)).toMatchObject({
    verdict: 'TOTAL_PASSED',
    changes: ['form_filled Later'],
    findings: ['form_filled_as_permitted', 'legal_weight_not_known'],
  })
  expect(verdict(appendRevision(signed, { 61: box('Yes') }))).toMatchObject({ verdict: 'TOTAL_PASSED' })
})

describe('refused', () => {
  test.each<[string, Buffer, string]>([
    [
      'a changed value of a locked field',
      appendRevision(signed, { 60: amount('900'), 62: shows('900') }),
      'locked_field_changed',
    ],
    [
      'a changed appearance of a locked field',
      appendRevision(signed, { 62: shows('900') }),
      'locked_field_changed',
    ],
    [
      'another appearance put in its place',
      appendRevision(signed, { 60: amount('100').replace('62 0 R', '900 0 R'), 900: shows('900') }),
      'locked_field_changed',
    ],
    [
      'a locked field that can be typed into again',
      appendRevision(signed, { 60: amount('100', '/Ff 0') }),
      'locked_field_changed',
    ],
    [
      'a value that is not the one shown',
      appendRevision(signed, { 65: later('200'), 66: shows('900') }),
      'field_value_differs',
    ],
    [
      'a box that is ticked and holds that it is not',
      appendRevision(signed, { 61: box('Yes', 'Off') }),
      'field_value_differs',
    ],
    [
      'a field that is added',
      appendRevision(signed, {
        ...grown('10 0 obj', 'Annots'),
        ...grown('/SigFlags 3', 'Fields'),
        900: widget('New', '150 20 200 40', '/FT/Tx/V(1)/AP<</N 901 0 R>>'),
        901: shows('1'),
      }),
      'form_field_added',
    ],
    [
      'a value that is not the one shown, in an appearance for a state',
      appendRevision(signed, {
        65: later('200').replace('/N 66 0 R', '/N<</On 66 0 R>>').replace('/FT', '/AS/On/FT'),
        66: shows('900'),
      }),
      'field_value_differs',
    ],
    [
      'a value that is another one while it is pressed',
      appendRevision(signed, {
        65: later('200').replace('/N 66 0 R', '/N 66 0 R/D 900 0 R'),
        66: shows('200'),
        900: shows('900'),
      }),
      'field_value_differs',
    ],
    [
      'a locked field that is hidden',
      appendRevision(signed, { 60: amount('100').replace('/F 4', '/F 2') }),
      'locked_field_changed',
    ],
    [
      'a locked field in a layer',
      appendRevision(signed, { 60: amount('100', '/OC 900 0 R'), 900: '<</Type/OCG/Name(Off)>>' }),
      'locked_field_changed',
    ],
    [
      'a note that is put over a locked field',
      appendRevision(signed, {
        ...grown('10 0 obj', 'Annots'),
        900: '<</Type/Annot/Subtype/FreeText/Rect[15 95 125 125]/Contents(900)/DA(/F 12 Tf)/AP<</N 901 0 R>>>>',
        901: shows('900'),
      }),
      'annotation_overlays_content',
    ],
    [
      'a field that calculates, after the signature',
      appendRevision(signed, {
        65: later('', '20 60 120 80').replace('/FT', '/AA<</C<</S/JavaScript/JS(x)>>>>/FT'),
      }),
      'locked_field_changed',
    ],
    [
      'a field that is moved over another',
      appendRevision(signed, { 65: later('', '20 100 120 120') }),
      'locked_field_changed',
    ],
  ])('%s', (_, bytes, code) => {
    const { verdict: found, findings = [] } = verdict(bytes) ?? {}
    expect({ found, named: findings.some((one) => one === code) ? code : findings }).toEqual({
      found: 'TOTAL_FAILED',
      named: code,
    })
  })

  test('one byte of a value that was signed', () => {
    const changed = Buffer.from(signed)
    changed.write('(900)', changed.indexOf('/V(100)') + 2, 'latin1')
    expect(verdict(changed)).toMatchObject({ verdict: 'TOTAL_FAILED' })
    expect(verdict(changed)?.findings).toContain('digest_mismatch')
  })

  test.each([
    ['that hides it', '15 95 125 125'],
    ['that lies over a part of it', '22 102 32 112'],
  ])('a field that is filled in over a locked one, %s', (_, place) => {
    const hiding = signedBy(form(place))
    const bytes = appendRevision(hiding, { 65: later('900', place), 66: shows('900') })
    expect(verdict(bytes)).toMatchObject({ verdict: 'TOTAL_FAILED' })
    expect(verdict(bytes)?.findings).toContain('fields_overlap')
  })

  test('a calculated field, at upload', () => {
    const objects = { 60: '<</FT/Tx/T(Sum)/AA<</C<</S/JavaScript/JS(event.value=1)>>>>>>' }
    const calculated = aPdf({ catalog: '/AcroForm<</Fields[60 0 R]>>', objects })
    expect(refusal(inspect(calculated))).toBe('dynamic_form')
  })
})

test('clean: a field in the same place of another page', () => {
  const base = aPdf({
    pages: 2,
    catalog: '/AcroForm<</Fields[60 0 R 65 0 R]>>',
    objects: {
      10: '<</Type/Page/Parent 2 0 R/Contents 3 0 R/Resources<</Font<</F 4 0 R>>>>/Annots[60 0 R]>>',
      11: '<</Type/Page/Parent 2 0 R/Contents 3 0 R/Resources<</Font<</F 4 0 R>>>>/Annots[65 0 R]>>',
      60: amount('100'),
      62: shows('100'),
      65: later('', '20 100 120 120').replace('/P 10 0 R', '/P 11 0 R'),
      66: streamObject('/Tx BMC EMC', draws),
    },
  })
  const placed = joined([
    base,
    placeSignatureFields(base, [{ ...signers[0], name: 'Anna', page: 0, rect: null }]),
  ])
  const before = joined([placed, fillAndSign(placed, pki, 'Anna', [])])
  const value = later('200', '20 100 120 120').replace('/P 10 0 R', '/P 11 0 R')
  const filled = appendRevision(before, { 65: value, 66: shows('200') })
  expect(verdict(filled)).toMatchObject({ verdict: 'TOTAL_PASSED', changes: ['form_filled Later'] })
})

describe('with reservation', () => {
  const policy = { anchors: [pki.root.certificate.raw], at: new Date(), isThorough: true }
  const warningsOf = (bytes: Uint8Array) => validatePdf(bytes, policy).warnings

  test.each([
    [
      'a box that looks ticked while it is off',
      box('Off').replace('/Off 64 0 R', '/Off 900 0 R'),
      '0 0 20 20 re f',
    ],
    ['a box that looks empty while it is ticked', box('Yes').replace('/Yes 63 0 R', '/Yes 900 0 R'), ''],
  ])('%s', (_, changed, picture) => {
    const bytes = appendRevision(signed, { 61: changed, 900: streamObject(picture, draws) })
    expect(verdict(bytes)).toMatchObject({ verdict: 'RESERVATION' })
    expect(verdict(bytes)?.findings).toContain('field_value_differs')
  })

  test.each([
    ['that looks ticked and whose value is text', box('Yes').replace('/V/Yes', '/V(Off)')],
    ['that looks ticked without a value', box('Yes').replace('/V/Yes', '')],
    ['that looks ticked without a state', box('Yes').replace('/AS/Yes', '')],
    ['that is off and whose value is text', box('Off').replace('/V/Off', '/V(Yes)')],
    ['that is off and says nothing of it', box('Off').replace('/AS/Off', '')],
  ])('a box %s', (_, changed) => {
    const { verdict: found, findings = [] } = verdict(appendRevision(signed, { 61: changed })) ?? {}
    expect({ found, findings }).toMatchObject({
      found: 'RESERVATION',
      findings: ['changed_visibly', 'legal_weight_not_known'],
    })
  })

  test.each([
    ['a box that gets a picture of a tick for being off', '/V/Off/AS/Off/AP<</N<</Yes 64 0 R/Off 63 0 R>>>>'],
    ['a box that gets one picture for all states', '/V/Off/AS/Off/AP<</N 63 0 R>>'],
  ])('%s, where it had none', (_, filled) => {
    const bare = (more = ''): string => widget('Box', '20 20 40 40', `/FT/Btn${more}`)
    const before = signedBy(appendRevision(form(), { 61: bare() }))
    expect(verdict(appendRevision(before, { 61: bare(filled) }))).toMatchObject({ verdict: 'RESERVATION' })
  })

  test('a picture that nobody signs for', () => {
    const picture = (more = ''): string => widget('Later', '20 60 120 80', `/FT/Btn/Ff 65537${more}`)
    const before = signedBy(appendRevision(form(), { 65: picture() }))
    const changed = { 65: picture('/AP<</N 900 0 R>>'), 900: shows('CHF 9000') }
    expect(verdict(appendRevision(before, changed))).toMatchObject({ verdict: 'RESERVATION' })
  })

  test('a value that is not shown', () => {
    const bytes = appendRevision(signed, { 65: later('200') })
    expect(verdict(bytes)).toMatchObject({ verdict: 'RESERVATION' })
    expect(verdict(bytes)?.findings).toContain('field_value_differs')
  })

  test('what was signed while it showed something else than it held', () => {
    const base = appendRevision(form(), { 62: shows('900') })
    expect(warningsOf(signedBy(base))).toEqual([
      { code: 'field_value_differs', parameters: { field: 'Amount' } },
    ])
  })

  test('what was signed while another field lay over it', () => {
    const base = appendRevision(form(), { 65: later('900', '15 95 125 125'), 66: shows('900') })
    expect(warningsOf(signedBy(base))).toEqual([
      { code: 'fields_overlap', parameters: { field: 'Later', other: 'Amount' } },
    ])
  })
})
