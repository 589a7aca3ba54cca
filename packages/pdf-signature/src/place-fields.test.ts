import { describe, expect, test } from 'vitest'
import { inspect } from './inspect.ts'
import { placeSignatureFields } from './place-fields.ts'
import type { FieldPlacement } from './fields/placement.ts'
import { arrayEntry, catalogOf, dictEntry, openDocument, resolve } from './reader/document.ts'
import type { PdfDocument } from './reader/document.ts'
import { listFormFields } from './reader/form-fields.ts'
import { isDict, isStream, name, ref } from './reader/objects.ts'
import type { PdfObject } from './reader/objects.ts'
import { listPages } from './reader/page-tree.ts'
import { joined, signAll } from './testing/ceremony.ts'
import { aPdf, appendRevision } from './testing/pdf-builder.ts'
import { qpdfComplaints } from './testing/qpdf.ts'
import { highestKey } from './writer/number-tree.ts'
import { aPki } from './cms/testing/sample-authority.ts'

const place = (base: Uint8Array, ...fields: FieldPlacement[]): Uint8Array[] => [
  base,
  placeSignatureFields(base, fields),
]
const pki = aPki()
const rect = { x: 20, y: 30, width: 100, height: 40 }

function userRectOf(page: string): unknown {
  const chunks = place(aPdf({ page }), { name: 'Anna', page: 0, rect })
  return listFormFields(openDocument(chunks))[0]?.dict.entries.get('Rect')
}

describe('a rectangle given as displayed', () => {
  // The pages are 300 by 200; 20 from the left and 30 from the top of what one sees.
  test.each([
    ['an upright page', '', [20, 130, 120, 170]],
    ['a page turned by 90', '/Rotate 90', [30, 20, 70, 120]],
    ['a page turned by 180', '/Rotate 180', [180, 30, 280, 70]],
    ['a page turned by 270', '/Rotate 270', [230, 80, 270, 180]],
    ['a page turned by -90', '/Rotate -90', [230, 80, 270, 180]],
    ['a cropped page', '/CropBox[50 60 250 160]', [70, 90, 170, 130]],
    ['a page of another unit', '/UserUnit 2', [10, 165, 60, 185]],
    [
      'a cropped page of another unit turned by 90',
      '/CropBox[50 60 250 160]/UserUnit 2/Rotate 90',
      [65, 70, 85, 120],
    ],
    ['a crop box beyond the page', '/CropBox[-500 -500 900 900]', [20, 130, 120, 170]],
  ])('lands in the right place on %s', (_, page, expected) => {
    expect(userRectOf(page)).toEqual(expected)
  })

  test.each(['', '/Rotate 90', '/Rotate 180/UserUnit 2', '/Rotate 270/CropBox[50 60 250 180]'])(
    'is found where it was put, on a page with %s',
    (page) => {
      const small = { x: 5, y: 7, width: 30, height: 20 }
      const chunks = place(aPdf({ pages: 3, page }), { name: 'Anna', page: 2, rect: small })
      expect(inspect(chunks).emptySignatureFields).toEqual([{ name: 'Anna', page: 2, rect: small }])
    },
  )
})

test('a list that is both the fields of the form and the annotations of the page is kept apart from then on', () => {
  const base = aPdf({
    catalog: '/AcroForm<</Fields 101 0 R>>',
    page: '/Annots 101 0 R',
    objects: {
      100: '<</Type/Annot/Subtype/Widget/FT/Tx/T(Town)/Rect[20 150 120 170]>>',
      101: '[100 0 R]',
    },
  })
  const group = ['yes', 'no'].map((value, index): FieldPlacement => ({
    kind: 'radio',
    name: 'Group',
    label: 'Group',
    page: 0,
    rect: { x: 20 + index * 30, y: 80, width: 20, height: 20 },
    option: { value, label: value },
  }))
  const document = openDocument(place(base, { name: 'Anna', page: 0, rect }, ...group))
  expect(listFormFields(document).map(({ name: one }) => one)).toEqual(['Town', 'Anna', 'Group'])
  const [page] = listPages(document)
  // The text, the signature, and the two buttons.
  expect(page && arrayEntry(document, page.dict, 'Annots')).toHaveLength(4)
})

