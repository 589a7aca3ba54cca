import { describe, expect, test } from 'vitest'
import { aPki } from './cms/testing/sample-authority.ts'
import { listInputFields } from './fields/list-input-fields.ts'
import { inspect } from './inspect.ts'
import { entryOf, openDocument, resolve } from './reader/document.ts'
import { isDict, isStream, isString } from './reader/objects.ts'
import { listPages } from './reader/page-tree.ts'
import { refusal } from './refusal.ts'
import { rewriteDocument } from './rewrite.ts'
import { joined, signAll } from './testing/ceremony.ts'
import { aPdf, appendRevision, streamObject } from './testing/pdf-builder.ts'
import { qpdf, qpdfComplaints } from './testing/qpdf.ts'

const encryptions = [
  ['RC4 of 40 bits', ['40']],
  ['RC4 of 128 bits', ['128', '--use-aes=n']],
  ['RC4 by crypt filters', ['128', '--use-aes=n', '--force-V4']],
  ['RC4 with plain metadata', ['128', '--use-aes=n', '--force-V4', '--cleartext-metadata']],
  ['AES of 128 bits', ['128', '--use-aes=y']],
  ['AES of 256 bits, revision 5', ['256', '--force-R5']],
  ['AES of 256 bits, revision 6', ['256']],
] as const

function encrypted(content: Uint8Array, [bits = '', ...options]: readonly string[], password = ''): Buffer {
  const weak = ['--allow-weak-crypto', '--static-id']
  return qpdf(content, ...weak, '--encrypt', password, 'owner', bits, ...options, '--')
}

/** The title of the file and what is on its first page. */
function contentOf(bytes: Uint8Array): [string, string] {
  const document = openDocument(bytes)
  const info = resolve(document, document.xref.trailer.entries.get('Info'))
  const title = isDict(info) ? entryOf(document, info, 'Title') : null
  const [page] = listPages(document)
  const contents = page ? entryOf(document, page.dict, 'Contents') : null
  return [
    isString(title) ? Buffer.from(title.bytes).toString() : '',
    isStream(contents) ? Buffer.from(contents.data).toString() : '',
  ]
}

const titled = (style?: 'object_streams') =>
  aPdf({
    ...(style ? { style } : {}),
    catalog: '/Metadata 90 0 R',
    trailer: '/Info 91 0 R',
    objects: {
      90: streamObject('<xmp/>', '/Type/Metadata/Subtype/XML'),
      91: '<</Title(Lease \\(draft\\))>>',
    },
  })

describe('a file that opens without a password loses its encryption and nothing else', () => {
  test.each(encryptions)('by %s', (_, options) => {
    const file = encrypted(titled(), options)
    expect(inspect(file)).toMatchObject({ encrypted: true, locked: false, pageCount: 1 })
    const plain = rewriteDocument(file)
    expect(inspect(plain)).toMatchObject({ encrypted: false, needsNormalising: false, pageCount: 1 })
    const [title, text] = contentOf(plain)
    expect(title).toBe('Lease (draft)')
    expect(qpdfComplaints(plain)).toBe('')
    expect(contentOf(qpdf(plain, '--stream-data=uncompress'))[1]).toContain('(Agreement) Tj')
    expect(text.length).toBeGreaterThan(0)
  })

  test('with its objects in enciphered streams', () => {
    const file = encrypted(titled('object_streams'), ['256'])
    expect(file.includes('/ObjStm')).toBe(true)
    expect(contentOf(rewriteDocument(file))[0]).toBe('Lease (draft)')
  })
})

test.each([
  ['with a table', titled()],
  ['with object streams', titled('object_streams')],
])('a file that is encrypted and broken is read too, %s', (_, plain) => {
  const text = encrypted(plain, ['256']).toString('latin1').replaceAll('startxref', 'startxxxx')
  const file = Buffer.from(text, 'latin1')
  expect(inspect(file)).toMatchObject({ encrypted: true, locked: false, pageCount: 1 })
  expect(contentOf(rewriteDocument(file))[0]).toBe('Lease (draft)')
})

test.each(encryptions)('a file that takes a password to open is refused, by %s', (_, options) => {
  expect(refusal(inspect(encrypted(titled(), options, 'secret')))).toBe('encrypted')
})

test('a signed file that is encrypted is refused with that reason', () => {
  const field = { 60: '<</FT/Sig/T(Anna)/V 70 0 R>>', 70: '<</Type/Sig/Filter/Adobe.PPKLite/Contents<00>>>' }
  const file = encrypted(aPdf({ catalog: '/AcroForm<</Fields[60 0 R]>>', objects: field }), ['256'])
  expect(refusal(inspect(file))).toBe('signed_and_encrypted')
})

test.each([
  ['an unknown handler', '/Encrypt<</Filter/Entrust/V 4/R 4>>'],
  ['an unknown revision', '/Encrypt<</Filter/Standard/V 9/R 9>>'],
  ['no keys', '/Encrypt<</Filter/Standard/V 5/R 6>>'],
  ['nonsense', '/Encrypt 3 0 R'],
])('encryption by %s is one that takes a password', (_, trailer) => {
  expect(inspect(aPdf({ trailer }))).toMatchObject({ encrypted: true, locked: true, pageCount: 0 })
})

