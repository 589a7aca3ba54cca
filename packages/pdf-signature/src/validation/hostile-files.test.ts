import zlib from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { aPki } from '../cms/testing/sample-authority.ts'
import { joined, signAll, validationData } from '../testing/ceremony.ts'
import { aPdf, appendRevision, streamObject } from '../testing/pdf-builder.ts'
import { validatePdf } from '../validate.ts'

const pki = aPki()
const policy = {
  anchors: [pki.root.certificate.raw],
  cache: validationData(pki),
  at: new Date(),
  isThorough: true,
}
const catalogOf = (file: Buffer): string => {
  const [, entries = ''] =
    /1 0 obj\s<<(.*)>>\sendobj/.exec(file.subarray(file.lastIndexOf('\n1 0 obj')).toString('latin1')) ?? []
  return entries
}
const signed = (page = ''): Buffer => joined(signAll(aPdf({ page }), pki, { level: 'B-B' }))
const many = `[${'0 '.repeat(200_000)}]`

describe('a file is judged, whatever', () => {
  test('a page lists', () => {
    const changed = appendRevision(signed(`/Junk ${many}`), { 4: '<</Type/Font>>' })
    expect(validatePdf(changed, policy).overall).toBe('TOTAL_FAILED')
  })

  test('elements of its structure share, not for long', () => {
    const structure = { 90: '<</Type/StructTreeRoot/K 91 0 R>>', 91: '[]' }
    const tagged = aPdf({ catalog: '/StructTreeRoot 90 0 R', objects: structure })
    const file = joined(signAll(tagged, pki, { level: 'B-B' }))
    const text = file.toString('latin1')
    const form = Number(/\/AcroForm (\d+) 0 R/.exec(text.slice(text.lastIndexOf('\n1 0 obj')))?.[1])
    const count = 3000
    const objects: Record<number, string> = { 99_000: '[' }
    for (let i = 0; i < count; i++) {
      objects[1000 + i] = `<</Type/Annot/Subtype/Widget/FT/Sig/T(n${i})/Rect[0 0 0 0]>>`
      objects[50_000 + i] = '<</Type/StructElem/S/Form/P 90 0 R/K 99000 0 R>>'
      objects[99_000] += `<</Type/OBJR/Obj ${1000 + i} 0 R>>`
    }
    const refs = (from: number): string =>
      Array.from({ length: count }, (_, i) => `${from + i} 0 R`).join(' ')
    objects[99_000] += ']'
    objects[91] = `[${refs(50_000)}]`
    objects[form] = `<</SigFlags 3/Fields[${/\/Fields ?\[([^\]]*)\]/.exec(text)?.[1]} ${refs(1000)}]>>`
    const { file: about, overall } = validatePdf(appendRevision(file, objects), policy)
    expect([about.problem, overall]).toEqual(['too_complex', 'INDETERMINATE'])
  })

  test('a store of validation data lists', () => {
    const file = signed()
    const store = { 1: `<<${catalogOf(file)}/DSS 500 0 R>>`, 500: `<</Certs ${many}/Junk ${many}>>` }
    expect(validatePdf(appendRevision(file, store), policy).signatures).toHaveLength(1)
  })

  test('the appearances of a field lead to', () => {
    const file = joined(
      signAll(aPdf({ catalog: '/AcroForm<</Fields[60 0 R]>>', objects: { 60: '<</FT/Tx/T(Text)>>' } }), pki),
    )
    const wide = (num: number): string =>
      `<<${Array.from({ length: 2000 }, (_, key) => `/K${key} ${num} 0 R`).join('')}>>`
    const redrawn = { 60: '<</FT/Tx/T(Text)/AP 501 0 R>>', 501: wide(502), 502: wide(503), 503: wide(504) }
    expect(validatePdf(appendRevision(file, redrawn), policy).signatures).toHaveLength(2)
  })

  test.each([500, 501])('a store of validation data points at: object %i lies elsewhere', (num) => {
    const file = signed()
    const store = { 1: `<<${catalogOf(file)}/DSS 500 0 R>>`, 500: '<</Certs[501 0 R]>>', 501: '<<>>' }
    const text = appendRevision(file, store).toString('latin1')
    const offset = String(text.lastIndexOf(`${num} 0 obj`)).padStart(10, '0')
    const broken = Buffer.from(text.replace(`${num} 1\n${offset}`, `${num} 1\n0000000003`), 'latin1')
    const { file: about, signatures } = validatePdf(broken, policy)
    expect(about.problem).toBeUndefined()
    expect(signatures.map(({ field }) => field)).toEqual(['Signer 1'])
  })

  test('a store of validation data nests', () => {
    const file = signed()
    const store = { 1: `<<${catalogOf(file)}/DSS 500 0 R>>`, 500: '['.repeat(200) + ']'.repeat(200) }
    const { file: about, signatures } = validatePdf(appendRevision(file, store), policy)
    expect([about.problem, signatures.length]).toEqual([undefined, 1])
    // What can't be looked into may have changed anything.
    expect(signatures[0]).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'GENERIC' })
    expect(signatures[0]?.errors).toContainEqual({ code: 'changes_not_understood' })
  })

  test('the drawing of a field has for corners', () => {
    const corners = '1 1 l 2 2 l '.repeat(80_000)
    const drawing = streamObject(`0 0 m ${corners} 5 9 l f`, '/Type/XObject/Subtype/Form/BBox[0 0 9 9]')
    const field = '<</Type/Annot/Subtype/Widget/F 4/FT/Tx/T(Text)/V(1)/Rect[0 0 9 9]/AP<</N 61 0 R>>>>'
    const form = { catalog: '/AcroForm<</Fields[60 0 R]>>', page: '/Annots[60 0 R]' }
    const file = signAll(aPdf({ ...form, objects: { 60: field, 61: drawing } }), pki)
    expect(validatePdf(file, policy).signatures).toHaveLength(2)
  })
})

