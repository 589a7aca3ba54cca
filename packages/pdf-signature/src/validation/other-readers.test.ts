import { describe, expect, test } from 'vitest'
import { aPki } from '../cms/testing/sample-authority.ts'
import { inspect } from '../inspect.ts'
import { aCms, joined, signAll, validationData } from '../testing/ceremony.ts'
import { aPdf, appendRevision, buildPdf, streamObject } from '../testing/pdf-builder.ts'
import type { XrefStyle } from '../testing/pdf-builder.ts'
import { aSignatureDictionary, aWidget, signRevision } from '../testing/raw-signature.ts'
import { validatePdf } from '../validate.ts'
import { addValidationData } from '../validation-data.ts'

// Poppler, qpdf, PDFium and pdf.js read some files in another way than our reader: none of these is simply valid.

const pki = aPki()
const sign = (base: Uint8Array): Buffer => joined(signAll(base, pki))
const signed = sign(aPdf())
const agreed = 'BT /F 12 Tf 20 100 Td (Pay 1000000) Tj ET'
const planted = `x\n3 0 obj\n<</Length ${agreed.length}>>\nstream\n${agreed}\nendstream\nendobj\n`
const plus = (base: Uint8Array, text: string): Buffer =>
  Buffer.concat([Buffer.from(base), Buffer.from(text, 'latin1')])
const asText = (file: Buffer, change: (text: string) => string): Buffer =>
  Buffer.from(change(file.toString('latin1')), 'latin1')

/** The same number to who adds up bytes without a look at them: one less in one place, and ten more in the next. */
function withOddDigit(digits: string): string {
  const at = digits.slice(0, 8).search(/[1-9](?=.?$)|[1-9](?=0*$)/)
  const next = String.fromCharCode(58 + Number(digits[at + 1]))
  return `${digits.slice(0, at)}${Number(digits[at]) - 1}${next}${digits.slice(at + 2)}`
}

function verdict(bytes: Uint8Array) {
  const anchors = [pki.root.certificate.raw]
  const { overall, signatures } = validatePdf(bytes, { anchors, at: new Date(), isThorough: true })
  return { overall, codes: [...new Set(signatures.flatMap(({ errors }) => errors.map(({ code }) => code)))] }
}
const passed = { overall: 'TOTAL_PASSED', codes: [] }
const undecided = { overall: 'INDETERMINATE', codes: ['structure_ambiguous'] }
const failedBy = (...codes: string[]) => ({
  overall: 'TOTAL_FAILED',
  codes: expect.arrayContaining(['changed_after_signing', ...codes]),
})