describe('a damaged file is written again', () => {
  const node = (count: number, ...kids: number[]) =>
    `<</Type/Pages/Count ${count}/MediaBox[0 0 90 80]/Rotate 90/Kids[${kids.map((num) => `${num} 0 R`).join(' ')}]>>`
  const breaking = (change: (text: string) => string, file = aPdf({ pages: 2 })) =>
    Buffer.from(change(file.toString('latin1')), 'latin1')

  test.each([
    ['without startxref', breaking((text) => text.replaceAll('startxref', 'startxxxx')), 2],
    ['cut off', breaking((text) => text.slice(0, text.indexOf('xref\n'))), 2],
    [
      'with one entry that leads elsewhere',
      breaking((text) => text.replace(/\n4 1\n\d{10}/, '\n4 1\n0000000011')),
      2,
    ],
    ['with something before its header', Buffer.concat([Buffer.from('Received: by mail\n'), aPdf()]), 1],
    ['whose page tree runs in a circle', aPdf({ objects: { 2: node(2, 10, 2) } }), 1],
    ['that lists a page five times', aPdf({ objects: { 2: node(5, 10, 10, 10, 10, 10) } }), 5],
    [
      'that claims more objects than there can be',
      breaking((text) => text.replace('/Size 12', '/Size 8388600')),
      2,
    ],
    ['whose count is wrong', aPdf({ objects: { 2: node(7, 10) } }), 1],
  ])('%s', (_, file, pageCount) => {
    const before = inspect(file)
    expect(before).toMatchObject({ needsNormalising: true, pageCount })
    const written = rewriteDocument(file)
    expect(inspect(written)).toMatchObject({ needsNormalising: false, pages: before.pages })
    expect(qpdfComplaints(written)).toBe('')
    expect(rewriteDocument(file)).toEqual(written)
  })

  test('a page that was listed twice becomes two, each with a list of annotations of its own', () => {
    const written = rewriteDocument(
      aPdf({ page: '/Annots 60 0 R', objects: { 2: node(2, 10, 10), 60: '[]' } }),
    )
    const lists = listPages(openDocument(written)).map(({ ref, dict }) => [
      ref.num,
      dict.entries.get('Annots'),
    ])
    expect(lists[0]?.[0]).not.toBe(lists[1]?.[0])
    expect(lists[1]?.[1]).toEqual([])
  })

  test('without what nothing refers to, and what an older revision held', () => {
    const file = appendRevision(aPdf({ objects: { 99: '<</Secret true>>', 98: '<</Old true>>' } }), {
      3: streamObject('BT ET'),
    })
    const written = rewriteDocument(file).toString('latin1')
    expect(written).not.toMatch(/Secret|Old|Agreement/)
  })

  test('a reference to nothing becomes null, not another object', () => {
    const [page] = listPages(openDocument(rewriteDocument(aPdf({ page: '/Thumb 77 0 R' }))))
    expect(page?.dict.entries.get('Thumb')).toBeNull()
  })
})

describe('a hostile file does not grow', () => {
  const listed = (count: number) => Array.from({ length: count }, () => '10 0 R').join(' ')

  test('by a page that is listed thousands of times and inherits much', () => {
    const resources = `<</Font<<${Array.from({ length: 2000 }, (_, i) => `/F${i} 4 0 R`).join('')}>>>>`
    const tree = `<</Type/Pages/Count 5000/Resources ${resources}/MediaBox[0 0 9 9]/Kids[${listed(5000)}]>>`
    const file = aPdf({ objects: { 2: tree, 10: '<</Type/Page/Parent 2 0 R>>' } })
    expect(rewriteDocument(file).length).toBeLessThan(file.length * 20)
  })

  test.each([
    ['of which there is much', `/Note(${'x'.repeat(1_000_000)})`],
    ['that has many entries', Array.from({ length: 20_000 }, (_, i) => `/N${i} 1`).join('')],
  ])('by a page that is listed thousands of times, %s', (_, entries) => {
    const tree = `<</Type/Pages/Count 5000/MediaBox[0 0 9 9]/Kids[${listed(5000)}]>>`
    expect(() => rewriteDocument(aPdf({ page: entries, objects: { 2: tree } }))).toThrow(
      expect.objectContaining({ code: 'too_complex' }),
    )
  })
})

test('a page that was listed as if it were more than one becomes a plain page', () => {
  const page = (more: string): string => `<</Type/Page/Parent 2 0 R/Contents 3 0 R${more}>>`
  const tree = '<</Type/Pages/Count 9/Kids[10 0 R 50 0 R]/MediaBox[0 0 300 200]>>'
  const written = rewriteDocument(aPdf({ objects: { 2: tree, 50: page('/Kids 4 0 R/Count 7') } }))
  expect(inspect(written)).toMatchObject({ pageCount: 2, needsNormalising: false })
})