test('a file with more than can be looked through is not passed as one that has nothing to tell of', () => {
  const entries = '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F 4 0 R>>>>/Filter/FlateDecode'
  const objects = {
    60: '<</Type/Annot/Subtype/Widget/F 4/FT/Tx/T(Text)/V(1)/Rect[0 0 9 9]/AP<</N 61 0 R>>>>',
    61: streamObject(zlib.deflateSync('BT /F 9 Tf (9) Tj ET'), entries),
  }
  const validated = (more: Record<number, Buffer>) => {
    const form = { catalog: '/AcroForm<</Fields[60 0 R]>>', page: '/Annots[60 0 R]' }
    return validatePdf(signAll(aPdf({ ...form, objects: { ...objects, ...more } }), pki), policy)
  }
  expect(validated({}).warnings.map(({ code }) => code)).toEqual(['field_value_differs'])
  // Nothing refers to them, and together they are more than the streams of a file may be.
  const unused = (data: Uint8Array | string, filter: string) =>
    streamObject(data, `/Type/ObjStm/N 0/First 0/Filter/${filter}`)
  const large = unused(zlib.deflateSync(Buffer.alloc(31 * 1024 * 1024, ' ')), 'FlateDecode')
  const rest = unused('20'.repeat(5 * 1024 * 1024), 'ASCIIHexDecode')
  const { overall, file } = validated({ 901: large, 902: large, 903: large, 904: large, 905: rest })
  expect([overall, file.problem]).toEqual(['INDETERMINATE', 'too_complex'])
})

test('two fields that are compared in billions of places are more than a file may ask for', () => {
  const shown = '/Type/Annot/Subtype/Widget/F 4/Rect[0 0 9 9]'
  const widgets = (from: number): number[] => Array.from({ length: 3277 }, (_, index) => from + index)
  const refs = (numbers: readonly number[]): string => numbers.map((num) => `${num} 0 R`).join(' ')
  const [ones, others] = [widgets(10_000), widgets(20_000)]
  const all = [...ones, ...others]
  const objects = {
    ...Object.fromEntries(all.map((num) => [num, `<<${shown}/Parent ${num < 20_000 ? 60 : 61} 0 R>>`])),
    60: `<</FT/Tx/T(One)/V(1)/Kids[${refs(ones)}]>>`,
    61: `<</FT/Tx/T(Other)/V(1)/Kids[${refs(others)}]>>`,
    62: `[${refs(all)}]`,
  }
  const form = { catalog: '/AcroForm<</Fields[60 0 R 61 0 R]>>', page: '/Annots 62 0 R' }
  const file = aPdf({ ...form, pages: 20, objects })
  expect(validatePdf(file, policy).file.problem).toBe('too_complex')
})

