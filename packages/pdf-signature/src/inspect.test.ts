import { describe, expect, test } from 'vitest'
import { aPki } from './cms/testing/sample-authority.ts'
import { inspect } from './inspect.ts'
import { refusal } from './refusal.ts'
import { joined, signAll } from './testing/ceremony.ts'
import { aPdf, streamObject } from './testing/pdf-builder.ts'

const refusalOf = (bytes: Uint8Array) => refusal(inspect(bytes))
const script = '<</S/JavaScript/JS(app.alert\\(1\\))>>'
const signed = (lock = '', catalog = '') =>
  aPdf({
    catalog: `/AcroForm<</Fields[60 0 R]>>${catalog}`,
    objects: { 60: '<</FT/Sig/T(Anna)/V 70 0 R>>', 70: `<</Type/Sig/SubFilter/adbe.pkcs7.detached${lock}>>` },
  })

test('pages are described as displayed', () => {
  const { pages } = inspect(aPdf({ page: '/Rotate 90/UserUnit 2/CropBox[10 10 110 60]' }))
  expect(pages).toEqual([{ index: 0, width: 100, height: 200, rotation: 90 }])
})

test('the version of the catalogue counts where it is newer', () => {
  expect(inspect(aPdf({ catalog: '/Version/2.0' })).pdfVersion).toBe('2.0')
  expect(inspect(aPdf({ catalog: '/Version/1.4' })).pdfVersion).toBe('1.7')
})

test('signatures tell what they cover', () => {
  const { signatures } = inspect(signAll(aPdf(), aPki()))
  expect(signatures).toEqual([
    { fieldName: 'Signer 1', subFilter: 'ETSI.CAdES.detached', covers: 'earlier_revision' },
    { fieldName: 'Timestamp', subFilter: 'ETSI.RFC3161', covers: 'whole_file' },
  ])
})

describe('a file is taken', () => {
  test.each([
    ['that is plain', aPdf()],
    ['that is signed already', joined(signAll(aPdf(), aPki()))],
    [
      'that is broken but not signed',
      Buffer.from(aPdf().toString('latin1').replaceAll('startxref', 'x'), 'latin1'),
    ],
    ['with a script in a field’s format action', withAnnotation(`/Subtype/Widget/FT/Tx/AA<</F ${script}>>`)],
    ['with a script that runs on a click', withAnnotation(`/Subtype/Link/A ${script}`)],
    ['with a link', withAnnotation('/Subtype/Link/A<</S/URI/URI(https://example.com)>>')],
    ['whose lock names other fields', signed(lock('Include', '[(City)]'))],
  ])('%s', (_, bytes) => {
    expect(refusalOf(bytes)).toBeNull()
  })
})

/** A file whose objects are all packed, by a filter of that name. */
const packedBy = (filter: string): Buffer =>
  Buffer.from(
    aPdf({ style: 'object_streams' })
      .toString('latin1')
      .replace(/(\/Type\/ObjStm[^>]*\/Filter)\/FlateDecode/, `$1/${filter}`.padEnd(12)),
    'latin1',
  )

test('an unsigned hybrid file is to be written again, so that all readers find the same objects', () => {
  expect(inspect(aPdf({ style: 'hybrid' }))).toMatchObject({ needsNormalising: true, signatures: [] })
})

const goTo = '<</S/GoTo/D[10 0 R/Fit]>>'
/** So many actions from object 100, each with the next, and that one at the end. */
const chain = (length: number, end: string): Record<number, string> =>
  Object.fromEntries(
    Array.from({ length }, (_, at) => [
      100 + at,
      at === length - 1 ? end : `<</S/GoTo/D[10 0 R/Fit]/Next ${101 + at} 0 R>>`,
    ]),
  )

test('actions that lead in a circle are followed once', () => {
  const circle = { 80: '<</S/GoTo/D[10 0 R/Fit]/Next[81 0 R 80 0 R]>>', 81: '<</S/GoTo/Next 80 0 R>>' }
  expect(refusalOf(aPdf({ catalog: '/OpenAction 80 0 R', objects: circle }))).toBeNull()
})