describe('placing', () => {
  test.each(['table', 'stream', 'object_streams', 'hybrid'] as const)(
    'keeps the cross-reference style of a file with %s',
    (style) => {
      const base = aPdf({ style })
      const tail = Buffer.from(placeSignatureFields(base, [{ name: 'Anna', page: 0, rect }])).toString(
        'latin1',
      )
      const isTable = style === 'table' || style === 'hybrid'
      expect(tail.includes('trailer')).toBe(isTable)
      expect(inspect([base, Buffer.from(tail, 'latin1')])).toMatchObject({
        needsNormalising: style === 'hybrid', // until it is signed, it would be written again
        emptySignatureFields: { length: 1 },
      })
    },
  )

  test('keeps fields and annotations that are there, listed by reference', () => {
    const base = aPdf({
      page: '/Annots 60 0 R',
      catalog: '/AcroForm 61 0 R',
      objects: {
        60: '[63 0 R]',
        61: '<</Fields 62 0 R/DA(/F 9 Tf)>>',
        62: '[63 0 R]',
        63: '<</Type/Annot/Subtype/Widget/FT/Tx/T(City)/V(Bern)/Rect[0 0 9 9]>>',
      },
    })
    const document = openDocument(
      place(base, { name: 'Anna', page: 0, rect }, { name: 'Ben', page: 0, rect }),
    )
    expect(listFormFields(document).map(({ name }) => name)).toEqual(['City', 'Anna', 'Ben'])
    const list = document.load(60)
    expect(Array.isArray(list) && list.length).toBe(3)
  })

  test('places a field on its page alone where pages share their list of annotations', () => {
    const base = aPdf({
      pages: 2,
      page: '/Annots 60 0 R',
      objects: { 60: '[63 0 R]', 63: '<</Type/Annot/Subtype/Text/Rect[0 0 9 9]>>' },
    })
    const document = openDocument(
      place(base, { name: 'Anna', page: 1, rect }, { name: 'Ben', page: 1, rect }),
    )
    const counts = listPages(document).map(({ dict }) => arrayEntry(document, dict, 'Annots')?.length)
    expect(counts).toEqual([1, 3])
  })

  test('marks widgets to be printed and not moved', () => {
    const [field] = listFormFields(openDocument(place(aPdf(), { name: 'Anna', page: 0, rect })))
    expect(field?.dict.entries.get('F')).toBe(132)
  })

  test('asks no viewer for other appearances where no value needs them', () => {
    const isAsked = (value: string) => {
      const catalog = '/AcroForm<</NeedAppearances true/Fields[63 0 R]>>'
      const field = `<</Type/Annot/Subtype/Widget/FT/Tx/T(City)${value}/Rect[0 0 9 9]>>`
      return inspect(place(aPdf({ catalog, objects: { 63: field } }), { name: 'Anna', page: 0, rect }))
        .needAppearances
    }
    expect([isAsked(''), isAsked('/V(Bern)')]).toEqual([false, true])
  })

  test('asks for other appearances as before where a signature covers that it does', () => {
    const catalog = '/AcroForm<</NeedAppearances true/Fields[63 0 R]>>'
    const form = aPdf({ catalog, objects: { 63: '<</FT/Tx/T(City)/V(Bern)>>' } })
    const signed = joined(signAll(form, pki, { level: 'B-B' }))
    const blank = appendRevision(signed, { 63: '<</FT/Tx/T(City)>>' })
    const chunks = place(blank, { name: 'Ben', page: 0, rect })
    expect(inspect(chunks).needAppearances).toBe(true)
  })

  test.each([
    [0, 90, 270],
    [0, 270, 90],
    [90, 0, 90],
    [90, 90, 0],
    [90, 180, 270],
  ])('turns the content as asked and with the page: by %i and %i', (ofPage, rotation, turn) => {
    const text = { kind: 'text', name: 'Note', label: 'Note', page: 0, rect: { ...rect, rotation } } as const
    const chunks = place(aPdf({ page: `/Rotate ${ofPage}` }), text)
    const document = openDocument(chunks)
    const [field] = listFormFields(document)
    expect(field && dictEntry(document, field.dict, 'MK')?.entries.get('R')).toBe(turn)
    const drawing = field && dictEntry(document, field.dict, 'AP')?.entries.get('N')
    const shown = resolve(document, drawing)
    const isLying = rotation % 180 !== 0
    const box = isLying ? [0, 0, rect.height, rect.width] : [0, 0, rect.width, rect.height]
    expect(isStream(shown) && arrayEntry(document, shown.dict, 'BBox')).toEqual(box)
  })
})