describe('after a signature', () => {
  test.each([
    ['a comment', '%startxref 15\n%%EOF\n'],
    ['a word', '%astartxref 15\n%%EOF\n'],
    ['the mark of the end', '%%EOF_startxref 15\n'],
    ['a comment of its own words', '% startxref 15\n%%EOF\n'],
  ])('another startxref in %s breaks the file', (_, text) =>
    expect(verdict(plus(signed, text))).toEqual(failedBy('structure_broken')),
  )

  test.each([
    ['a stream', streamObject(planted)],
    ['a string', `(${planted})`],
    ['a comment', '% 3 0 obj <</Length 0>>\n<<>>'],
  ])('what looks like an object in %s is hidden content', (_, body) =>
    expect(verdict(appendRevision(signed, { 900: body }))).toEqual(failedBy('hidden_objects_added')),
  )

  test('a cross-reference entry with other bytes than digits breaks the file', () => {
    const later = appendRevision(signed, { 900: '(a)' })
    const odd = asText(later, (text) => text.replace(/(?<=\n900 1\n)\d{10}/, withOddDigit))
    expect(odd).toHaveLength(later.length)
    expect(odd.equals(later)).toBe(false)
    expect(verdict(odd)).toEqual(failedBy('structure_broken'))
  })

  test.each([
    ['entries of 19 bytes', (text: string) => text.replace(/(900 1\n\d{10} \d{5} n) \n/, '$1\n')],
    [
      'two /Root in its trailer',
      (text: string) =>
        text.replace(/\/Root 1 0 R>>\n(?=startxref\n\d+\n%%EOF\n$)/, '/Root 1 0 R/Root 1 0 R>>\n'),
    ],
    [
      'a real where its trailer has integers',
      (text: string) => text.replace(/\/Size 1001\//, '/Size 1001.0/'),
    ],
    ['no /Size in its trailer', (text: string) => text.replace(/\/Size 1001\//, '/')],
    ['a /Size that is too small', (text: string) => text.replace(/\/Size 1001\//, '/Size 9/')],
    ['a stream that is nowhere', (text: string) => text.replace(/\/Size 1001\//, '/Size 1001/XRefStm 0/')],
    ['an entry of another generation', (text: string) => text.replace(/(?<=\n900 1\n\d{10} )00000/, '00007')],
    [
      'a trailer with a number that is none',
      (text: string) => text.replace(/\/Size 1001\//, '/Size 1001/X 0-1/'),
    ],
  ])('a table with %s leaves the file undecided', (_, change) =>
    expect(verdict(asText(appendRevision(signed, { 900: '(a)' }), change))).toEqual(undecided),
  )

  test('a table whose entries some readers count from 0 leaves the file undecided', () => {
    const base = buildPdf({
      objects: {
        2: '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 300 200]>>',
        3: '<</Type/Page/Parent 2 0 R>>',
        4: '<</Type/Catalog/Pages 2 0 R>>',
      },
    })
    const file = sign(asText(base, (text) => text.replace('/Root 1 0 R', '/Root 4 0 R')))
    const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(file.toString('latin1'))?.[1]
    const entry = (num: number): string =>
      `${String(file.lastIndexOf(`\n${num} 0 obj`) + 1).padStart(10, '0')} 00000 n \n`
    const table = (first: number): string =>
      `xref\n${first} ${4 - first}\n${first === 1 ? '0000000000 65535 f \n' : ''}${entry(2)}${entry(3)}`
    const end = `trailer\n<</Size 999/Root 4 0 R/Prev ${previous}>>\nstartxref\n${file.length}\n%%EOF\n`
    expect(verdict(plus(file, table(1) + end))).toEqual(undecided)
    expect(verdict(plus(file, table(2) + end))).toEqual(passed)
  })

  test('a comment that leaves the end of the file too far behind leaves it undecided', () => {
    expect(verdict(plus(signed, `%${' '.repeat(1500)}\n`))).toEqual(undecided)
    expect(verdict(plus(signed, `%${' '.repeat(200)}\n`))).toEqual(passed)
  })

  test('a file that has become as long as its linearisation says is undecided', () => {
    const length = 90_000
    const header = `%PDF-1.7\n90 0 obj\n<</Linearized 1/L ${length}>>\nendobj\n`
    const objects = {
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 300 200]>>',
      3: '<</Type/Page/Parent 2 0 R>>',
    }
    const file = sign(buildPdf({ header, objects }))
    expect(verdict(file)).toEqual(passed)
    const filled = (count: number) => appendRevision(file, { 900: `(${'a'.repeat(count)})` })
    const grown = filled(length - filled(10_000).length + 10_000)
    expect(grown).toHaveLength(length)
    expect(verdict(grown)).toEqual(undecided)
    expect(verdict(filled(10_000))).toEqual(passed)
  })
})

describe('before a signature', () => {
  const shifted = (change: (text: string) => string): Buffer => asText(aPdf({ pages: 2 }), change)
  const ambiguous: [string, Buffer][] = [
    ['bytes before its header', buildPdf({ header: ' %PDF-1.7\n', objects: minimal() })],
    ['entries of 19 bytes', shifted((text) => text.replace(/(\d{10} \d{5} [nf]) \n/g, '$1\n'))],
    ['two /Root in its trailer', aPdf({ trailer: '/Root 1 0 R' })],
    ['a trailer with a number that is none', aPdf({ trailer: '/X --1' })],
    ['a cross-reference stream that is nowhere', aPdf({ trailer: '/XRefStm 0' })],
    ['an earlier cross-reference that is no number', aPdf({ trailer: '/Prev 7 0 R' })],
    ['no /Size', shifted((text) => text.replace(/\/Size \d+/, ''))],
  ]

  test.each(ambiguous)('a file with %s is to be written again', (_, file) =>
    expect(inspect(file)).toMatchObject({ needsNormalising: true }),
  )

  test.each(ambiguous)('a file with %s that was signed all the same is undecided', (_, file) =>
    expect(verdict(sign(file))).toEqual(undecided),
  )

  const ofGeneration1 = (text: string): string =>
    text.replace('\n3 0 obj', '\n3 1 obj').replace(/(?<=\n3 1\n\d{10} )00000/, '00001')

  test.each([
    ['a reference', shifted((text) => text.replaceAll('/Contents 3 0 R', '/Contents 3 1 R'))],
    ['an object', shifted(ofGeneration1)],
  ])('a file with %s of another generation that was signed all the same is undecided', (_, base) => {
    expect(verdict(sign(base))).toEqual(undecided)
    expect(verdict(signedByAnna(base))).toMatchObject({
      codes: expect.arrayContaining(['structure_ambiguous']),
    })
  })

  test('a revision that names an object by another generation stays undecided when that is mended', () => {
    const base = aPdf({ catalog: '/Metadata 50 1 R', objects: { 50: metadata } })
    const mended = (file: Buffer) =>
      appendRevision(file, { 1: rootOf(file).replace('50 1 R', '50 0 R'), 50: metadata })
    expect(verdict(mended(sign(base)))).toEqual(undecided)
  })

  test('a file whose table has other bytes than digits is to be written again', () => {
    const odd = asText(aPdf(), (text) => text.replace(/\b0{7}[1-9]\d\d(?= 00000 n)/, withOddDigit))
    expect(inspect(odd)).toMatchObject({ needsNormalising: true })
  })

  test.each([
    ['its end too far behind', `%${' '.repeat(1500)}\n%%EOF\n`],
    ['another startxref in a comment', '%startxref 15\n%%EOF\n'],
  ])('a revision that was signed with %s stays undecided', (_, end) => {
    const first = (text: string): Buffer => signedByAnna(aPdf(), text)
    expect(verdict(withStore(first('')))).toEqual(passed)
    expect(verdict(withStore(first(end)))).toEqual(undecided)
  })

  test('a revision that was signed without counting all of its objects stays undecided', () => {
    const base = aPdf({ objects: { 2000: '(a)' } })
    expect(verdict(withStore(signedByAnna(base)))).toEqual(passed)
    const short = asText(base, (text) => text.replace(/\/Size 2001/, '/Size 9'))
    expect(verdict(signedByAnna(short)).codes).toContain('structure_ambiguous')
    expect(verdict(withStore(signedByAnna(short)))).toEqual(undecided)
  })

  function signedByAnna(base: Buffer, closing = ''): Buffer {
    const objects = {
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[60 0 R]/SigFlags 3>>>>',
      10: '<</Type/Page/Parent 2 0 R/Contents 3 0 R/Resources<</Font<</F 4 0 R>>>>/Annots[60 0 R]>>',
      60: `${aWidget('Anna')}/FT/Sig/V 70 0 R>>`,
      70: aSignatureDictionary(),
    }
    return signRevision(base, objects, (digest) => aCms(pki, digest), { closing })
  }

  function withStore(file: Buffer): Buffer {
    return joined([file, addValidationData(file, validationData(pki))])
  }

  function minimal(): Record<number, string> {
    return {
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 300 200]>>',
      3: '<</Type/Page/Parent 2 0 R>>',
    }
  }
})

const metadata = streamObject('<x/>', '/Type/Metadata/Subtype/XML')

/** The catalogue as it was written last. */
const rootOf = (file: Buffer): string =>
  [...file.toString('latin1').matchAll(/\n1 0 obj\n([^]*?)\nendobj/g)].at(-1)?.[1] ?? ''

describe('a file is valid as before', () => {
  test.each<XrefStyle>(['table', 'stream', 'object_streams', 'hybrid'])(
    'with a cross-reference as %s',
    (style) => expect(verdict(sign(aPdf({ style, pages: 3 })))).toEqual(passed),
  )

  test.each([
    ['entries that end in CR LF', (text: string) => text.replace(/(900 1\n\d{10} \d{5} n) \n/, '$1\r\n')],
    ['a comment after its end', (text: string) => `${text}% a server was here\n`],
    ['empty lines after its end', (text: string) => `${text}\r\n\r\n\0\0`],
  ])('with a later revision that has %s', (_, change) =>
    expect(verdict(asText(appendRevision(signed, { 900: '(a)' }), change))).toEqual(passed),
  )

  test('with a reference to an object in a stream by another generation, which no viewer looks at', () => {
    const catalog = '/MarkInfo 100 65535 R'
    const objects = { 100: '<</Marked false>>' }
    expect(verdict(sign(aPdf({ style: 'object_streams', catalog, objects })))).toEqual(passed)
  })

  test('with a number that is none in what was signed', () => {
    expect(verdict(sign(aPdf({ catalog: '/X 50 0 R', objects: { 50: '[--1 0.0.5]' } })))).toEqual(passed)
  })
})