describe('a field that can’t be looked into has a reservation, and hides that of no other', () => {
  const shown = '/Type/Annot/Subtype/Widget/F 4/FT/Tx/V(1)/Rect[0 0 9 9]'
  const draws = '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F 4 0 R>>>>'
  const validated = (objects: Record<number, string | Buffer>) => {
    const all = {
      60: `<<${shown}/T(Amount)/AP<</N 61 0 R>>>>`,
      61: streamObject('BT /F 9 Tf (9) Tj ET', draws),
      62: `<<${shown}/T(Other)/AP<</N 63 0 R>>>>`,
      64: '<</Type/Annot/Subtype/Link/Rect[0 0 1 1]/A<</S/Launch/F(x)>>>>',
      ...objects,
    }
    const form = {
      catalog: '/AcroForm<</Fields[60 0 R 62 0 R]>>',
      page: '/Annots[60 0 R 62 0 R 64 0 R]',
    }
    return validatePdf(signAll(aPdf({ ...form, objects: all }), pki, { level: 'B-T' }), policy)
  }
  const differing = (field: string) => ({ code: 'field_value_differs', parameters: { field } })
  const launch = { code: 'active_content', parameters: { kinds: 'launch' } }
  const large = Buffer.alloc(33 * 1024 * 1024, ' ')

  test.each<[string, Record<number, string | Buffer>]>([
    ['a drawing that nests', { 63: streamObject(`${'['.repeat(102)}${']'.repeat(102)} TJ`, draws) }],
    ['a drawing that inflates', { 63: streamObject(zlib.deflateSync(large), `${draws}/Filter/FlateDecode`) }],
    [
      'a drawing of many filters',
      { 63: streamObject('3>'.repeat(9), `${draws}/Filter[${'/AHx'.repeat(9)}]`) },
    ],
    ['a drawing with a long string', { 63: streamObject(`(${' '.repeat(5_000_000)}) Tj`, draws) }],
    [
      'a drawing whose font maps more characters than a stream may hold',
      {
        63: streamObject('BT /F 9 Tf (1) Tj ET', draws.replace('4 0 R', '65 0 R')),
        65: '<</Type/Font/Subtype/Type1/BaseFont/Own/ToUnicode 66 0 R>>',
        66: streamObject(zlib.deflateSync(large), '/Filter/FlateDecode'),
      },
    ],
  ])('%s', (_, objects) => {
    const { overall, file, warnings, withReservation } = validated(objects)
    expect([overall, file.problem, withReservation]).toEqual(['TOTAL_PASSED', undefined, true])
    expect(warnings).toEqual(expect.arrayContaining([launch, differing('Amount'), differing('Other')]))
  })

  test('unless there are more of them than the streams of a file may inflate to', () => {
    const drawing = streamObject(zlib.deflateSync(large), `${draws}/Filter/FlateDecode`)
    const names = Array.from({ length: 9 }, (_, index) => 70 + index)
    const kids = names.map((num) => `<<${shown}/T(${num})/AP<</N 63 0 R>>>>`).join('')
    const { file } = validated({ 63: drawing, 62: `<</T(Other)/Kids[${kids}]>>` })
    expect(file.problem).toBe('too_complex')
  })
})

describe('an object that can’t be looked into has a reservation of the file', () => {
  const nested = `${'['.repeat(102)}${']'.repeat(102)}`
  const validated = (objects: Record<number, string | Buffer>, form: Parameters<typeof aPdf>[0] = {}) =>
    validatePdf(signAll(aPdf({ ...form, objects }), pki, { level: 'B-T' }), policy)

  test('a form for viewers of XFA that inflates to too much, beside a program that is started', () => {
    const catalog = '/OpenAction<</S/Launch/F(x)>>/AcroForm<</Fields[]/XFA 60 0 R>>'
    const form = streamObject(zlib.deflateSync(Buffer.alloc(33 * 1024 * 1024, ' ')), '/Filter/FlateDecode')
    const { overall, warnings } = validated({ 60: form }, { catalog })
    expect(overall).toBe('TOTAL_PASSED')
    expect(warnings).toContainEqual({ code: 'scripts_not_examined' })
    expect(warnings.map(({ code }) => code)).not.toContain('active_content')
  })

  test.each<[string, string | Buffer]>([
    ['that nests', nested],
    [
      'of a stream of objects that inflates to too much',
      streamObject(
        zlib.deflateSync(Buffer.alloc(33 * 1024 * 1024, ' ')),
        '/Type/ObjStm/N 0/First 0/Filter/FlateDecode',
      ),
    ],
    [
      'of a stream of objects that doesn’t inflate',
      streamObject('not deflated', '/Type/ObjStm/N 0/First 0/Filter/FlateDecode'),
    ],
  ])('one %s, beside those that say a key twice', (_, body) => {
    const { overall, warnings } = validated({ 60: body, 61: '<</A 1/A 2>>' })
    expect(overall).toBe('TOTAL_PASSED')
    expect(warnings).toContainEqual({ code: 'doubled_keys', parameters: { objects: '61' } })
    expect(warnings).toContainEqual({ code: 'objects_not_examined', parameters: { objects: '60' } })
  })

  test('a stream of objects that says a key twice and doesn’t inflate', () => {
    const body = streamObject('not deflated', '/Type/ObjStm/N 0/First 0/Filter/FlateDecode/A 1/A 2')
    const { overall, warnings } = validated({ 60: body })
    expect(overall).toBe('TOTAL_PASSED')
    expect(warnings).toContainEqual({ code: 'doubled_keys', parameters: { objects: '60' } })
    expect(warnings).toContainEqual({ code: 'objects_not_examined', parameters: { objects: '60' } })
  })
})