test('a rewritten file can be signed', () => {
  const file = rewriteDocument(encrypted(titled(), ['256']))
  expect(inspect(joined(signAll(file, aPki()))).signatures).toHaveLength(2)
})

test.each([
  ['kept where it is XML', '<?xpacket begin="" id="x"?><a:b xmlns:a="urn:a"/><?xpacket end="w"?>', true],
  ['dropped where it breaks off', '<?xpacket begin="" id="x"?><a:b xmlns:a="urn:a">', false],
  ['dropped where it is none', 'PK not XML', false],
])('metadata is %s', (_, text, isKept) => {
  const broken = aPdf({
    catalog: '/Metadata 80 0 R',
    objects: { 80: streamObject(text, '/Type/Metadata/Subtype/XML') },
  })
  const rewritten = rewriteDocument(broken).toString('latin1')
  expect(rewritten.includes('/Metadata')).toBe(isKept)
})

test('metadata that does not inflate is dropped', () => {
  const entries = '/Type/Metadata/Subtype/XML/Filter/FlateDecode'
  const file = aPdf({ catalog: '/Metadata 80 0 R', objects: { 80: streamObject('not deflated', entries) } })
  expect(rewriteDocument(file).toString('latin1')).not.toContain('/Metadata')
})

describe('a form is rewritten without its scripts', () => {
  const script = '<</S/JavaScript/JS(event.value = 1)>>'
  const widget = '/Type/Annot/Subtype/Widget/F 4/P 10 0 R'
  const form = aPdf({
    catalog: `/OpenAction ${script}/AA<</WS ${script}>>/Names<</JavaScript<</Names[(a) ${script}]>>>>/AcroForm<</Fields[60 0 R 61 0 R]/CO[61 0 R]>>`,
    page: `/AA<</O ${script}>>/Annots[60 0 R 61 0 R 62 0 R 63 0 R]`,
    objects: {
      60: `<<${widget}/FT/Tx/T(Rent)/V(900)/Rect[20 150 160 170]/AA<</K ${script}/F ${script}>>>>`,
      61: `<<${widget}/FT/Tx/T(Sum)/Rect[20 120 160 140]/AA<</C 70 0 R>>>>`,
      62: `<<${widget}/FT/Btn/Ff 65536/T(Reset)/Rect[20 90 60 110]/A<</S/ResetForm/Next ${script}>>>>`,
      63: '<</Type/Annot/Subtype/Link/Rect[20 60 60 80]/A<</S/URI/URI(https://example.org)>>>>',
      70: script,
    },
  })
  const rewritten = rewriteDocument(form, { removeScripts: true })

  test('it is refused before and taken after, and its fields can be filled in', () => {
    expect(refusal(inspect(form))).toBe('active_content')
    expect(inspect(rewritten)).toMatchObject({ activeContent: [], needsNormalising: false })
    const { fields, problem } = listInputFields(rewritten)
    expect({ names: fields.map(({ name, value }) => [name, value]), problem }).toEqual({
      names: [
        ['Rent', '900'],
        ['Sum', ''],
      ],
      problem: undefined,
    })
    expect(qpdfComplaints(rewritten)).toBe('')
  })

  test('no script is left anywhere in it, and links are', () => {
    const text = rewritten.toString('latin1')
    expect(text).not.toMatch(/JavaScript|event\.value|\/AA|\/CO\b/)
    expect(text).toContain('https://example.org')
  })

  test.each([
    ['behind many other actions', `<</S/GoTo/Next[${'<</S/GoTo/D[10 0 R/Fit]>>'.repeat(300)}${script}]>>`],
    ['behind actions that are shared', '<</S/GoTo/Next[80 0 R 81 0 R]>>'],
    ['of a rendition', '<</S/Rendition/JS(event.value = 1)>>'],
  ])('a script %s goes as well', (_, action) => {
    const objects = {
      80: '<</S/GoTo/D[10 0 R/Fit]/Next 82 0 R>>',
      81: `<</S/GoTo/Next ${script}>>`,
      82: '<</S/GoTo/D[10 0 R/Fit]/Next 81 0 R>>',
    }
    const clean = rewriteDocument(aPdf({ catalog: `/OpenAction ${action}`, objects }), {
      removeScripts: true,
    })
    expect(clean.toString('latin1')).not.toContain('event.value')
  })

  test('an outline of many items is kept', () => {
    const items = Array.from({ length: 3000 }, (_, at) => [
      100 + at,
      `<</Title(Item ${at})/Parent 80 0 R/Dest[10 0 R/Fit]${at < 2999 ? `/Next ${101 + at} 0 R` : ''}>>`,
    ])
    const outline = aPdf({
      catalog: `/OpenAction ${script}/Outlines 80 0 R`,
      objects: { 80: '<</Type/Outlines/First 100 0 R/Count 3000>>', ...Object.fromEntries(items) },
    })
    const clean = rewriteDocument(outline, { removeScripts: true }).toString('latin1')
    expect(clean.match(/\(Item \d+\)/g)).toHaveLength(3000)
  })

  test('it keeps them where nobody asked for that', () => {
    expect(rewriteDocument(form).toString('latin1')).toContain('event.value')
  })
})