describe('a file is refused', () => {
  const launch = '/Subtype/Link/A<</S/GoTo/Next<</S/Launch/F(x.exe)>>>>'
  test.each([
    ['that is no PDF', Buffer.from('GIF89a'), 'not_a_pdf'],
    ['that is beyond repair', Buffer.from('%PDF-1.4\nnothing'), 'damaged'],
    ['whose pages are packed by a filter nobody knows', packedBy('BrotliDecode'), 'unsupported_filter'],
    ['that is encrypted', aPdf({ trailer: '/Encrypt<<>>' }), 'encrypted'],
    ['without pages', aPdf({ objects: { 2: '<</Type/Pages/Count 0/Kids[]>>' } }), 'no_pages'],
    ['of very many pages', aPdf({ pages: 10_001 }), 'too_many_pages'],
    ['certified against changes', signed(docMdp(1), '/Perms<</DocMDP 70 0 R>>'), 'certified_no_changes'],
    [
      'certified without an empty field',
      signed(docMdp(2), '/Perms<</DocMDP 70 0 R>>'),
      'certified_no_free_field',
    ],
    ['whose fields are all locked', signed(lock('All')), 'field_locked'],
    ['with a script on opening', aPdf({ catalog: `/OpenAction ${script}` }), 'active_content'],
    [
      'with a script behind many other actions on opening',
      aPdf({ catalog: `/OpenAction<</S/GoTo/D[10 0 R/Fit]/Next[${goTo.repeat(300)}${script}]>>` }),
      'active_content',
    ],
    [
      'with a script at the end of a long chain on opening',
      aPdf({ catalog: '/OpenAction 100 0 R', objects: chain(150, script) }),
      'active_content',
    ],
    [
      'with the script of a rendition on opening',
      aPdf({ catalog: '/OpenAction<</S/Rendition/JS(app.alert\\(1\\))>>' }),
      'active_content',
    ],
    [
      'with a script of the document',
      aPdf({ catalog: `/Names<</JavaScript<</Names[(a) ${script}]>>>>` }),
      'active_content',
    ],
    ['with a script of a page', aPdf({ page: `/AA<</O ${script}>>` }), 'active_content'],
    ...['PO', 'PC', 'PV', 'PI'].map((event): [string, Buffer, string] => [
      `with a script of an annotation that follows its page (${event})`,
      withAnnotation(`/Subtype/Link/AA<</${event} ${script}>>`),
      'active_content',
    ]),
    ...['F', 'UF', 'DOS', 'Unix'].map((system): [string, Buffer, string] => [
      `with a program attached to a page (${system})`,
      withAnnotation(`/Subtype/FileAttachment/FS<</${system}(invoice.pdf.exe)>>`),
      'active_content',
    ]),
    ['that starts a program', withAnnotation(launch), 'active_content'],
    [
      'that starts a program from a bookmark',
      aPdf({
        catalog: '/Outlines 80 0 R',
        objects: {
          80: '<</First 81 0 R>>',
          81: '<</Title(a)/Next 82 0 R>>',
          82: '<</Title(b)/Next 81 0 R/First 83 0 R>>',
          83: '<</Title(c)/A<</S/Launch/F(x.exe)>>>>',
        },
      }),
      'active_content',
    ],
    [
      'with a script in a field that runs when its page is seen',
      withAnnotation(`/Subtype/Widget/FT/Tx/AA<</PV ${script}>>`),
      'active_content',
    ],
    [
      'with a program in it',
      aPdf({ catalog: '/Names<</EmbeddedFiles<</Names[(a)<</F(setup.EXE)>>]>>>>' }),
      'active_content',
    ],
    [
      'that is signed and broken',
      Buffer.from(signed().toString('latin1').replaceAll('startxref', 'x'), 'latin1'),
      'signed_and_damaged',
    ],
    [
      'that draws its pages on opening',
      aPdf({ catalog: '/NeedsRendering true/AcroForm<</XFA 80 0 R>>', objects: { 80: streamObject('') } }),
      'dynamic_form',
    ],
    [
      'whose form asks to be rendered',
      aPdf({
        catalog: '/AcroForm<</XFA[(config) 80 0 R]>>',
        objects: { 80: streamObject('<acrobat7><dynamicRender>required</dynamicRender></acrobat7>') },
      }),
      'dynamic_form',
    ],
  ])('%s', (_, bytes, code) => {
    expect(refusalOf(bytes)).toBe(code)
  })
})

test('pages that lie elsewhere than the cross-reference says are found', () => {
  const text = aPdf().toString('latin1')
  const offset = String(text.indexOf('10 0 obj')).padStart(10, '0')
  const moved = Buffer.from(text.replace(`${offset} 00000 n`, '0000000003 00000 n'), 'latin1')
  expect(inspect(moved)).toMatchObject({ pageCount: 1, needsNormalising: true })
  expect(refusalOf(moved)).toBeNull()
})

test('an empty field is one that can be filled', () => {
  const field = (name: string, more = ''): string => `<</FT/Sig/T(${name})${more}>>`
  const file = aPdf({
    catalog: `/AcroForm<</Fields[60 0 R 61 0 R 62 0 R ${field('Inline')}]>>`,
    objects: { 60: field('Odd', '/V[1]'), 61: field('Empty'), 62: field('Null', '/V 99 0 R') },
  })
  expect(inspect(file).emptySignatureFields.map(({ name }) => name)).toEqual(['Empty', 'Null'])
})

test('of two fields with one name neither can be filled', () => {
  const file = aPdf({
    catalog: '/AcroForm<</Fields[60 0 R 61 0 R 62 0 R]>>',
    objects: {
      60: '<</FT/Sig/T(Twice)>>',
      61: '<</FT/Sig/T(Twice)/V 63 0 R>>',
      62: '<</FT/Sig/T(Once)>>',
      63: '<</Type/Sig>>',
    },
  })
  expect(inspect(file).emptySignatureFields.map(({ name }) => name)).toEqual(['Once'])
})

test('a name tree that runs in a circle is left', () => {
  const catalog = '/Names<</JavaScript 80 0 R>>'
  expect(
    inspect(aPdf({ catalog, objects: { 80: '<</Kids[80 0 R]>>', 81: streamObject('') } })).activeContent,
  ).toEqual([])
})

function withAnnotation(entries: string): Buffer {
  return aPdf({ page: '/Annots[60 0 R]', objects: { 60: `<</Type/Annot/Rect[0 0 9 9]${entries}>>` } })
}

function docMdp(permission: number): string {
  return `/Reference[<</TransformMethod/DocMDP/TransformParams<</P ${permission}>>>>]`
}

function lock(action: string, fields = '[]'): string {
  return `/Reference[<</TransformMethod/FieldMDP/TransformParams<</Action/${action}/Fields${fields}>>>>]`
}
