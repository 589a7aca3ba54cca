import { describe, expect, test } from 'vitest'
import { aPki } from '../cms/testing/sample-authority.ts'
import { PdfError } from '../pdf-error.ts'
import { placeSignatureFields } from '../place-fields.ts'
import { prepareSignature } from '../prepare.ts'
import { arrayEntry, catalogOf, dictEntry, entryOf, openDocument } from '../reader/document.ts'
import { listFormFields } from '../reader/form-fields.ts'
import { isDict, isStream } from '../reader/objects.ts'
import { joined } from '../testing/ceremony.ts'
import { fillAndSign, verdictsOf } from '../testing/form-ceremony.ts'
import { aPdf, streamObject } from '../testing/pdf-builder.ts'
import { qpdfComplaints } from '../testing/qpdf.ts'
import type { FieldValue } from './field-value.ts'
import { listInputFields } from './list-input-fields.ts'
import type { FieldPlacement, InputPlacement } from './placement.ts'

const pki = aPki()
const rect = { x: 20, y: 20, width: 80, height: 20 }
const at = (y: number) => ({ ...rect, y })
const sizes = ['small', 'größer'].map((value, index): InputPlacement => ({
  kind: 'radio',
  name: 'Size',
  label: 'Size',
  page: 0,
  rect: { x: 20 + 20 * index, y: 60, width: 12, height: 12 },
  option: { value, label: value },
}))
const placements: FieldPlacement[] = [
  { name: 'Anna', page: 0, rect: null, lock: ['Agree', 'Note'] },
  { name: 'Ben', page: 0, rect: null, lock: ['Size'] },
  { kind: 'checkbox', name: 'Agree', label: 'I agree', page: 0, rect: { ...rect, width: 12, height: 12 } },
  { kind: 'text', name: 'Note', label: 'Note', page: 0, rect: at(40), maxLength: 5 },
  ...sizes,
  {
    kind: 'dropdown',
    name: 'Country',
    label: 'Country',
    page: 0,
    rect: at(90),
    options: [{ value: 'CH', label: 'Switzerland' }],
    readOnly: true,
  },
  { kind: 'picture', name: 'Initials', label: 'Initials', page: 0, rect: at(120) },
  { kind: 'picture', name: 'Initials', label: 'Initials', page: 1, rect: at(120) },
]
const base = aPdf({ pages: 2 })
const placed = joined([base, placeSignatureFields(base, placements)])

/** The code and field of the error that is thrown. */
function errorOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof PdfError) return `${error.code} ${error.field}`
    throw error
  }
  return 'none'
}

test('placed fields are listed as they were placed, one field for each name', () => {
  const { fields } = listInputFields(placed)
  expect(fields.map(({ name, kind, label, places }) => [name, kind, label, places.length])).toEqual([
    ['Agree', 'checkbox', 'I agree', 1],
    ['Note', 'text', 'Note', 1],
    ['Size', 'radio', 'Size', 2],
    ['Country', 'dropdown', 'Country', 1],
  ])
  expect(fields[2]?.options.map(({ value }) => value)).toEqual(['small', 'größer'])
  expect(fields[0]?.places[0]).toEqual({ page: 0, x: 20, y: 20, width: 12, height: 12 })
  expect(qpdfComplaints(placed)).toBe('')
})

