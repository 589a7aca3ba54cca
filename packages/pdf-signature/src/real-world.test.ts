import { describe, expect, test } from 'vitest'
import { aPki } from './cms/testing/sample-authority.ts'
import { inspect } from './inspect.ts'
import { openDocument } from './reader/document.ts'
import { isDict } from './reader/objects.ts'
import { refusal } from './refusal.ts'
import { rewriteDocument } from './rewrite.ts'
import { joined, signAll } from './testing/ceremony.ts'
import { aPdf, appendRevision, streamObject } from './testing/pdf-builder.ts'
import { qpdf, qpdfComplaints } from './testing/qpdf.ts'
import { validatePdf } from './validate.ts'

// Files as other programs write them: each is read without repair, signed in two fields to B-LTA, and sound afterwards.

const pki = aPki()
const rect = { x: 10, y: 10, width: 80, height: 30 }

/** What is wrong with the file once it is signed. */
function complaintsOf(file: Uint8Array): unknown[] {
  const before = inspect(file)
  const refused = before.needsNormalising ? 'needs normalising' : refusal(before)
  if (refused) return [refused]
  const fields = [
    { name: 'Anna', page: 0, rect },
    { name: 'Ben', page: 0, rect: null },
  ]
  const chunks = signAll(file, pki, { fields })
  const { signatures } = validatePdf(chunks, { anchors: [pki.root.certificate.raw], at: new Date() })
  const missed = signatures.length === 3 ? [] : [`${signatures.length} signatures`]
  const failed = signatures.filter(({ indication }) => indication !== 'TOTAL_PASSED')
  return [...missed, ...failed, ...[qpdfComplaints(joined(chunks))].filter(Boolean)]
}

const asText = (file: Buffer, change: (text: string) => string) =>
  Buffer.from(change(file.toString('latin1')), 'latin1')
/** Another spelling of as many bytes, so that offsets stay true. */
const widened = (from: string, to: string) => (text: string) => text.replaceAll(from, to.padEnd(from.length))

describe('a file is signed that is', () => {
  test.each(['1.0', '1.3', '1.4', '1.5', '1.6', '1.7', '2.0'])('of version %s', (version) => {
    expect(complaintsOf(asText(aPdf(), (text) => text.replace('%PDF-1.7', `%PDF-${version}`)))).toEqual([])
  })

  test.each([
    ['with a table', ['--object-streams=disable']],
    ['with streams', ['--object-streams=generate']],
  ])('linearised, %s', (_, options) => {
    const file = qpdf(aPdf({ pages: 5 }), '--linearize', ...options)
    expect(file.includes('/Linearized')).toBe(true)
    expect(complaintsOf(file)).toEqual([])
  })

  test('packed as tightly as qpdf can', () => {
    expect(
      complaintsOf(
        qpdf(aPdf({ pages: 5 }), '--object-streams=generate', '--compress-streams=y', '--recompress-flate'),
      ),
    ).toEqual([])
  })

  test('changed hundreds of times', () => {
    let file: Buffer = aPdf({ objects: { 99: '<</Note 0>>' }, catalog: '/Note 99 0 R' })
    for (let n = 1; n <= 300; n++) file = appendRevision(file, { 99: `<</Note ${n}>>` })
    const value = openDocument(file).load(99)
    expect(isDict(value) && value.entries.get('Note')).toBe(300)
    expect(complaintsOf(file)).toEqual([])
  })

  test('written without any space that is not needed', () => {
    const page =
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>/A(x)/B<41>/C[1[2]/D]/E true/F null/G -.5>>'
    const objects = ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 1/Kids[3 0 R]>>', page]
    let file = '%PDF-1.4\n'
    const offsets = [...objects, '<</Length 1>>stream\n\nendstream '].map((body, index) => {
      const at = file.length
      file += `${index + 1} 0 obj${body}endobj\n`
      return at
    })
    const start = file.length
    const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n\r\n`).join('')
    file += `xref\n0 5\n0000000000 65535 f\r\n${lines}trailer<</Size 5/Root 1 0 R>>startxref\n${start}\n%%EOF`
    expect(complaintsOf(Buffer.from(file, 'latin1'))).toEqual([])
  })

  test('written with carriage returns alone', () => {
    expect(
      complaintsOf(
        asText(aPdf(), (text) =>
          text.replaceAll(/\n(?=endstream)/g, '\r').replaceAll('endobj\n', 'endobj\r'),
        ),
      ),
    ).toEqual([])
  })

  test.each([
    ['names written in numbers', widened('/Type/Font/Subtype/Type1', '/S#75btype/Type1')],
    ['comments in its objects', widened('/BaseFont/Helvetica', '%a >> (\n/BaseFont/F')],
  ])('odd: %s', (_, change) => {
    expect(complaintsOf(asText(aPdf(), change))).toEqual([])
  })

  test('followed by more than its end', () => {
    expect(
      complaintsOf(Buffer.concat([aPdf(), Buffer.from(`\n${'<!-- sent by the portal -->\n'.repeat(20)}`)])),
    ).toEqual([])
  })

  test('hybrid, and changed by a program that knows tables only', () => {
    const hybrid = aPdf({ style: 'hybrid', objects: { 99: '<</Old true>>' }, catalog: '/Note 99 0 R' })
    const changed = appendRevision(hybrid, { 99: '<</New true>>' })
    expect(complaintsOf(changed)).toEqual(['needs normalising'])
    expect(complaintsOf(rewriteDocument(changed))).toEqual([])
    const value = openDocument(joined(signAll(changed, pki))).load(99)
    expect(isDict(value) && value.entries.has('New')).toBe(true)
  })

  test('of a page tree fifty levels deep', () => {
    const levels = Array.from({ length: 50 }, (_, i) => [
      200 + i,
      `<</Type/Pages/Count 1/Parent ${i === 0 ? 2 : 199 + i} 0 R/Kids[${i === 49 ? 10 : 201 + i} 0 R]>>`,
    ])
    const tree = '<</Type/Pages/Count 1/Kids[200 0 R]/MediaBox[0 0 300 200]>>'
    expect(complaintsOf(aPdf({ objects: { 2: tree, ...Object.fromEntries(levels) } }))).toEqual([])
  })

  test('a form with a value, an attachment, a bookmark and a layer', () => {
    const file = aPdf({
      page: '/Annots[60 0 R]',
      catalog:
        '/AcroForm<</Fields[60 0 R]/DA(/F 9 Tf)>>/Outlines 61 0 R/Names<</EmbeddedFiles<</Names[(a)62 0 R]>>>>/OCProperties<</OCGs[64 0 R]/D<</Order[64 0 R]>>>>',
      objects: {
        60: '<</Type/Annot/Subtype/Widget/FT/Tx/T(City)/V(Bern)/Rect[0 0 9 9]/F 4/P 10 0 R>>',
        61: '<</Type/Outlines/First 65 0 R/Last 65 0 R/Count 1>>',
        62: '<</Type/Filespec/F(plan.csv)/EF<</F 63 0 R>>>>',
        63: streamObject('a,b', '/Type/EmbeddedFile'),
        64: '<</Type/OCG/Name(Layer)>>',
        65: '<</Title(Start)/Parent 61 0 R/Dest[10 0 R/Fit]>>',
      },
    })
    expect(complaintsOf(file)).toEqual([])
  })
})
