import { expect, test } from 'vitest'
import { aPki } from '../cms/testing/sample-authority.ts'
import { openDocument } from '../reader/document.ts'
import { joined, signAll } from '../testing/ceremony.ts'
import { aPdf, appendRevision, streamObject } from '../testing/pdf-builder.ts'
import { validatePdf } from '../validate.ts'
import { fieldsShowingOther } from './changes/shown-values.ts'

const pki = aPki()
const policy = { anchors: [pki.root.certificate.raw], at: new Date() }
const signed = joined(signAll(aPdf({ page: '/Piece 4 0 R' }), pki, { level: 'B-B' }))

const hex = (code: number): string => `<${code.toString(16).padStart(4, '0')}>`
const drawing = streamObject(
  'BT /F 9 Tf <0041> Tj ET',
  '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F 62 0 R>>>>',
)

/** Reads what a field shows with a font of that many ranges, each of as many codes. */
const showing = (toUnicode: string, widths = '[]') => {
  const field = '<</Type/Annot/Subtype/Widget/F 4/FT/Tx/T(A)/V(A)/Rect[0 0 9 9]/AP<</N 61 0 R>>>>'
  const objects = {
    60: field,
    61: drawing,
    62: `<</Type/Font/Subtype/Type0/Encoding/Identity-H/ToUnicode 63 0 R/DescendantFonts[<</W${widths}>>]>>`,
    63: streamObject(toUnicode),
  }
  const file = aPdf({ catalog: '/AcroForm<</Fields[60 0 R]>>', page: '/Annots[60 0 R]', objects })
  return () => fieldsShowingOther(openDocument(file))
}

const hostile: Record<string, (count: number) => () => unknown> = {
  'ranges of characters that map the same codes': (count) =>
    showing(`1 beginbfrange ${`<0000>${hex(count)}<0041>\n`.repeat(count)} endbfrange`),
  'ranges of widths that state the same codes': (count) =>
    showing('1 beginbfchar <0041> <0041> endbfchar', `[${`0 ${count} 500 `.repeat(count)}]`),
  'new objects that a changed one leads to': (count) => {
    const numbers = Array.from({ length: count }, (_, index) => 1000 + index)
    const objects = Object.fromEntries(numbers.map((num) => [num, 'null']))
    const list = `<</Type/Font/L[${numbers.map((num) => `${num} 0 R`).join(' ')}]>>`
    const file = appendRevision(signed, { ...objects, 4: list })
    return () => validatePdf(file, policy)
  },
}

test.each([
  ['code of a character map', '1 beginbfrange <FFFFFFFFFFFFFFFF> <FFFFFFFFFFFFFFFF> <0041> endbfrange'],
  [
    'code of a list of widths',
    '1 beginbfchar <0041> <0041> endbfchar',
    '[+100000000000000000000 +100000000000000000000 500]',
  ],
  [
    'negative code of a list of widths',
    '1 beginbfchar <0041> <0041> endbfchar',
    '[-100000000000000000000 100 500]',
  ],
])('a %s that no number counts up from is passed over', (_, toUnicode, widths = '[]') => {
  expect(showing(toUnicode, widths)()).toBeInstanceOf(Array)
})

test('a cross-reference stream that lists object numbers beyond what can be counted is read to its end', () => {
  const listed = '/Type/XRef/W[1 4 2]/Index[+9007199254740992 3]'
  const size = signed.length
  const start = Number(/startxref\s(\d+)\s%%EOF\s*$/.exec(signed.toString('latin1'))?.[1])
  const section = streamObject(Buffer.alloc(21), `${listed}/Size 9/Root 1 0 R/Prev ${start}`)
  const appended = [`99 0 obj\n`, section, `\nendobj\nstartxref\n${size}\n%%EOF\n`]
  const file = Buffer.concat([signed, ...appended.map((part) => Buffer.from(part))])
  expect(validatePdf(file, policy).overall).toBe('TOTAL_FAILED')
})

/** Processor time, in milliseconds: the lesser of two, for the machine may be busy. */
function costOf(work: () => unknown): number {
  const times = Array.from({ length: 2 }, () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...times)
}

// Doubled twice, the input takes four times as long; where time goes by the square, it is sixteen times.
test.each(Object.entries(hostile))('%s are read in proportion to their number', (_, build) => {
  const count = 5000
  costOf(build(count)) // compiled once
  expect(costOf(build(4 * count))).toBeLessThan(8 * costOf(build(count)) + 80)
})