test.each([
  ['a page that is not there', { name: 'Anna', page: 1, rect }, 'page_not_found'],
  ['a page that is no number', { name: 'Anna', page: Number.NaN, rect }, 'page_not_found'],
  ['a place off the page', { name: 'Anna', page: 0, rect: { ...rect, x: 301 } }, 'rect_outside_page'],
  ['a place above the page', { name: 'Anna', page: 0, rect: { ...rect, y: -41 } }, 'rect_outside_page'],
  ['no height', { name: 'Anna', page: 0, rect: { ...rect, height: 0 } }, 'rect_invalid'],
  ['a slanted rotation', { name: 'Anna', page: 0, rect: { ...rect, rotation: 45 } }, 'rect_invalid'],
  ['a name with a period', { name: 'An.na', page: 0, rect }, 'field_name_invalid'],
  ['a name that is taken', { name: 'Taken', page: 0, rect }, 'field_exists'],
])('%s is refused', (_, field, code) => {
  const base = joinedWithField('Taken')
  expect(() => placeSignatureFields(base, [field])).toThrow(expect.objectContaining({ code }))
})

function joinedWithField(name: string): Uint8Array[] {
  return place(aPdf(), { name, page: 0, rect: null })
}

test('a broken file is refused until it has been written again', () => {
  const broken = Buffer.from(aPdf().toString('latin1').replaceAll('startxref', 'startxxxx'), 'latin1')
  expect(() => place(broken, { name: 'Anna', page: 0, rect })).toThrow(
    expect.objectContaining({ code: 'needs_normalising' }),
  )
})

test.each(['['.repeat(200), '<<R>>'])('a structure that cannot be read is left alone: %s', (broken) => {
  const catalog = '/MarkInfo<</Marked true>>/StructTreeRoot 70 0 R'
  const file = aPdf({ catalog, objects: { 70: broken } })
  expect(
    inspect(joined([file, placeSignatureFields(file, [{ name: 'Anna', page: 0, rect: null }])])),
  ).toMatchObject({
    emptySignatureFields: [{ name: 'Anna' }],
  })
})

test('a font that is in place of the structure stays a font', () => {
  const file = aPdf({ catalog: '/MarkInfo<</Marked true>>/StructTreeRoot 4 0 R' })
  expect(
    Buffer.from(placeSignatureFields(file, [{ name: 'Anna', page: 0, rect: null }])).toString(),
  ).not.toContain('4 0 obj')
})

test.each(['/K 4 0 R', '/K[4 0 R]', '/ParentTree 4 0 R'])(
  'a font within the structure stays a font: %s',
  (held) => {
    const catalog = '/MarkInfo<</Marked true>>/StructTreeRoot 70 0 R'
    const file = aPdf({ catalog, objects: { 70: `<</Type/StructTreeRoot${held}>>` } })
    const placed = Buffer.from(placeSignatureFields(file, [{ name: 'Anna', page: 0, rect: null }])).toString()
    expect(placed).toContain('/S /Form')
    expect(placed).not.toContain('\n4 0 obj')
  },
)