describe('two signers fill in their fields', () => {
  const first = joined([
    placed,
    fillAndSign(placed, pki, 'Anna', [
      { name: 'Agree', value: true },
      { name: 'Initials', value: {} },
    ]),
  ])
  const second = joined([first, fillAndSign(first, pki, 'Ben', [{ name: 'Size', value: 'größer' }])])

  test('each in one revision with the signature, and both signatures hold', () => {
    expect(
      second
        .subarray(placed.length)
        .toString('latin1')
        .match(/startxref/g),
    ).toHaveLength(2)
    expect(verdictsOf(second, pki)).toMatchObject([
      { field: 'Anna', verdict: 'TOTAL_PASSED', changes: ['signature_added Ben', 'form_filled Size'] },
      { field: 'Ben', verdict: 'TOTAL_PASSED', changes: [] },
    ])
    expect(qpdfComplaints(second)).toBe('')
  })

  test('what is filled in shows, is read-only, and is locked by the signature', () => {
    const { fields } = listInputFields(second)
    const states = fields.map(({ name, value, readOnly }) => [name, value, readOnly])
    expect(states).toEqual([
      ['Agree', true, true],
      ['Note', '', true],
      ['Size', 'größer', true],
      ['Country', '', true],
    ])
    expect(second.toString('latin1')).toMatch(
      /\/TransformMethod \/FieldMDP\/TransformParams <<[^>]*\/Action \/Include\/Fields \[\(Agree\) \(Note\) \(Initials\)\]/,
    )
  })

  test('what is filled in says itself that it is read-only', () => {
    const document = openDocument(second)
    const flagsIn = (fieldName: string) => {
      const field = listFormFields(document).find(({ name }) => name === fieldName)
      return field && entryOf(document, field.dict, 'Ff')
    }
    expect(['Agree', 'Size', 'Initials'].map(flagsIn)).toEqual([1, 32769, 65537])
  })

  test('the rule that locks it names its digest and the catalogue, whose fields it is about', () => {
    const document = openDocument(second)
    const references = ['Anna', 'Ben'].map((signer) => {
      const field = listFormFields(document).find(({ name }) => name === signer)
      const signature = field && dictEntry(document, field.dict, 'V')
      const [reference] = (signature && arrayEntry(document, signature, 'Reference')) ?? []
      return isDict(reference) ? reference.entries : undefined
    })
    for (const entries of references) {
      expect(entries?.get('Data')).toEqual(catalogOf(document).ref)
      expect(entries?.get('DigestMethod')).toMatchObject({ name: 'SHA256' })
    }
  })

  test.each<[string, FieldValue, string]>([
    ['locked by the first signature', { name: 'Agree', value: false }, 'field_locked Agree'],
    ['left blank and locked by it', { name: 'Note', value: 'late' }, 'field_locked Note'],
    ['read-only', { name: 'Country', value: 'CH' }, 'field_locked Country'],
    ['a picture locked by it', { name: 'Initials', value: {} }, 'field_locked Initials'],
  ])('a field that is %s cannot be filled in later', (_, value, error) => {
    expect(errorOf(() => fillAndSign(first, pki, 'Ben', [value]))).toBe(error)
  })
})

describe('a value is refused, by the name of its field', () => {
  test.each<[string, FieldValue, string]>([
    ['for a field that is not there', { name: 'Nowhere', value: 'x' }, 'field_not_found Nowhere'],
    ['of a wrong type', { name: 'Agree', value: 'yes' }, 'field_type_mismatch Agree'],
    ['for a signature field', { name: 'Ben', value: 'x' }, 'field_type_mismatch Ben'],
    ['that is too long', { name: 'Note', value: 'longer' }, 'value_too_long Note'],
    ['for the field of another signer', { name: 'Size', value: 'small' }, 'field_locked Size'],
  ])('%s', (_, value, error) => {
    expect(errorOf(() => fillAndSign(placed, pki, 'Anna', [value]))).toBe(error)
  })

  test('that is not an option', () => {
    const values = [{ name: 'Size', value: 'huge' }]
    expect(errorOf(() => fillAndSign(placed, pki, 'Ben', values))).toBe('value_not_an_option Size')
  })

  test('that comes twice', () => {
    const values = [
      { name: 'Agree', value: true },
      { name: 'Agree', value: false },
    ]
    expect(errorOf(() => fillAndSign(placed, pki, 'Anna', values))).toBe('field_invalid Agree')
  })

  test('to be drawn without a font', () => {
    const values = [{ name: 'Note', value: 'Hello' }]
    expect(errorOf(() => fillAndSign(placed, pki, 'Anna', values))).toBe('font_invalid undefined')
  })
})

