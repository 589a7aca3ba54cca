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