test('a structure that cannot be read as far as its first element is left as it is', () => {
  const file = aPdf({
    catalog: '/MarkInfo<</Marked true>>/StructTreeRoot 70 0 R',
    objects: {
      70: '<</Type/StructTreeRoot/K 71 0 R>>',
      71: `${'['.repeat(101)}0${']'.repeat(101)}`,
    },
  })
  const after = inspect(
    Buffer.concat([file, placeSignatureFields(file, [{ name: 'A', page: 0, rect: null }])]),
  )
  expect(after.emptySignatureFields.map(({ name }) => name)).toEqual(['A'])
})

describe('a tagged file stays one', () => {
  const tagged = (root: string, more: Record<number, string> = {}) =>
    aPdf({
      catalog: '/MarkInfo<</Marked true>>/StructTreeRoot 70 0 R',
      objects: {
        70: `<</Type/StructTreeRoot${root}>>`,
        71: '<</Type/StructElem/S/Document/P 70 0 R/K 5>>',
        ...more,
      },
    })
  const dictAt = (document: PdfDocument, value: PdfObject | undefined) => {
    const found = resolve(document, value)
    if (!isDict(found)) throw new Error('no dictionary')
    return found
  }

  test.each([
    ['an empty parent tree', '/K 71 0 R/ParentTree<</Nums[]>>', {}, 0],
    ['no parent tree', '/K 71 0 R', {}, 0],
    ['a next key', '/K[71 0 R]/ParentTree 72 0 R/ParentTreeNextKey 9', { 72: '<</Nums[0 71 0 R]>>' }, 9],
    ['a wrong next key', '/K 71 0 R/ParentTree 72 0 R/ParentTreeNextKey 0', { 72: '<</Nums[4 71 0 R]>>' }, 5],
    [
      'a deep parent tree',
      '/K 71 0 R/ParentTree 72 0 R',
      {
        72: '<</Kids[73 0 R]>>',
        73: '<</Limits[0 7]/Kids[74 0 R]>>',
        74: '<</Limits[0 7]/Nums[0 71 0 R 7 71 0 R]>>',
      },
      8,
    ],
  ])('with %s', (_, root, more, key) => {
    const chunks = place(tagged(root, more), { name: 'Anna', page: 0, rect }, { name: 'Ben', page: 0, rect })
    const document = openDocument(chunks)
    const fields = listFormFields(document)
    expect(fields.map((field) => field.dict.entries.get('StructParent'))).toEqual([key, key + 1])
    expect(listPages(document)[0]?.dict.entries.get('Tabs')).toEqual(name('S'))
    const structure = dictAt(document, catalogOf(document).dict.entries.get('StructTreeRoot'))
    expect(structure.entries.get('ParentTreeNextKey')).toBe(key + 2)
    expect(highestKey(document, dictAt(document, structure.entries.get('ParentTree')))).toBe(key + 1)
    const kids = arrayEntry(document, dictAt(document, ref(71)), 'K') ?? []
    expect(kids.slice(0, 1)).toEqual([5])
    const elements = kids.slice(1).map((kid) => dictAt(document, kid))
    expect(elements.map(({ entries }) => entries.get('S'))).toEqual([name('Form'), name('Form')])
    const objects = elements.map((element) => dictAt(document, element.entries.get('K')).entries.get('Obj'))
    expect(objects).toEqual(fields.map((field) => field.ref))
    expect(qpdfComplaints(Buffer.concat(chunks))).toBe('')
  })

  test('but what is signed already keeps its structure', () => {
    const signed = Buffer.concat(signAll(tagged('/K 71 0 R'), aPki(), { level: 'B-B' }))
    const document = openDocument(place(signed, { name: 'Later', page: 0, rect }))
    expect(listFormFields(document).at(-1)?.dict.entries.has('StructParent')).toBe(false)
  })
})