describe('a placement is refused, by the name of its field', () => {
  const text: InputPlacement = { kind: 'text', name: 'T', label: 'T', page: 0, rect }
  const radio: InputPlacement = { ...sizes[0], name: 'R' } as InputPlacement
  test.each<[string, readonly FieldPlacement[], string]>([
    ['a comb without a number of cells', [{ ...text, comb: true }], 'field_invalid T'],
    ['a comb of several lines', [{ ...text, comb: true, maxLength: 5, multiline: true }], 'field_invalid T'],
    ['a maximum length of nothing', [{ ...text, maxLength: 0 }], 'field_invalid T'],
    ['a value that is too long', [{ ...text, maxLength: 2, value: 'abc' }], 'value_too_long T'],
    ['places with different settings', [text, { ...text, required: true }], 'field_invalid T'],
    ['two kinds of one name', [text, { ...text, kind: 'checkbox', value: true }], 'field_invalid T'],
    ['a signature of the same name', [text, { name: 'T', page: 0, rect }], 'field_exists T'],
    ['a group with one option twice', [radio, radio], 'field_invalid R'],
    [
      'an option called Off',
      [{ ...radio, option: { value: 'Off', label: 'Off' } } as FieldPlacement],
      'field_invalid R',
    ],
    ['a dropdown without options', [{ ...text, kind: 'dropdown', options: [] }], 'field_invalid T'],
    [
      'a lock of a field that is not there',
      [{ name: 'S', page: 0, rect: null, lock: ['X'] }],
      'field_not_found X',
    ],
    ['a place off the page', [{ ...text, rect: { ...rect, x: 900 } }], 'rect_outside_page undefined'],
  ])('%s', (_, given, error) => {
    expect(errorOf(() => placeSignatureFields(base, given))).toBe(error)
  })
})

describe('a form that viewers would not show as it is written', () => {
  const forms = {
    xfa: aPdf({ catalog: '/AcroForm<</Fields[]/XFA(x)>>' }),
    calculated: aPdf({
      catalog: '/AcroForm<</Fields[60 0 R]>>',
      objects: { 60: '<</FT/Tx/T(Sum)/AA<</C<</S/JavaScript/JS(1)>>>>>>' },
    }),
  }
  test.each(Object.entries(forms))('is not added to: %s', (_, form) => {
    expect(errorOf(() => placeSignatureFields(form, placements))).toBe('form_not_fillable Agree')
  })
  test.each(Object.entries(forms))('is not filled in: %s', (_, form) => {
    expect(errorOf(() => fillAndSign(form, pki, 'New', [{ name: 'Sum', value: '1' }]))).toBe(
      'form_not_fillable Sum',
    )
  })
})

test('a value that is too long for the name of a state is kept as text, and its button is found by it', () => {
  const values = ['short', 'ж'.repeat(72), 'щ'.repeat(72)]
  const group = values.map((value, index): InputPlacement => ({
    kind: 'radio',
    name: 'Choice',
    label: 'Choice',
    page: 0,
    rect: { x: 20 + 20 * index, y: 60, width: 12, height: 12 },
    option: { value, label: value },
  }))
  const form = joined([base, placeSignatureFields(base, [{ name: 'Anna', page: 0, rect: null }, ...group])])
  for (const value of values) {
    const signed = joined([form, fillAndSign(form, pki, 'Anna', [{ name: 'Choice', value }])])
    const [choice] = listInputFields(signed).fields
    expect(choice?.options.map(({ label }) => label)).toEqual(values)
    expect(choice?.options.find((option) => option.value === choice.value)?.label).toBe(value)
    for (const option of choice?.options ?? [])
      expect(Buffer.byteLength(option.value)).toBeLessThanOrEqual(127)
    expect(verdictsOf(signed, pki)).toMatchObject([{ verdict: 'TOTAL_PASSED' }])
  }
})

test('a certified document takes values in its own fields', () => {
  const certified = joined([placed, fillAndSign(placed, pki, 'Anna', [], { certify: 2 })])
  const filled = joined([certified, fillAndSign(certified, pki, 'Ben', [{ name: 'Size', value: 'small' }])])
  expect(verdictsOf(filled, pki)).toMatchObject([{ verdict: 'TOTAL_PASSED' }, { verdict: 'TOTAL_PASSED' }])
  const closed = joined([placed, fillAndSign(placed, pki, 'Anna', [], { certify: 1 })])
  const order = {
    fieldName: 'Ben',
    signerName: '',
    time: new Date(),
    values: [{ name: 'Size', value: 'small' }],
  }
  expect(errorOf(() => prepareSignature(closed, order))).toBe('certified_no_changes undefined')
})

test('fields left blank are locked with the signature that names them', () => {
  const plain = joined([
    base,
    placeSignatureFields(
      base,
      placements.filter(({ name }) => name !== 'Anna'),
    ),
  ])
  const signed = joined([plain, fillAndSign(plain, pki, 'Own', [], { lock: ['Note'] })])
  expect(listInputFields(signed).fields.find(({ name }) => name === 'Note')?.readOnly).toBe(true)
  expect(errorOf(() => fillAndSign(plain, pki, 'Own', [], { lock: ['Nowhere'] }))).toBe(
    'field_not_found Nowhere',
  )
})

describe('PDF/A', () => {
  const packet = streamObject(
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><pdfaid:part>2</pdfaid:part></x:xmpmeta>',
    '/Type/Metadata/Subtype/XML',
  )
  const archival = aPdf({ pages: 2, catalog: '/Metadata 90 0 R', objects: { 90: packet } })
  const tail = Buffer.from(placeSignatureFields(archival, placements)).toString('latin1')

  test('every button has its appearances by state, and no widget asks the viewer for one', () => {
    expect(tail.match(/\/AP <<\/N <<\/Shown \d+ 0 R>>>>\/AS \/Shown/g)).toHaveLength(2)
    expect(tail).not.toContain('NeedAppearances')
    const widgets = [...tail.matchAll(/<<\/Type \/Annot[^]*?\nendobj/g)].map(([text]) => text)
    expect(widgets).toHaveLength(9)
    expect(widgets.filter((widget) => !widget.includes('/AP ') && !widget.includes('/FT /Sig'))).toEqual([])
  })
})

test('widgets of a tagged document join its structure', () => {
  const tagged = aPdf({
    pages: 2,
    catalog: '/MarkInfo<</Marked true>>/StructTreeRoot 70 0 R',
    objects: {
      70: '<</Type/StructTreeRoot/K 71 0 R/ParentTree 72 0 R/ParentTreeNextKey 0>>',
      71: '<</Type/StructElem/S/Document/P 70 0 R/K[]>>',
      72: '<</Nums[]>>',
    },
  })
  const tail = Buffer.from(placeSignatureFields(tagged, placements)).toString('latin1')
  expect(tail.match(/\/S \/Form/g)).toHaveLength(9)
  expect(tail.match(/\/StructParent \d/g)).toHaveLength(9)
})

describe('a field of the document whose /P names', () => {
  const turned = { 11: '<</Type/Page/Parent 2 0 R/Rotate 90/Contents 3 0 R>>' }
  const drawnMatrix = (page: string) => {
    const form = { catalog: '/AcroForm<</Fields[60 0 R]>>', pages: 2 }
    const field = `<</Type/Annot/Subtype/Widget/F 4/FT/Tx/T(Note)/P ${page}/Rect[0 0 100 20]>>`
    const shown = { 10: '<</Type/Page/Parent 2 0 R/Contents 3 0 R/Annots[60 0 R]>>' }
    const bytes = aPdf({ ...form, objects: { ...shown, ...turned, 60: field } })
    const signed = joined([bytes, fillAndSign(bytes, pki, 'Own', [{ name: 'Note', value: '' }])])
    const document = openDocument(signed)
    const [note] = listFormFields(document)
    const appearances = note && dictEntry(document, note.dict, 'AP')
    const drawing = appearances && entryOf(document, appearances, 'N')
    return isStream(drawing) ? (drawing.dict.entries.get('Matrix') ?? 'upright') : 'none'
  }

  test.each([
    ['the page that shows it', '10 0 R'],
    ['a page that is not there', '99 0 R'],
    ['another page, which is turned', '11 0 R'],
  ])('%s is filled in upright on the page that shows it', (_, page) => {
    expect(drawnMatrix(page)).toBe('upright')
  })
})
